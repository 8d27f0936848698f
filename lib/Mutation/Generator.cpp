//===- Generator.cpp - Read a model for mutation ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Generator.h"
#include "ContractMutator.h"
#include "tioga/Expr/Rewrite.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace tioga;

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

Expr EdgeView::getGuard() const {
  ExprAttr guard = ta::EdgeOp(op).getGuardAttr();
  return guard ? guard.getExpr() : Expr();
}

llvm::ArrayRef<Assignment> EdgeView::getUpdate() const {
  UpdateAttr update = ta::EdgeOp(op).getUpdateAttr();
  return update ? update.getAssignments() : llvm::ArrayRef<Assignment>();
}

std::string EdgeView::describe() const {
  ta::EdgeOp edge = op;
  std::string text;
  llvm::raw_string_ostream os(text);
  if (edge.getName())
    os << *edge.getName() << " (";
  os << edge.getSource() << " -> " << edge.getTarget();
  if (edge.isSilent())
    os << " silent";
  else
    os << " on " << *edge.getLabel()
       << (edge.getDirection() == ta::Direction::Send ? '!' : '?');
  if (edge.getName())
    os << ')';
  return text;
}

static void collectConstraints(Expr expr, llvm::SmallVectorImpl<unsigned> &path,
                               std::vector<BasicConstraint> &constraints) {
  if (expr.isComparison()) {
    constraints.push_back(
        {expr, llvm::SmallVector<unsigned, 4>(path.begin(), path.end()), false,
         false});
    return;
  }
  for (auto [index, operand] : llvm::enumerate(expr.getOperands())) {
    path.push_back(index);
    collectConstraints(operand, path, constraints);
    path.pop_back();
  }
}

std::vector<BasicConstraint>
MutantGenerator::readConstraints(Expr condition, const Scope &scope) const {
  std::vector<BasicConstraint> constraints;
  if (!condition)
    return constraints;
  llvm::SmallVector<unsigned, 4> path;
  collectConstraints(condition, path, constraints);
  for (BasicConstraint &constraint : constraints) {
    llvm::SetVector<Expr> mentioned;
    collectNames(constraint.atom, mentioned);
    constraint.hasClock = llvm::any_of(mentioned, [&](Expr name) {
      const NameInfo *info = scope.lookup(name.getName());
      return info && info->kind == NameKind::Clock;
    });
    auto ignore = [](llvm::ArrayRef<unsigned>, const llvm::Twine &) {};
    Type type = checkExpr(constraint.atom.getOperand(0), scope, ExprRules(),
                          set.getSystem()->getContext(), ignore);
    constraint.isOrdered =
        constraint.hasClock ||
        llvm::isa_and_nonnull<IntType, RealType, RangeType>(type);
  }
  return constraints;
}

EdgeView MutantGenerator::readEdge(ta::EdgeOp op, const Scope &outer) const {
  EdgeView edge;
  edge.op = op;
  edge.name = names->lookup(op);
  edge.isLocked = op.getLocked();
  Scope scope(&outer);
  if (!op.isSilent()) {
    edge.label = labels.lookup(*op.getLabel());
    bool isSent = op.getDirection() == ta::Direction::Send;
    edge.isOutput = isSent && edge.label.getKind() == LabelKind::Output;
    edge.isInput = !isSent && edge.label.getKind() == LabelKind::Input;
    scope.declareParams(edge.label);
  }
  edge.constraints = readConstraints(edge.getGuard(), scope);
  return edge;
}

/// Appends the clocks and variables that a block declares.
static void readNames(Block &block, std::vector<VisibleName> &clocks,
                      std::vector<VisibleName> &variables) {
  for (Operation &op : block) {
    if (auto clock = dyn_cast<ClockOp>(op))
      clocks.push_back({clock.getName(), RealType::get(op.getContext())});
    else if (auto variable = dyn_cast<VarOp>(op))
      variables.push_back({variable.getName(), variable.getType()});
  }
}

void MutantGenerator::readAutomaton(ta::AutomatonOp op, const Scope &outer) {
  AutomatonView automaton;
  automaton.op = op;
  automaton.name = op.getSymName();
  Block &body = op.getBody().front();
  Scope scope(&outer);
  // Redeclarations were reported by the verifier.
  (void)scope.declare(body);
  readNames(body, automaton.clocks, automaton.variables);

  llvm::StringSet<> hidden;
  for (const VisibleName &name : automaton.clocks)
    hidden.insert(name.name);
  for (const VisibleName &name : automaton.variables)
    hidden.insert(name.name);
  for (const VisibleName &name : networkClocks)
    if (!hidden.contains(name.name))
      automaton.clocks.push_back(name);
  for (const VisibleName &name : networkVariables)
    if (!hidden.contains(name.name))
      automaton.variables.push_back(name);

  for (auto location : body.getOps<ta::LocationOp>()) {
    ExprAttr invariant = location.getInvariantAttr();
    automaton.locations.push_back(
        {location, location.getSymName(), location.getLocked(),
         readConstraints(invariant ? invariant.getExpr() : Expr(), scope)});
  }
  for (auto edge : body.getOps<ta::EdgeOp>())
    automaton.edges.push_back(readEdge(edge, scope));
  automata.push_back(std::move(automaton));
}

MutantGenerator::MutantGenerator(ta::NetworkOp network,
                                 const MutationOptions &options, MutantSet &set)
    : options(options), set(set), names(network) {
  Block &body = network.getBody().front();
  (void)labels.declare(body);
  for (auto label : body.getOps<LabelOp>()) {
    switch (label.getKind()) {
    case LabelKind::Input:
      inputs.push_back(label);
      break;
    case LabelKind::Output:
      outputs.push_back(label);
      break;
    case LabelKind::Internal:
      channels.push_back(label);
      break;
    }
  }
  Scope scope;
  (void)scope.declare(body);
  readNames(body, networkClocks, networkVariables);
  for (auto automaton : body.getOps<ta::AutomatonOp>()) {
    ++numAutomata;
    // The environment is the tester's: a fault in it is no fault of the system.
    if (!automaton.getEnvironment())
      readAutomaton(automaton, scope);
  }
}

void MutantGenerator::run(const Operator &op) {
  current = &op;
  op.generate.automata(*this);
}

Update MutantGenerator::import(llvm::ArrayRef<Assignment> update) {
  Update result;
  for (const Assignment &assignment : update)
    result.push_back({import(assignment.target), import(assignment.value)});
  return result;
}

bool MutantGenerator::canCarry(const EdgeView &edge, LabelOp label) const {
  if (!edge.label)
    return true;
  LabelOp old = edge.label;
  llvm::SetVector<Expr> mentioned;
  if (Expr guard = edge.getGuard())
    collectNames(guard, mentioned);
  for (const Assignment &assignment : edge.getUpdate())
    collectNames(assignment.value, mentioned);
  for (unsigned i = 0, e = old.getNumParams(); i != e; ++i) {
    ParamAttr param = old.getParam(i);
    bool isMentioned = llvm::any_of(mentioned, [&](Expr name) {
      llvm::StringRef path = name.getName();
      return path.consume_front(param.getName().getValue()) &&
             (path.empty() || path.starts_with("."));
    });
    if (!isMentioned)
      continue;
    bool found = false;
    for (unsigned j = 0, f = label.getNumParams(); j != f; ++j)
      found |= label.getParam(j) == param;
    if (!found)
      return false;
  }
  return true;
}

static Mutant makeMutant(const Operator &op, llvm::StringRef owner,
                         llvm::StringRef elementName, Operation *element,
                         const llvm::Twine &occurrence,
                         const llvm::Twine &variant, llvm::ArrayRef<Edit> edits,
                         const llvm::Twine &description) {
  Mutant mutant;
  mutant.id = (op.name + "/" + owner + "/" + elementName + "/" + occurrence +
               "/" + variant)
                  .str();
  mutant.op = &op;
  mutant.description = description.str();
  mutant.element = element;
  mutant.edits.assign(edits.begin(), edits.end());
  return mutant;
}

void MutantGenerator::add(llvm::StringRef elementName, Operation *element,
                          const llvm::Twine &occurrence,
                          const llvm::Twine &variant,
                          llvm::ArrayRef<Edit> edits,
                          const llvm::Twine &description) {
  set.mutants.push_back(makeMutant(
      *current, action::SystemOp(actionSystem).getSymName(), elementName,
      element, occurrence, variant, edits, description));
}

void MutantGenerator::add(const AutomatonView &automaton, Operation *element,
                          const llvm::Twine &occurrence,
                          const llvm::Twine &variant,
                          llvm::ArrayRef<Edit> edits,
                          const llvm::Twine &description) {
  set.mutants.push_back(makeMutant(*current, automaton.name,
                                   names->lookup(element), element, occurrence,
                                   variant, edits, description));
}

//===----------------------------------------------------------------------===//
// Helpers of operators
//===----------------------------------------------------------------------===//

std::string tioga::getOccurrence(llvm::StringRef attribute,
                                 llvm::ArrayRef<unsigned> path) {
  std::string result = attribute.str();
  for (unsigned index : path)
    result += "." + std::to_string(index);
  return result;
}

static bool isConstant(Expr expr) {
  llvm::SetVector<Expr> mentioned;
  collectNames(expr, mentioned);
  return mentioned.empty();
}

unsigned tioga::getBoundSide(Expr atom) {
  return isConstant(atom.getOperand(0)) && !isConstant(atom.getOperand(1)) ? 0
                                                                           : 1;
}

/// The value of a literal, negated or not.
static std::optional<Rational> getLiteral(Expr expr) {
  if (expr.is(ExprKind::IntLit) || expr.is(ExprKind::RealLit))
    return expr.getNumber();
  if (!expr.is(ExprKind::Neg))
    return std::nullopt;
  std::optional<Rational> value = getLiteral(expr.getOperand(0));
  return value ? Rational::negate(*value) : std::nullopt;
}

Expr tioga::addConstant(Expr expr, int64_t delta, ExprContext &context) {
  if (std::optional<Rational> value = getLiteral(expr))
    if (std::optional<Rational> sum = Rational::add(*value, delta))
      return context.getNumber(*sum);
  if (delta < 0)
    return context.get(ExprKind::Sub, expr, context.getInt(-delta));
  return context.get(ExprKind::Add, expr, context.getInt(delta));
}

//===----------------------------------------------------------------------===//
// generateMutants
//===----------------------------------------------------------------------===//

/// Gives mutants that change the same place of the text alike the same group.
/// Instances of a template share source locations, and nothing else does.
static void assignGroups(MutantSet &set) {
  llvm::StringMap<unsigned> groups;
  for (Mutant &mutant : set.mutants) {
    auto [name, rest] = llvm::StringRef(mutant.id).split('/');
    llvm::StringRef place = rest.split('/').second;
    std::string key;
    llvm::raw_string_ostream os(key);
    // Unknown locations tell nothing apart.
    if (isa<UnknownLoc>(mutant.element->getLoc()))
      os << mutant.id;
    else
      os << mutant.element->getLoc().getAsOpaquePointer() << ' ' << name << ' '
         << place;
    mutant.group = groups.try_emplace(key, groups.size()).first->second;
  }
  set.numGroups = groups.size();
}

/// Whether two mutants change different operations, so that both faults fit in
/// one model.
static bool areIndependent(const Mutant &a, const Mutant &b) {
  for (const Edit &first : a.edits)
    for (const Edit &second : b.edits)
      if (first.op == second.op || (first.kind == Edit::Kind::Insert &&
                                    second.kind == Edit::Kind::Insert))
        return false;
  return true;
}

static void addSecondOrder(MutantSet &set, const MutationOptions &options) {
  size_t numFirst = set.mutants.size();
  uint64_t numPairs = uint64_t(numFirst) * (numFirst - (numFirst != 0)) / 2;
  uint64_t stride =
      std::max<uint64_t>(1, numPairs / std::max(1u, options.maxSecondOrder));
  uint64_t position = 0;
  for (size_t i = 0; i < numFirst; ++i) {
    for (size_t j = i + 1; j < numFirst; ++j) {
      if (position++ % stride)
        continue;
      if (set.mutants.size() - numFirst >= options.maxSecondOrder)
        return;
      const Mutant &first = set.mutants[i], &second = set.mutants[j];
      if (!areIndependent(first, second))
        continue;
      Mutant both = first;
      both.id += "+" + second.id;
      both.description += "; " + second.description;
      both.edits.insert(both.edits.end(), second.edits.begin(),
                        second.edits.end());
      set.mutants.push_back(std::move(both));
    }
  }
}

std::unique_ptr<MutantSet>
tioga::generateMutants(Operation *system, const MutationOptions &options) {
  auto set = std::make_unique<MutantSet>(system);
  auto generate = [&](MutantGenerator generator, Formalism formalism) {
    for (const Operator *op : options.operators)
      if (op->formalism == formalism)
        generator.run(*op);
  };
  if (auto network = dyn_cast<ta::NetworkOp>(system))
    generate(MutantGenerator(network, options, *set), Formalism::Automata);
  else if (auto actions = dyn_cast<action::SystemOp>(system))
    generate(MutantGenerator(actions, options, *set), Formalism::Actions);
  else if (auto interface = dyn_cast<contract::InterfaceOp>(system)) {
    ContractMutator mutator(interface, *set);
    for (const Operator *op : options.operators)
      if (op->formalism == Formalism::Contracts)
        mutator.run(*op);
  }
  if (options.order > 1)
    addSecondOrder(*set, options);
  assignGroups(*set);
  return set;
}
