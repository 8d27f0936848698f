//===- SystemLoader.cpp - Read an sts.system --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declarations first, so that conditions can be split by what their names stand
// for; then everything else in the order of the text; the indices last.
//
//===----------------------------------------------------------------------===//

#include "RecordFlattener.h"
#include "tioga/Dialect/Tioga/IR/Domain.h"
#include "tioga/Engine/System.h"
#include "tioga/Expr/Evaluate.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tioga;

namespace tioga {

class SystemLoader {
public:
  explicit SystemLoader(sts::SystemOp op)
      : op(op), system(new System(op.getLoc())), context(*system->context),
        flattener(context) {}

  FailureOr<std::unique_ptr<System>> load();

private:
  LogicalResult readDeclarations();
  LogicalResult readVariable(VarOp var);
  void readClock(ClockOp clock);
  void readControl(sts::ControlOp control);
  void readLabel(LabelOp label);
  std::vector<SystemParam> readParams(ArrayAttr params);
  void addSlot(Expr name, Slot slot);

  LogicalResult readContents();
  LogicalResult readInvariant(sts::InvariantOp invariant);
  void readUrgent(sts::UrgentOp urgent);
  LogicalResult readTransition(sts::TransitionOp transition);
  void readMoves(sts::TransitionOp op, SystemTransition &transition);
  LogicalResult readUpdate(sts::TransitionOp op,
                           const RecordFlattener &flattener,
                           SystemTransition &transition);
  void readConjunct(sts::ConjunctOp conjunct);
  LogicalResult extendScale(Operation *op, const SystemCondition &condition);
  void buildIndices();

  /// Positions by name, which the verifier has checked.
  unsigned getControl(StringRef name) const;
  unsigned getLocation(unsigned control, StringRef name) const;

  sts::SystemOp op;
  std::unique_ptr<System> system;
  ExprContext &context;
  /// Knows the variables; transitions with parameters use a copy.
  RecordFlattener flattener;
  /// Positions of locations by name, for each control variable.
  std::vector<llvm::StringMap<unsigned>> locations;
  /// Parameters as declared, by label.
  llvm::DenseMap<unsigned, ArrayAttr> labelParams;
};

} // namespace tioga

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

void SystemLoader::addSlot(Expr name, Slot slot) {
  system->slots[name] = slot;
  if (!slot.primed)
    system->slotsByName[name.getName()] = slot;
}

/// The part of a value that belongs to a leaf.
static tioga::Value getLeafValue(tioga::Value value, StringRef variable,
                                 StringRef leaf) {
  SmallVector<StringRef> fields;
  if (leaf.consume_front(variable) && leaf.consume_front("."))
    leaf.split(fields, '.');
  for (StringRef field : fields)
    value = tioga::Value(*value.lookupField(field));
  return value;
}

LogicalResult SystemLoader::readVariable(VarOp var) {
  tioga::Value initial = getFirstValue(var.getType());
  if (var.getInit() && !system->sync) {
    EvalResult result = evaluate(context.import(var.getInit()->getExpr()),
                                 [](StringRef, bool) { return nullptr; });
    if (!result)
      return var.emitOpError() << "initial value of '" << var.getName()
                               << "': " << describe(result.fault);
    if (!isInDomain(result.value, var.getType()))
      return var.emitOpError()
             << "initial value of '" << var.getName() << "' is "
             << result.value.str() << ", which is not in "
             << typeToString(var.getType());
    initial = result.value;
  }
  forEachLeaf(var.getName(), var.getType(), [&](StringRef path, Type type) {
    unsigned index = system->variables.size();
    Expr name = context.getName(path);
    Expr primed = context.getName(path, /*primed=*/true);
    system->variables.push_back({name, primed, type, var.getOwner(),
                                 getLeafValue(initial, var.getName(), path),
                                 var.getLoc()});
    addSlot(name, {Slot::Kind::Variable, index});
    addSlot(primed, {Slot::Kind::Variable, index, /*primed=*/true});
  });
  flattener.declare(var.getName(), var.getType());
  return success();
}

void SystemLoader::readClock(ClockOp clock) {
  Expr name = context.getName(clock.getName());
  addSlot(name, {Slot::Kind::Clock, unsigned(system->clocks.size())});
  system->clocks.push_back({name, clock.getLoc()});
}

void SystemLoader::readControl(sts::ControlOp op) {
  SystemControl control = {context.getName(op.getName()), {},         {}, 0, {},
                           op.getEnvironment(),           op.getLoc()};
  locations.emplace_back();
  for (auto location : op.getLocations().getAsRange<StringAttr>()) {
    locations.back()[location.getValue()] = control.locations.size();
    if (location == op.getInitialAttr())
      control.initial = control.locations.size();
    control.locations.push_back(location.getValue());
    Expr literal = context.getEnum(op.getName(), location.getValue());
    control.values.push_back(
        tioga::Value::getEnum(literal.getEnumName(), literal.getName()));
    if (op.getAccepting())
      control.accepting.push_back(
          llvm::is_contained(op.getAccepting()->getValue(), location));
  }
  addSlot(control.name,
          {Slot::Kind::Control, unsigned(system->controls.size())});
  size_t count = control.locations.size();
  system->controls.push_back(std::move(control));
  system->outTransitions.emplace_back(count);
  system->locationInvariants.emplace_back(count);
  system->urgentLocations.emplace_back(count, false);
}

std::vector<SystemParam> SystemLoader::readParams(ArrayAttr params) {
  std::vector<SystemParam> result;
  if (!params)
    return result;
  for (auto param : params.getAsRange<ParamAttr>())
    forEachLeaf(param.getName().getValue(), param.getType(),
                [&](StringRef path, Type type) {
                  result.push_back({context.getName(path), type});
                });
  return result;
}

void SystemLoader::readLabel(LabelOp label) {
  labelParams[system->labels.size()] = label.getParamsAttr();
  system->labelsByName[label.getName()] = system->labels.size();
  system->labels.push_back({label.getName(), label.getKind(),
                            readParams(label.getParamsAttr()),
                            label.getUrgent(), label.getLoc()});
  system->urgentLabels |= label.getUrgent();
}

LogicalResult SystemLoader::readDeclarations() {
  system->name = op.getSymName();
  system->sync = op.getSync();
  system->dense = op.getDense();
  for (Operation &child : op.getBody().front()) {
    if (auto var = dyn_cast<VarOp>(child)) {
      if (failed(readVariable(var)))
        return failure();
    } else if (auto clock = dyn_cast<ClockOp>(child)) {
      readClock(clock);
    } else if (auto control = dyn_cast<sts::ControlOp>(child)) {
      readControl(control);
    } else if (auto label = dyn_cast<LabelOp>(child)) {
      readLabel(label);
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Contents
//===----------------------------------------------------------------------===//

unsigned SystemLoader::getControl(StringRef name) const {
  return system->lookup(name)->index;
}

unsigned SystemLoader::getLocation(unsigned control, StringRef name) const {
  return locations[control].lookup(name);
}

LogicalResult SystemLoader::extendScale(Operation *op,
                                        const SystemCondition &condition) {
  bool fits = true;
  for (const ClockBound &bound : condition.clocks)
    fits &= tioga::extendScale(bound.source, system->scale);
  for (Expr mixed : condition.mixed)
    fits &= tioga::extendScale(mixed, system->scale);
  if (!fits)
    return op->emitOpError(
        "the constants of this system have no common denominator in 64 bits");
  return success();
}

LogicalResult SystemLoader::readInvariant(sts::InvariantOp op) {
  unsigned index = system->invariants.size();
  if (!op.getControl()) {
    system->globalInvariants.push_back(index);
  } else {
    unsigned control = getControl(*op.getControl());
    unsigned location = getLocation(control, *op.getLocation());
    system->locationInvariants[control][location].push_back(index);
  }
  system->invariants.push_back(
      {splitCondition(flattener.apply(op.getCondition().getExpr()), *system),
       op.getOrigin().value_or(StringRef()), op.getLoc()});
  return extendScale(op, system->invariants.back().condition);
}

void SystemLoader::readUrgent(sts::UrgentOp op) {
  if (!op.getControl()) {
    system->alwaysUrgent = true;
    return;
  }
  unsigned control = getControl(*op.getControl());
  system->urgentLocations[control][getLocation(control, *op.getLocation())] =
      true;
}

void SystemLoader::readMoves(sts::TransitionOp op,
                             SystemTransition &transition) {
  if (!op.getMoves())
    return;
  for (auto move : op.getMoves()->getAsRange<sts::MoveAttr>()) {
    unsigned control = getControl(move.getControl());
    SystemMove result = {control, std::nullopt,
                         getLocation(control, move.getTo())};
    if (move.getFrom())
      result.from = getLocation(control, move.getFrom());
    transition.moves.push_back(result);
  }
}

LogicalResult SystemLoader::readUpdate(sts::TransitionOp op,
                                       const RecordFlattener &flattener,
                                       SystemTransition &transition) {
  if (!op.getUpdate())
    return success();
  for (const Assignment &assignment :
       flattener.apply(op.getUpdate()->getAssignments())) {
    const Slot *slot = system->lookup(assignment.target);
    if (slot->kind == Slot::Kind::Variable) {
      transition.assignments.push_back({slot->index, assignment.value});
      continue;
    }
    transition.resets.push_back(
        makeClockReset(slot->index, assignment.value, *system));
    if (!tioga::extendScale(assignment.value, system->scale))
      return op.emitOpError("the constants of this system have no common "
                            "denominator in 64 bits");
  }
  return success();
}

LogicalResult SystemLoader::readTransition(sts::TransitionOp op) {
  SystemTransition transition = {std::nullopt, {}, {}, {},
                                 {},           {}, {}, op.getLoc()};
  ArrayAttr params = op.getParamsAttr();
  if (op.getLabel()) {
    transition.label = system->lookupLabel(*op.getLabel());
    transition.params = system->labels[*transition.label].params;
  } else {
    transition.params = readParams(params);
  }
  RecordFlattener local = flattener;
  for (const SystemParam &param : transition.params) {
    const Slot *slot = system->lookup(param.name);
    if (slot && slot->kind != Slot::Kind::Variable)
      return op.emitOpError() << "the parameter '" << param.getName()
                              << "' hides a clock or a control variable";
  }
  if (op.getLabel())
    params = labelParams.lookup(*transition.label);
  if (params)
    for (auto param : params.getAsRange<ParamAttr>())
      local.declare(param.getName().getValue(), param.getType());
  readMoves(op, transition);
  if (failed(readUpdate(op, local, transition)))
    return failure();
  if (op.getGuard())
    transition.guard =
        splitCondition(local.apply(op.getGuard()->getExpr()), *system);
  if (op.getOrigin())
    for (auto origin : op.getOrigin()->getAsRange<StringAttr>())
      transition.origin.push_back(origin.getValue());
  system->transitions.push_back(std::move(transition));
  return extendScale(op, system->transitions.back().guard);
}

void SystemLoader::readConjunct(sts::ConjunctOp op) {
  SystemConjunct conjunct = {
      op.getId(),
      op.getAssume() ? flattener.apply(op.getAssume()->getExpr()) : Expr(),
      flattener.apply(op.getGuarantee().getExpr()),
      op.getView().value_or(StringRef()), op.getLoc()};
  (op.getInitially() ? system->initialConjuncts : system->stepConjuncts)
      .push_back(conjunct);
}

LogicalResult SystemLoader::readContents() {
  for (Operation &child : op.getBody().front()) {
    LogicalResult result =
        llvm::TypeSwitch<Operation *, LogicalResult>(&child)
            .Case([&](sts::InvariantOp op) { return readInvariant(op); })
            .Case([&](sts::UrgentOp op) {
              readUrgent(op);
              return success();
            })
            .Case([&](sts::TransitionOp op) { return readTransition(op); })
            .Case([&](sts::ConjunctOp op) {
              readConjunct(op);
              return success();
            })
            .Case([&](PurposeOp op) {
              if (op.getSteps().size() == 1)
                system->purposes[op.getName()] =
                    flattener.apply(cast<ExprAttr>(op.getSteps()[0]).getExpr());
              return success();
            })
            .Default([](Operation *) { return success(); });
    if (failed(result))
      return failure();
  }
  return success();
}

void SystemLoader::buildIndices() {
  for (auto [index, transition] : llvm::enumerate(system->transitions)) {
    auto first = llvm::find_if(transition.moves, [](const SystemMove &move) {
      return move.from.has_value();
    });
    if (first == transition.moves.end())
      system->freeTransitions.push_back(index);
    else
      system->outTransitions[first->control][*first->from].push_back(index);
  }
}

FailureOr<std::unique_ptr<System>> SystemLoader::load() {
  if (failed(readDeclarations()) || failed(readContents()))
    return failure();
  buildIndices();
  return std::move(system);
}

FailureOr<std::unique_ptr<System>> System::load(sts::SystemOp op) {
  return SystemLoader(op).load();
}
