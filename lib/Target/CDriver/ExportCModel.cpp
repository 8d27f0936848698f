//===- ExportCModel.cpp - Models as C ---------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CWriter.h"
#include "tioga/Engine/Trace.h"
#include "tioga/Expr/Rewrite.h"
#include "llvm/Support/FormatVariadic.h"

using namespace tioga;
using llvm::formatv;

namespace {

/// Writes the tables of a model and of its mutants. What a mutant adds follows
/// what the model has, in the same tables.
class ModelWriter {
public:
  ModelWriter(const System &system, const COptions &options)
      : system(system), ticksPerUnit(options.ticksPerUnit),
        writer(system, options, "model"),
        transitions("tioga_transition", "transitions"),
        moves("tioga_control_move", "moves"),
        invariants("tioga_invariant", "invariants"),
        alternatives("tioga_alternative", "alternatives"),
        urgencies("tioga_urgency", "urgencies"),
        mutants("tioga_mutant", "mutants"), removed("uint16_t", "removed"),
        initials("tioga_initial", "initials"),
        values("int32_t", "initial_values") {}

  llvm::LogicalResult write(llvm::ArrayRef<NamedEdits> list,
                            const CLabels &labels, llvm::raw_ostream &os);

private:
  void addTransition(const SystemTransition &transition);
  void addInvariant(const SystemInvariant &invariant,
                    std::optional<unsigned> control, unsigned location);
  void addInvariants();
  void addUrgencies();
  void addInitialValues();
  void addMutant(const NamedEdits &mutant);
  /// The values that the parameters of an output take: what an equation says,
  /// otherwise the smallest.
  llvm::SmallVector<Expr> chooseArguments(const SystemTransition &transition);
  std::string getMoves(const SystemTransition &transition);

  const System &system;
  int64_t ticksPerUnit;
  CWriter writer;
  CTable transitions, moves, invariants, alternatives, urgencies, mutants,
      removed, initials, values;
  unsigned numTransitions = 0, numInvariants = 0;
  /// Transitions of the model that became several rows: `first, count`.
  std::vector<std::pair<unsigned, unsigned>> rowsOf;
  /// Rows of the invariants of the model, by position there.
  std::vector<unsigned> invariantRow;
};

} // namespace

llvm::SmallVector<Expr>
ModelWriter::chooseArguments(const SystemTransition &transition) {
  llvm::SmallVector<Expr> result;
  ExprContext &context = system.getExprContext();
  for (const SystemParam &param : transition.params) {
    Expr value;
    for (Expr condition : transition.guard.data) {
      if (!condition.is(ExprKind::Eq))
        continue;
      for (unsigned side : {0u, 1u}) {
        llvm::SetVector<Expr> names;
        collectNames(condition.getOperand(1 - side), names);
        bool isClosed = llvm::none_of(names, [&](Expr name) {
          return System::lookupParam(transition, name).has_value();
        });
        if (condition.getOperand(side) == param.name && isClosed)
          value = condition.getOperand(1 - side);
      }
    }
    if (!value)
      if (std::optional<Interval> range = getInterval(param.type))
        value = context.getInt(range->low);
    result.push_back(value);
  }
  return result;
}

std::string ModelWriter::getMoves(const SystemTransition &transition) {
  llvm::SmallVector<CTable::Row> slice;
  for (const SystemMove &move : transition.moves)
    slice.emplace_back(
        formatv("{{{0}, {1}, {2}}", move.control,
                move.from ? std::to_string(*move.from) : "TIOGA_ANY", move.to),
        "");
  return moves.addSlice(slice);
}

void ModelWriter::addTransition(const SystemTransition &transition) {
  writer.setLoc(transition.loc);
  writer.setParams(transition.params);
  llvm::StringRef direction = "TIOGA_INTERNAL";
  std::string label = "0", text = "internal";
  if (transition.label) {
    const SystemLabel &used = system.getLabels()[*transition.label];
    text = used.getText();
    label = CLabels::getConstant(used);
    if (used.kind != LabelKind::Internal)
      direction =
          used.kind == LabelKind::Input ? "TIOGA_INPUT" : "TIOGA_OUTPUT";
  }
  std::string choose = "0";
  if (direction != "TIOGA_INPUT")
    choose = writer.addUpdate({}, chooseArguments(transition));
  llvm::SmallVector<Expr> ranges;
  writer.addRangeConditions(transition.assignments, ranges);
  std::string source = getLocationText(transition.loc);
  for (const SystemCondition &guard : writer.split(transition.guard)) {
    llvm::SmallVector<Expr> conditions(llvm::ArrayRef<Expr>(guard.data));
    conditions.append(ranges);
    std::string controlMoves = getMoves(transition);
    std::string bounds = writer.addBounds(guard.clocks);
    std::string resets =
        writer.addResets(transition.resets, /*allowCopies=*/true);
    transitions.add(formatv("{{{0}, {1}, {2}, {3}, {4}, {5}, {6}, {7}}",
                            direction, label, controlMoves, bounds, resets,
                            choose, writer.addGuard(conditions),
                            writer.addUpdate(transition.assignments)),
                    text + (source.empty() ? "" : ", " + source));
  }
}

void ModelWriter::addInvariant(const SystemInvariant &invariant,
                               std::optional<unsigned> control,
                               unsigned location) {
  writer.setLoc(invariant.loc);
  writer.setParams({});
  unsigned first = alternatives.size();
  for (const SystemCondition &each : writer.split(invariant.condition)) {
    std::string bounds = writer.addBounds(each.clocks);
    alternatives.add(
        formatv("{{{0}, {1}}", bounds, writer.addGuard(each.data)));
  }
  std::string source = getLocationText(invariant.loc);
  invariants.add(formatv("{{{0}, {1}, {2}, {3}}",
                         control ? std::to_string(*control) : "TIOGA_ANY",
                         location, first, alternatives.size() - first),
                 invariant.condition.expr.str() +
                     (source.empty() ? "" : ", " + source));
}

void ModelWriter::addInvariants() {
  invariantRow.resize(system.getInvariants().size());
  auto add = [&](unsigned index, std::optional<unsigned> control,
                 unsigned location) {
    invariantRow[index] = invariants.size();
    addInvariant(system.getInvariants()[index], control, location);
  };
  for (unsigned index : system.getGlobalInvariants())
    add(index, std::nullopt, 0);
  for (auto [control, each] : llvm::enumerate(system.getControls()))
    for (unsigned location = 0; location < each.locations.size(); ++location)
      for (unsigned index : system.getInvariantsAt(control, location))
        add(index, control, location);
}

void ModelWriter::addUrgencies() {
  for (auto [control, each] : llvm::enumerate(system.getControls()))
    for (unsigned location = 0; location < each.locations.size(); ++location)
      if (system.isUrgent(control, location))
        urgencies.add(formatv("{{{0}, {1}}", control, location),
                      each.locations[location].str());
  if (system.hasUrgentLabels() || system.isAlwaysUrgent())
    mlir::emitWarning(system.getLoc(), "urgent labels are not urgent in C: the "
                                       "policy of the implementation decides");
}

void ModelWriter::addInitialValues() {
  for (const SystemVariable &variable : system.getVariables())
    if (std::optional<int64_t> value = writer.getConstant(variable.initial))
      values.add(std::to_string(*value), variable.getName().str());
  for (const SystemControl &control : system.getControls())
    values.add(std::to_string(control.initial),
               (control.getName() + " at " + control.locations[control.initial])
                   .str());
}

void ModelWriter::addMutant(const NamedEdits &mutant) {
  const SystemEdits &edits = mutant.edits;
  unsigned firstRemoved = removed.size();
  auto remove = [&](unsigned transition) {
    auto [first, count] = rowsOf[transition];
    for (unsigned row = first; row < first + count; ++row)
      removed.add(std::to_string(row));
  };
  for (unsigned transition : edits.removed)
    remove(transition);
  for (const SystemEdits::Replaced &each : edits.replaced)
    remove(each.transition);
  unsigned numRemoved = removed.size() - firstRemoved;
  unsigned firstAdded = transitions.size();
  for (const SystemEdits::Replaced &each : edits.replaced)
    addTransition(each.with);
  for (const SystemTransition &each : edits.added)
    addTransition(each);
  unsigned firstLost = removed.size(), firstInvariant = invariants.size();
  for (const SystemEdits::ReplacedInvariant &each : edits.replacedInvariants) {
    unsigned row = invariantRow[each.invariant];
    removed.add(std::to_string(row));
    if (!each.with.expr)
      continue;
    SystemInvariant changed = system.getInvariants()[each.invariant];
    changed.condition = each.with;
    for (auto [control, entry] : llvm::enumerate(system.getControls()))
      for (unsigned l = 0; l < entry.locations.size(); ++l)
        if (llvm::is_contained(system.getInvariantsAt(control, l),
                               each.invariant))
          addInvariant(changed, control, l);
    if (llvm::is_contained(system.getGlobalInvariants(), each.invariant))
      addInvariant(changed, std::nullopt, 0);
  }
  for (const SystemEdits::AddedInvariant &each : edits.addedInvariants)
    addInvariant(each.invariant, each.control, each.location);
  unsigned firstInitial = initials.size();
  size_t numVariables = system.getVariables().size();
  for (const SystemEdits::InitialValue &each : edits.initialValues)
    if (std::optional<int64_t> value = writer.getConstant(each.value))
      initials.add(formatv("{{{0}, {1}}", each.variable, *value));
  for (const SystemEdits::InitialLocation &each : edits.initialLocations)
    initials.add(
        formatv("{{{0}, {1}}", numVariables + each.control, each.location));
  if (!edits.urgencies.empty())
    mlir::emitWarning(system.getLoc(), "mutant '")
        << mutant.id << "' changes urgency, which C does not follow";
  mutants.add(formatv(
      "{{{0}, {1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}, {9}, {10}}",
      toCString(mutant.id), firstRemoved, numRemoved, firstAdded,
      transitions.size() - firstAdded, firstLost, removed.size() - firstLost,
      firstInvariant, invariants.size() - firstInvariant, firstInitial,
      initials.size() - firstInitial));
}

llvm::LogicalResult ModelWriter::write(llvm::ArrayRef<NamedEdits> list,
                                       const CLabels &labels,
                                       llvm::raw_ostream &os) {
  addInitialValues();
  for (const SystemTransition &transition : system.getTransitions()) {
    unsigned first = transitions.size();
    addTransition(transition);
    rowsOf.emplace_back(first, transitions.size() - first);
  }
  numTransitions = transitions.size();
  addInvariants();
  numInvariants = invariants.size();
  addUrgencies();
  for (const NamedEdits &mutant : list) {
    if (writer.hasFailed())
      return llvm::failure();
    addMutant(mutant);
  }
  // Rows are addressed by 16 bits.
  size_t largest =
      std::max({transitions.size(), moves.size(), writer.bounds.size(),
                writer.resets.size(), invariants.size(), alternatives.size(),
                removed.size(), initials.size(), mutants.size()});
  if (largest > 65535)
    return mlir::emitError(system.getLoc(), "cannot be compiled to C: ")
           << largest << " rows in one table; choose fewer mutants";
  if (writer.hasFailed())
    return llvm::failure();
  os << "/* " << system.getName()
     << ": constant tables for tioga_model.c. */\n\n"
     << "#include \"model.h\"\n\n";
  labels.printTables(os);
  writer.printFunctions(os);
  for (const CTable *table :
       {&values, &writer.bounds, &writer.resets, &moves, &transitions,
        &alternatives, &invariants, &urgencies, &removed, &initials, &mutants})
    table->print(os);
  os << formatv("const tioga_model model = {{\n"
                "    {0}, label_names, num_arguments,\n"
                "    {1}, {2}, {3}, {4}, {5}, {6}, {7}, {8},\n",
                toCString(system.getName()), system.getClocks().size(),
                system.getVariables().size() + system.getControls().size(),
                system.getControls().size(), numTransitions, numInvariants,
                urgencies.size(), mutants.size(),
                system.isDense() ? 0 : ticksPerUnit);
  os << formatv("    {0}, {1}, {2}, {3}, {4}, {5}, {6},\n",
                values.getReference(), transitions.getReference(),
                moves.getReference(), writer.bounds.getReference(),
                writer.resets.getReference(), invariants.getReference(),
                alternatives.getReference());
  os << formatv("    {0}, {1}, {2}, {3}};\n", urgencies.getReference(),
                mutants.getReference(), removed.getReference(),
                initials.getReference());
  return llvm::success();
}

llvm::LogicalResult tioga::writeModel(const System &system,
                                      llvm::ArrayRef<NamedEdits> mutants,
                                      const CLabels &labels,
                                      const COptions &options, CFiles &files) {
  std::string source;
  llvm::raw_string_ostream os(source);
  if (failed(ModelWriter(system, options).write(mutants, labels, os)))
    return llvm::failure();
  std::string header = formatv(
      "/* {0} as code: start it with tioga_model_start (tioga_model.h). */\n\n"
      "#ifndef MODEL_H\n#define MODEL_H\n\n#include \"labels.h\"\n"
      "#include \"tioga_model.h\"\n\n#define MODEL_TICKS_PER_UNIT {1}\n\n"
      "extern const tioga_model model;\n\n#endif /* MODEL_H */\n",
      system.getName(), options.ticksPerUnit);
  files.emplace_back("model.h", header);
  files.emplace_back("model.c", source);
  return llvm::success();
}
