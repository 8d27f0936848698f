//===- Composition.cpp - Automata that move together ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Composition.h"
#include "tioga/Dialect/Tioga/IR/Domain.h"
#include "tioga/Expr/Rewrite.h"
#include "tioga/Expr/Value.h"

using namespace mlir;
using namespace tioga;
using namespace tioga::ta;

/// An internal parameter with more values than this has to be determined by an
/// equation.
static constexpr uint64_t maxParameterValues = 1024;

//===----------------------------------------------------------------------===//
// Locations
//===----------------------------------------------------------------------===//

void Composition::initialize() {
  for (const FlatAutomaton &automaton : network.automata) {
    hasEnvironment |= automaton.isEnvironment;
    outEdges.push_back(automaton.getOutEdges());
    for (const FlatLocation &location : automaton.locations)
      hasAccepting |= location.isAccepting;
  }
  llvm::SmallVector<unsigned, 4> initial;
  for (const FlatAutomaton &automaton : network.automata)
    initial.push_back(automaton.initial);
  getIndex(initial);
}

void Composition::describeLocation(JointLocation &location) {
  bool isAccepting = hasAccepting;
  location.isLocked = true;
  for (auto [automaton, member] :
       llvm::zip_equal(network.automata, location.members)) {
    const FlatLocation &part = automaton.locations[member];
    location.invariant = network.conjoin(location.invariant, part.invariant);
    if (part.stopsTime())
      location.urgency = context.getTrue();
    location.isCommitted |= part.isCommitted;
    location.isLocked &= part.isLocked;
    bool counts = llvm::any_of(automaton.locations, [](const FlatLocation &l) {
      return l.isAccepting;
    });
    isAccepting &= part.isAccepting || !counts;
  }
  location.isAccepting = isAccepting;
}

unsigned Composition::getIndex(llvm::ArrayRef<unsigned> members) {
  auto [entry, isNew] = indices.insert(
      {llvm::SmallVector<unsigned, 4>(members), locations.size()});
  if (isNew) {
    JointLocation location;
    location.members.assign(members.begin(), members.end());
    describeLocation(location);
    locations.push_back(std::move(location));
    edges.emplace_back();
  }
  return entry->second;
}

std::string Composition::getName(unsigned index) const {
  std::string name;
  for (auto [automaton, member] :
       llvm::zip_equal(network.automata, locations[index].members)) {
    if (!name.empty())
      name += '_';
    name += automaton.locations[member].name;
  }
  return name;
}

Location Composition::getLoc(unsigned index) const {
  SmallVector<Location> locs;
  for (auto [automaton, member] :
       llvm::zip_equal(network.automata, locations[index].members))
    locs.push_back(automaton.locations[member].loc);
  return locs.size() == 1 ? locs.front()
                          : FusedLoc::get(network.op.getContext(), locs);
}

const FlatLocation *Composition::getSingleLocation(unsigned index) const {
  if (network.automata.size() != 1)
    return nullptr;
  return &network.automata.front().locations[locations[index].members.front()];
}

//===----------------------------------------------------------------------===//
// Edges
//===----------------------------------------------------------------------===//

const std::vector<JointEdge> *Composition::getEdges(unsigned index) {
  if (!edges[index]) {
    edges[index].emplace();
    if (failed(compute(index)))
      return nullptr;
  }
  return &*edges[index];
}

/// Every way to go on from one of the choices by one of the reactions.
template <typename Choice>
static std::vector<Choice> extendChoices(const std::vector<Choice> &choices,
                                         const std::vector<Choice> &reactions) {
  std::vector<Choice> extended;
  for (const Choice &choice : choices)
    for (const Choice &reaction : reactions) {
      extended.push_back(choice);
      llvm::append_range(extended.back().movers, reaction.movers);
      llvm::append_range(extended.back().conditions, reaction.conditions);
    }
  return extended;
}

LogicalResult Composition::compute(unsigned index) {
  for (unsigned automaton = 0; automaton < network.automata.size(); ++automaton)
    for (unsigned edge :
         outEdges[automaton][locations[index].members[automaton]])
      if (failed(addFrom(index, automaton, edge)))
        return failure();
  for (const FlatVector &vector : network.vectors)
    if (failed(addVector(index, vector)))
      return failure();
  return success();
}

LogicalResult Composition::addFrom(unsigned index, unsigned automaton,
                                   unsigned edge) {
  Mover mover = {automaton, edge};
  const FlatEdge &flat = getEdge(mover);
  if (!flat.label)
    return add(index, {mover}, {});
  if (network.isInVector(automaton, flat))
    return success();
  const FlatLabel &label = network.labels[*flat.label];
  bool sends = flat.direction == Direction::Send;
  if (label.kind == LabelKind::Internal) {
    // Receivers move from the sender's side.
    if (!sends)
      return success();
    return label.isBroadcast ? addBroadcasts(index, mover)
                             : addPairs(index, mover, /*isSender=*/true);
  }
  // Observable labels are met from the side of the system.
  if (network.automata[automaton].isEnvironment)
    return success();
  if (!hasEnvironment)
    return add(index, {mover}, {});
  return addPairs(index, mover, sends);
}

LogicalResult Composition::addPairs(unsigned index, Mover mover,
                                    bool isSender) {
  const FlatEdge &flat = getEdge(mover);
  for (unsigned other = 0; other < network.automata.size(); ++other) {
    if (other == mover.automaton)
      continue;
    for (unsigned edge : outEdges[other][locations[index].members[other]]) {
      Mover partner = {other, edge};
      const FlatEdge &candidate = getEdge(partner);
      if (candidate.label != flat.label ||
          candidate.direction == flat.direction ||
          network.isInVector(other, candidate))
        continue;
      Movers movers =
          isSender ? Movers{mover, partner} : Movers{partner, mover};
      if (failed(add(index, movers, {})))
        return failure();
    }
  }
  return success();
}

template <typename Predicate>
std::vector<Composition::Choice>
Composition::getReactions(unsigned index, unsigned automaton,
                          Predicate isCandidate) {
  std::vector<Choice> reactions;
  Choice stay;
  bool mustMove = false;
  for (unsigned edge :
       outEdges[automaton][locations[index].members[automaton]]) {
    const FlatEdge &candidate = getEdge({automaton, edge});
    if (!isCandidate(candidate))
      continue;
    reactions.push_back({{{automaton, edge}}, {}});
    mustMove |= !candidate.guard || candidate.guard.isTrue();
    if (candidate.guard)
      stay.conditions.push_back(context.getNot(candidate.guard));
  }
  if (!mustMove)
    reactions.push_back(stay);
  return reactions;
}

LogicalResult Composition::addBroadcasts(unsigned index, Mover sender) {
  std::vector<Choice> choices = {{{sender}, {}}};
  for (unsigned other = 0; other < network.automata.size(); ++other)
    if (other != sender.automaton)
      choices = extendChoices(
          choices, getReactions(index, other, [&](const FlatEdge &edge) {
            return edge.label == getEdge(sender).label &&
                   edge.direction == Direction::Receive &&
                   !network.isInVector(other, edge);
          }));
  for (const Choice &choice : choices)
    if (failed(add(index, choice.movers, choice.conditions)))
      return failure();
  return success();
}

LogicalResult Composition::addVector(unsigned index, const FlatVector &vector) {
  std::vector<Choice> choices = {{}};
  for (const FlatVector::Member &member : vector.members) {
    std::vector<Choice> reactions =
        getReactions(index, member.automaton, [&](const FlatEdge &edge) {
          return edge.label == member.label;
        });
    if (!member.isWeak)
      llvm::erase_if(reactions, [](const Choice &reaction) {
        return reaction.movers.empty();
      });
    choices = extendChoices(choices, reactions);
  }
  for (const Choice &choice : choices)
    if (!choice.movers.empty() &&
        failed(add(index, choice.movers, choice.conditions)))
      return failure();
  return success();
}

/// All clocks at zero, all variables at their initial values.
Update Composition::getRestart() {
  Update update;
  for (const FlatClock &clock : network.clocks)
    update.push_back({clock.name, context.getInt(0)});
  for (const FlatVariable &variable : network.variables)
    update.push_back({variable.name, variable.init});
  return update;
}

LogicalResult Composition::add(unsigned index, const Movers &movers,
                               llvm::ArrayRef<Expr> conditions) {
  llvm::SmallVector<unsigned, 4> members(locations[index].members);
  JointEdge joint = {0, {}, {}, {}, getEdge(movers.front()).loc};
  bool leavesCommitted = false, restarts = false;
  SmallVector<Location> locs;
  for (Mover mover : movers) {
    const FlatEdge &edge = getEdge(mover);
    locs.push_back(edge.loc);
    restarts |= edge.isRestart;
    leavesCommitted |=
        network.automata[mover.automaton].locations[edge.source].isCommitted;
    joint.guard = network.conjoin(joint.guard, edge.guard);
    Update overwritten;
    joint.update =
        joint.update.empty()
            ? edge.update
            : composeUpdates(joint.update, edge.update, context, &overwritten);
    // Values that a later update overwrites have to be in range as well.
    for (const Assignment &assignment : overwritten)
      if (Type type = network.getType(assignment.target))
        joint.guard = network.conjoin(
            joint.guard, getRangeCondition(assignment.value, type, context));
    members[mover.automaton] = edge.target;
  }
  if (locations[index].isCommitted && !leavesCommitted)
    return success();
  for (Expr condition : conditions)
    joint.guard = network.conjoin(joint.guard, condition);
  if (restarts) {
    joint.update = getRestart();
    for (auto [member, automaton] : llvm::zip_equal(members, network.automata))
      member = automaton.initial;
  }
  if (movers.size() == 1) {
    joint.single = &getEdge(movers.front());
  } else {
    joint.loc = FusedLoc::get(network.op.getContext(), locs);
    if (joint.guard)
      joint.guard = simplify(joint.guard, context);
    for (Assignment &assignment : joint.update)
      assignment.value = simplify(assignment.value, context);
  }
  joint.target = getIndex(members);

  std::optional<unsigned> label = getEdge(movers.front()).label;
  if (!label) {
    push(index, std::move(joint));
    return success();
  }
  const FlatLabel &flat = network.labels[*label];
  if (flat.isUrgent && failed(addUrgency(index, joint, flat)))
    return failure();
  if (!flat.isObservable())
    return bindParameters(index, std::move(joint), flat);
  joint.label = label;
  push(index, std::move(joint));
  return success();
}

LogicalResult Composition::addUrgency(unsigned index, const JointEdge &edge,
                                      const FlatLabel &label) {
  llvm::SetVector<Expr> names;
  collectNames(network.orTrue(edge.guard), names);
  for (const FlatParam &param : label.params)
    if (names.contains(param.name))
      return emitError(edge.loc)
             << "urgent label '" << label.name << "' has a guard on parameter '"
             << param.name.getName() << "'";
  JointLocation &location = locations[index];
  Expr enabled = network.orTrue(edge.guard);
  location.urgency =
      location.urgency ? context.getOr({location.urgency, enabled}) : enabled;
  location.urgency = simplify(location.urgency, context);
  return success();
}

void Composition::push(unsigned index, JointEdge edge) {
  if (edge.guard && simplify(edge.guard, context).isFalse())
    return;
  edges[index]->push_back(std::move(edge));
}

/// The value that a conjunct `param == value` of the guard gives, or null.
static Expr findValue(Expr guard, Expr param,
                      llvm::ArrayRef<FlatParam> params) {
  auto isFree = [&](Expr value) {
    llvm::SetVector<Expr> names;
    collectNames(value, names);
    return llvm::none_of(params, [&](const FlatParam &other) {
      return names.contains(other.name);
    });
  };
  for (Expr conjunct : getConjuncts(guard)) {
    if (!conjunct.is(ExprKind::Eq))
      continue;
    for (unsigned side : {0u, 1u})
      if (conjunct.getOperand(side) == param &&
          isFree(conjunct.getOperand(1 - side)))
        return conjunct.getOperand(1 - side);
  }
  return {};
}

/// An internal edge is silent, so that nothing is left that could carry its
/// parameters: they are replaced by the values that the guard gives or by all
/// values of their types.
LogicalResult Composition::bindParameters(unsigned index, JointEdge edge,
                                          const FlatLabel &label) {
  std::vector<JointEdge> bound = {edge};
  for (const FlatParam &param : label.params) {
    std::vector<JointEdge> next;
    auto bind = [&](const JointEdge &from, Expr value) {
      Substitution substitution(context);
      substitution.set(param.name, value);
      next.push_back(from);
      JointEdge &to = next.back();
      to.guard = to.guard ? substitution.apply(to.guard) : Expr();
      to.update = substitution.applyToValues(to.update);
    };
    for (const JointEdge &from : bound) {
      Expr value = findValue(from.guard, param.name, label.params);
      auto range = dyn_cast<RangeType>(param.type);
      // A value may lie outside of the parameter's range.
      if (value && range && value.is(ExprKind::IntLit)) {
        if (range.getLow() <= value.getInt() &&
            value.getInt() <= range.getHigh())
          bind(from, value);
        continue;
      }
      if (value && !range) {
        bind(from, value);
        continue;
      }
      auto values = enumerateDomain(param.type, maxParameterValues);
      if (!values)
        return emitError(edge.loc)
               << "parameter '" << param.name.getName()
               << "' of the internal label '" << label.name
               << "' has too many values, and no equation in the guard gives "
                  "the one to use";
      for (const Value &candidate : *values)
        bind(from, candidate.toExpr(context));
    }
    bound = std::move(next);
  }
  for (JointEdge &result : bound)
    push(index, std::move(result));
  return success();
}
