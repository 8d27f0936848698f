//===- Overlay.cpp - Mutants as engines see them ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Mutation/Overlay.h"
#include "mlir/IR/Builders.h"
#include "tioga/Conversion/Passes.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace tioga;

/// Converts a model, which is gone then, and loads it.
static FailureOr<std::unique_ptr<System>> convertAndLoad(Operation *model) {
  FailureOr<sts::SystemOp> converted = failure();
  if (auto network = dyn_cast<ta::NetworkOp>(model))
    converted = convertToSTS(network);
  else if (auto actions = dyn_cast<action::SystemOp>(model))
    converted = convertToSTS(actions);
  else
    converted = convertToSTS(cast<contract::InterfaceOp>(model));
  if (failed(converted)) {
    model->erase();
    return failure();
  }
  FailureOr<std::unique_ptr<System>> system = System::load(*converted);
  converted->erase();
  return system;
}

FailureOr<std::unique_ptr<System>> tioga::loadSystem(Operation *model) {
  OpBuilder builder(model);
  builder.setInsertionPointAfter(model);
  return convertAndLoad(builder.clone(*model));
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// Whether edges, transitions and invariants correspond one to one but for
/// channels and restarts.
static bool isSimpleNetwork(ta::NetworkOp network) {
  bool isSimple = true;
  network.walk([&](Operation *op) {
    if (auto automaton = dyn_cast<ta::AutomatonOp>(op))
      isSimple &= !automaton.getEnvironment();
    else if (auto location = dyn_cast<ta::LocationOp>(op))
      isSimple &= !location.getCommitted();
    else if (isa<ta::SyncOp>(op))
      isSimple = false;
    else if (auto var = dyn_cast<VarOp>(op))
      isSimple &= !isa<RecordType>(var.getType());
    else if (auto label = dyn_cast<LabelOp>(op))
      for (unsigned i = 0, e = label.getNumParams(); i != e; ++i)
        isSimple &= !isa<RecordType>(label.getParam(i).getType());
  });
  return isSimple;
}

OverlayBuilder::OverlayBuilder(Operation *model, const System &system)
    : model(model), system(system) {
  if (auto network = dyn_cast<ta::NetworkOp>(model))
    readNetwork(network);
  else if (auto actions = dyn_cast<action::SystemOp>(model))
    readActions(actions);
  else
    readContract(cast<contract::InterfaceOp>(model));
}

void OverlayBuilder::readNetwork(ta::NetworkOp network) {
  isSimple = isSimpleNetwork(network);
  for (auto automaton : network.getBody().getOps<ta::AutomatonOp>())
    readAutomaton(automaton);
}

void OverlayBuilder::readContract(contract::InterfaceOp interface) {
  auto find = [&](llvm::ArrayRef<SystemConjunct> list, auto clause) {
    auto *found = llvm::find_if(list, [&](const SystemConjunct &conjunct) {
      return conjunct.id == clause.getId() && conjunct.loc == clause.getLoc();
    });
    // Only what the conversion has left as it was can be changed in place:
    // records are taken apart.
    ExprContext &context = system.getExprContext();
    if (found != list.end() &&
        found->guarantee == context.import(clause.getGuarantee().getExpr()))
      conjuncts[clause] = found - list.begin();
  };
  for (auto clause : interface.getBody().getOps<contract::InitiallyOp>())
    find(system.getInitialConjuncts(), clause);
  for (auto clause : interface.getBody().getOps<contract::RequireOp>())
    find(system.getStepConjuncts(), clause);
}

void OverlayBuilder::readAutomaton(ta::AutomatonOp op) {
  const Slot *slot = system.lookup(op.getSymName());
  assert(slot && "the system belongs to another network");
  ExprContext &context = system.getExprContext();
  auto automaton = std::make_unique<Automaton>(
      Automaton{slot->index, Substitution(context), {}});
  auto qualify = [&](llvm::StringRef name) {
    automaton->names[name] = 1;
    automaton->qualifier.set(
        context.getName(name),
        context.getName((op.getSymName() + "." + name).str()));
  };
  for (Operation &child : op.getBody().front()) {
    if (auto var = dyn_cast<VarOp>(child))
      qualify(var.getName());
    else if (auto clock = dyn_cast<ClockOp>(child))
      qualify(clock.getName());
  }
  automata[op] = std::move(automaton);

  llvm::StringMap<unsigned> byOrigin;
  for (auto [index, transition] : llvm::enumerate(system.getTransitions()))
    if (transition.origin.size() == 1)
      byOrigin.try_emplace(transition.origin.front(), index);
  llvm::StringMap<unsigned> unnamed;
  for (auto edge : op.getBody().getOps<ta::EdgeOp>()) {
    // The name that the conversion gives to edges.
    std::string origin = op.getSymName().str() + ".";
    if (edge.getName()) {
      origin += *edge.getName();
    } else {
      std::string ends = (edge.getSource() + "->" + edge.getTarget()).str();
      origin += ends;
      if (unsigned count = ++unnamed[ends]; count > 1)
        origin += "#" + std::to_string(count);
    }
    auto found = byOrigin.find(origin);
    if (found != byOrigin.end())
      transitions[edge] = found->second;
  }
}

std::optional<unsigned>
OverlayBuilder::getLocation(unsigned control, llvm::StringRef name,
                            const SystemEdits &edits) const {
  const std::vector<llvm::StringRef> &locations =
      system.getControls()[control].locations;
  auto found = llvm::find(locations, name);
  if (found != locations.end())
    return found - locations.begin();
  unsigned next = locations.size();
  for (const SystemEdits::Location &added : edits.addedLocations) {
    if (added.control != control)
      continue;
    if (added.name == name)
      return next;
    ++next;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// The fast way
//===----------------------------------------------------------------------===//

/// Replaces an expression, or one occurrence in it.
static Expr replaceExpr(Expr whole, llvm::ArrayRef<unsigned> path,
                        const EditValue &value, ExprContext &context) {
  if (std::holds_alternative<std::monostate>(value))
    return Expr();
  Expr part = context.import(std::get<Expr>(value));
  return path.empty() ? part : replaceAtPath(whole, path, part, context);
}

bool OverlayBuilder::setAttribute(EdgeContent &content,
                                  llvm::StringRef attribute,
                                  const EditValue &value,
                                  llvm::ArrayRef<unsigned> path) {
  ExprContext &context = system.getExprContext();
  if (attribute == "source") {
    content.source = std::get<SymbolText>(value).name;
  } else if (attribute == "target") {
    content.target = std::get<SymbolText>(value).name;
  } else if (attribute == "label") {
    content.label = std::nullopt;
    if (auto *name = std::get_if<llvm::StringRef>(&value))
      content.label = *name;
  } else if (attribute == "guard") {
    content.guard = replaceExpr(content.guard, path, value, context);
    content.isGuardChanged = true;
  } else if (attribute == "update") {
    content.update.clear();
    if (auto *update = std::get_if<Update>(&value))
      for (const Assignment &each : *update)
        content.update.push_back(
            {context.import(each.target), context.import(each.value)});
    content.isUpdateChanged = true;
  } else {
    // The direction follows from the label where the fast way is open.
    return attribute == "direction";
  }
  return true;
}

bool OverlayBuilder::extend(Expr expr, SystemEdits &result) const {
  int64_t scale = result.scale ? result.scale : system.getScale();
  if (!extendScale(expr, scale))
    return false;
  if (scale != system.getScale())
    result.scale = scale;
  return true;
}

bool OverlayBuilder::writeUpdate(const EdgeContent &content,
                                 Automaton &automaton,
                                 SystemTransition &transition,
                                 SystemEdits &result) {
  transition.resets.clear();
  transition.assignments.clear();
  for (const Assignment &assignment : content.update) {
    const Slot *slot =
        system.lookup(automaton.qualifier.apply(assignment.target));
    if (!slot)
      return false;
    Expr value = automaton.qualifier.apply(assignment.value);
    if (slot->kind == Slot::Kind::Variable) {
      transition.assignments.push_back({slot->index, value});
      continue;
    }
    transition.resets.push_back(makeClockReset(slot->index, value, system));
    if (!extend(value, result))
      return false;
  }
  return true;
}

bool OverlayBuilder::write(const EdgeContent &content, Automaton &automaton,
                           SystemTransition &transition, SystemEdits &result) {
  std::optional<unsigned> source =
      getLocation(automaton.control, content.source, result);
  std::optional<unsigned> target =
      getLocation(automaton.control, content.target, result);
  if (!source || !target)
    return false;
  transition.moves = {{automaton.control, *source, *target}};
  transition.label = std::nullopt;
  transition.params.clear();
  if (content.label) {
    transition.label = system.lookupLabel(*content.label);
    const SystemLabel &label = system.getLabels()[*transition.label];
    // Channels need partners, and a parameter may hide a name.
    if (!label.isObservable())
      return false;
    for (const SystemParam &param : label.params)
      if (automaton.names.contains(param.getName()))
        return false;
    transition.params = label.params;
  }
  if (content.isGuardChanged) {
    transition.guard = SystemCondition();
    if (content.guard) {
      transition.guard =
          splitCondition(automaton.qualifier.apply(content.guard), system);
      if (transition.guard.hasClocks() &&
          !extend(transition.guard.expr, result))
        return false;
    }
  }
  return !content.isUpdateChanged ||
         writeUpdate(content, automaton, transition, result);
}

bool OverlayBuilder::applyEdge(ta::EdgeOp edge,
                               llvm::ArrayRef<const Edit *> changes,
                               SystemEdits &result) {
  auto found = transitions.find(edge);
  if (found == transitions.end() || edge.getRestart())
    return false;
  if (llvm::any_of(changes, [](const Edit *edit) {
        return edit->kind == Edit::Kind::Erase;
      })) {
    result.removed.push_back(found->second);
    return true;
  }
  ExprContext &context = system.getExprContext();
  EdgeContent content = {
      edge.getSource(), edge.getTarget(), edge.getLabel(), {}, {}};
  if (edge.getGuard())
    content.guard = context.import(edge.getGuard()->getExpr());
  for (const Edit *edit : changes)
    if (!setAttribute(content, edit->attribute, edit->value, edit->path))
      return false;
  Automaton &automaton = *automata.find(edge->getParentOp())->second;
  SystemTransition transition = system.getTransitions()[found->second];
  if (!write(content, automaton, transition, result))
    return false;
  result.replaced.push_back({found->second, std::move(transition)});
  return true;
}

bool OverlayBuilder::applyLocation(ta::LocationOp location,
                                   llvm::ArrayRef<const Edit *> changes,
                                   SystemEdits &result) {
  Automaton &automaton = *automata.find(location->getParentOp())->second;
  unsigned control = automaton.control;
  unsigned index = *getLocation(control, location.getSymName(), result);
  for (const Edit *edit : changes) {
    // Whoever removes a location removes its edges as well.
    if (edit->kind == Edit::Kind::Erase)
      continue;
    if (edit->attribute == "urgent") {
      result.urgencies.push_back({control, index, std::get<bool>(edit->value)});
      continue;
    }
    llvm::ArrayRef<unsigned> old = system.getInvariantsAt(control, index);
    if (edit->attribute != "invariant" || old.size() != 1)
      return false;
    ExprContext &context = system.getExprContext();
    Expr whole = replaceExpr(context.import(location.getInvariant()->getExpr()),
                             edit->path, edit->value, context);
    SystemCondition condition =
        splitCondition(automaton.qualifier.apply(whole), system);
    if (!extend(condition.expr, result))
      return false;
    result.replacedInvariants.push_back({old.front(), std::move(condition)});
  }
  return true;
}

bool OverlayBuilder::applyInsertion(const Edit &edit, SystemEdits &result) {
  Automaton &automaton = *automata.find(edit.op->getParentOp())->second;
  if (edit.opName == ta::LocationOp::getOperationName()) {
    if (edit.attributes.size() != 1)
      return false;
    result.addedLocations.push_back(
        {automaton.control,
         std::get<llvm::StringRef>(edit.attributes.front().value)});
    return true;
  }
  EdgeContent content;
  for (const NewAttribute &attribute : edit.attributes)
    if (!setAttribute(content, attribute.name, attribute.value, {}))
      return false;
  SystemTransition transition = {std::nullopt, {}, {}, {},
                                 {},           {}, {}, edit.op->getLoc()};
  if (!write(content, automaton, transition, result))
    return false;
  result.added.push_back(std::move(transition));
  return true;
}

/// A guarantee is one conjunct; an assumption may be part of frames, too.
bool OverlayBuilder::applyClause(const Edit &edit, SystemEdits &result) {
  auto found = conjuncts.find(edit.op);
  if (found == conjuncts.end() || edit.kind != Edit::Kind::Replace ||
      edit.attribute != "guarantee")
    return false;
  bool isInitial = isa<contract::InitiallyOp>(edit.op);
  const SystemConjunct &old =
      (isInitial ? system.getInitialConjuncts()
                 : system.getStepConjuncts())[found->second];
  Expr guarantee = replaceExpr(old.guarantee, edit.path, edit.value,
                               system.getExprContext());
  result.replacedConjuncts.push_back(
      {isInitial, found->second, old.assume, guarantee});
  return true;
}

std::optional<SystemEdits> OverlayBuilder::buildDirectly(const Mutant &mutant) {
  if (!isSimple)
    return std::nullopt;
  if (isa<contract::InterfaceOp>(model))
    return buildForContract(mutant);
  return isa<ta::NetworkOp>(model) ? buildForNetwork(mutant)
                                   : buildForActions(mutant);
}

std::optional<SystemEdits>
OverlayBuilder::buildForContract(const Mutant &mutant) {
  SystemEdits result;
  for (const Edit &edit : mutant.edits)
    if (!applyClause(edit, result))
      return std::nullopt;
  return result;
}

std::optional<SystemEdits>
OverlayBuilder::buildForNetwork(const Mutant &mutant) {
  SystemEdits result;
  // New locations first: edges lead there.
  auto isLocation = [](const Edit &edit) {
    return edit.opName == ta::LocationOp::getOperationName();
  };
  for (const Edit &edit : mutant.edits)
    if (isLocation(edit) && !applyInsertion(edit, result))
      return std::nullopt;
  llvm::MapVector<Operation *, llvm::SmallVector<const Edit *, 2>> changes;
  for (const Edit &edit : mutant.edits) {
    if (edit.kind != Edit::Kind::Insert)
      changes[edit.op].push_back(&edit);
    else if (!isLocation(edit) && !applyInsertion(edit, result))
      return std::nullopt;
  }
  for (auto &[op, edits] : changes) {
    if (auto edge = dyn_cast<ta::EdgeOp>(op)) {
      if (!applyEdge(edge, edits, result))
        return std::nullopt;
    } else if (!applyLocation(cast<ta::LocationOp>(op), edits, result)) {
      return std::nullopt;
    }
  }
  return result;
}

//===----------------------------------------------------------------------===//
// The long way
//===----------------------------------------------------------------------===//

FailureOr<SystemEdits> OverlayBuilder::buildByConversion(const Mutant &mutant) {
  FailureOr<std::unique_ptr<System>> other = convertAndLoad(
      materialize(mutant, model, SymbolTable::getSymbolName(model).getValue()));
  if (failed(other))
    return failure();
  std::optional<SystemEdits> edits = compareSystems(system, **other);
  if (!edits)
    return mutant.element->emitError("the mutant '" + mutant.id +
                                     "' declares something else");
  return std::move(*edits);
}

FailureOr<SystemEdits> OverlayBuilder::build(const Mutant &mutant) {
  if (std::optional<SystemEdits> edits = buildDirectly(mutant))
    return std::move(*edits);
  return buildByConversion(mutant);
}
