//===- ExportCContract.cpp - Contracts as C ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CWriter.h"
#include "tioga/Dialect/Test/IR/LowerSteps.h"
#include "tioga/Expr/Rewrite.h"
#include "llvm/Support/FormatVariadic.h"

using namespace tioga;
using llvm::formatv;

namespace {

/// Writes the tables of one contract and its mutants. The old values of
/// variables are variables of the runtime, the new ones arguments.
class ContractWriter {
public:
  ContractWriter(const System &system, const COptions &options)
      : system(system), writer(system, options, "model"),
        variables("tioga_variable", "model_variables"),
        order("uint8_t", "model_order"),
        requirements("char *const", "model_requirements"),
        checks("tioga_check", "model_checks"),
        replaced("uint16_t", "model_replaced"),
        mutants("tioga_mutant", "model_mutants"),
        literals("model_literal", "model_literals") {}

  llvm::LogicalResult write(llvm::ArrayRef<NamedEdits> list,
                            const CLabels &labels, llvm::raw_ostream &os);
  unsigned getNumLiterals() const { return literals.size(); }

private:
  void addVariables();
  void addChecks(const SystemConjunct &conjunct, bool isInitial,
                 unsigned requirement);
  void addMutant(const NamedEdits &mutant);
  unsigned getLevel(llvm::ArrayRef<Expr> conditions) const;

  const System &system;
  CWriter writer;
  CTable variables, order, requirements, checks, replaced, mutants, literals;
  std::vector<SystemParam> params;
  /// By variable, its place in the order.
  std::vector<unsigned> places;
  unsigned numChoices = 0, numChecks = 0;
};

} // namespace

void ContractWriter::addVariables() {
  places.resize(system.getVariables().size());
  for (Owner owner : {Owner::Input, Owner::Output, Owner::Hidden})
    for (auto [index, variable] : llvm::enumerate(system.getVariables()))
      if (variable.owner == owner) {
        places[index] = order.add(std::to_string(index));
        numChoices += owner != Owner::Input;
      }
  for (auto [index, variable] : llvm::enumerate(system.getVariables())) {
    params.push_back({variable.primedName, variable.type});
    writer.setLoc(variable.loc);
    std::optional<Interval> range = getInterval(variable.type);
    // The largest ranges stand for numbers without bound.
    if (!range || range->high - range->low > INT32_MAX) {
      mlir::emitError(variable.loc, "cannot be compiled to C: '")
          << variable.getName() << "' has no finite scalar type";
      range = {1, 0};
    }
    variables.add(formatv("{{{0}, {1}, {2}, {3}, {4}}",
                          toCString(variable.getName()), range->low,
                          range->high, variable.owner == Owner::Input,
                          variable.owner == Owner::Output));
    if (auto type = llvm::dyn_cast<EnumType>(variable.type))
      for (auto [value, literal] : llvm::enumerate(type.getLiterals()))
        literals.add(formatv("{{{0}, {1}, {2}}", index,
                             toCString(literal.getValue()), value));
  }
  // An array is never empty.
  literals.add("{255U, \"\", 0}");
  writer.setParams(params);
}

/// How many variables of the order have to be known.
unsigned ContractWriter::getLevel(llvm::ArrayRef<Expr> conditions) const {
  unsigned level = 0;
  for (Expr condition : conditions) {
    llvm::SetVector<Expr> names;
    collectNames(condition, names);
    for (Expr name : names)
      if (const Slot *slot = system.lookup(name); slot && slot->primed)
        level = std::max(level, places[slot->index] + 1);
  }
  return level;
}

/// The conjuncts of a guarantee one by one: each is checked as soon as it can
/// be.
void ContractWriter::addChecks(const SystemConjunct &conjunct, bool isInitial,
                               unsigned requirement) {
  ExprContext &context = system.getExprContext();
  writer.setLoc(conjunct.loc);
  for (Expr part : getConjuncts(conjunct.guarantee)) {
    Expr condition = part;
    if (conjunct.assume)
      condition = context.get(ExprKind::Implies, conjunct.assume, part);
    std::string function = writer.addGuard(condition);
    checks.add(formatv("{{{0}, {1}, {2}, {3}}", requirement, isInitial,
                       getLevel(condition), function),
               conjunct.id.str());
  }
}

void ContractWriter::addMutant(const NamedEdits &mutant) {
  unsigned firstReplaced = replaced.size(), firstCheck = checks.size();
  unsigned numInitial = system.getInitialConjuncts().size();
  for (const SystemEdits::ReplacedConjunct &each :
       mutant.edits.replacedConjuncts) {
    unsigned requirement = each.conjunct + (each.isInitial ? 0 : numInitial);
    replaced.add(std::to_string(requirement));
    SystemConjunct changed =
        (each.isInitial ? system.getInitialConjuncts()
                        : system.getStepConjuncts())[each.conjunct];
    changed.assume = each.assume;
    changed.guarantee = each.guarantee;
    addChecks(changed, each.isInitial, requirement);
  }
  mutants.add(formatv("{{{0}, {1}, {2}, {3}, {4}}", toCString(mutant.id),
                      firstReplaced, replaced.size() - firstReplaced,
                      firstCheck, checks.size() - firstCheck));
}

llvm::LogicalResult ContractWriter::write(llvm::ArrayRef<NamedEdits> list,
                                          const CLabels &labels,
                                          llvm::raw_ostream &os) {
  for (const SystemVariable &variable : system.getVariables())
    if (!getInterval(variable.type))
      return mlir::emitError(variable.loc, "cannot be compiled to C: '")
             << variable.getName() << "' has no finite scalar type";
  addVariables();
  unsigned count = 0;
  for (bool isInitial : {true, false})
    for (const SystemConjunct &conjunct :
         isInitial ? system.getInitialConjuncts() : system.getStepConjuncts()) {
      addChecks(conjunct, isInitial, count++);
      requirements.add(toCString(conjunct.id));
    }
  numChecks = checks.size();
  for (const NamedEdits &mutant : list)
    addMutant(mutant);
  if (writer.hasFailed())
    return llvm::failure();
  if (std::max({checks.size(), replaced.size(), mutants.size()}) > 65535)
    return mlir::emitError(system.getLoc(),
                           "cannot be compiled to C: more than 65535 rows in "
                           "one table; choose fewer mutants");
  os << "/* " << system.getName()
     << ": constant tables for tioga_model.c. */\n\n"
     << "#include \"model.h\"\n\n";
  labels.printTables(os);
  writer.printFunctions(os);
  for (const CTable *table :
       {&variables, &order, &requirements, &checks, &replaced, &mutants})
    table->print(os);
  // The monitor reads it from another file.
  std::string shared;
  llvm::raw_string_ostream sharedOS(shared);
  literals.print(sharedOS);
  os << llvm::StringRef(shared).drop_front(strlen("static "));
  os << formatv("const tioga_model model = {{\n    {0}, label_names, "
                "num_arguments, LABEL_{1}, LABEL_{2},\n    {3}, {4}, {5}, {6},"
                "\n    {7}, {8}, {9}, {10},\n",
                toCString(system.getName()), toCConstant(test::stepLabel),
                toCConstant(test::answerLabel), system.getVariables().size(),
                numChoices, variables.getReference(), order.getReference(),
                requirements.size(), numChecks, mutants.size(),
                requirements.getReference());
  os << formatv("    {0}, {1}, {2}};\n", checks.getReference(),
                replaced.getReference(), mutants.getReference());
  return llvm::success();
}

llvm::LogicalResult tioga::writeContract(const System &system,
                                         llvm::ArrayRef<NamedEdits> mutants,
                                         const CLabels &labels,
                                         const COptions &options,
                                         CFiles &files) {
  std::string source;
  llvm::raw_string_ostream os(source);
  ContractWriter writer(system, options);
  if (failed(writer.write(mutants, labels, os)))
    return llvm::failure();
  std::string header = formatv(
      "/* {0} as code: start it with tioga_model_start, or judge by it with\n"
      "   tioga_monitor_start (tioga_model.h). */\n\n"
      "#ifndef MODEL_H\n#define MODEL_H\n\n#include \"labels.h\"\n"
      "#include \"tioga_model.h\"\n\n#define MODEL_TICKS_PER_UNIT {1}\n\n"
      "extern const tioga_model model;\n\n"
      "/* How literals of enumerations are written. */\n"
      "typedef struct {{\n  uint8_t variable;\n  const char *name;\n"
      "  int32_t value;\n} model_literal;\n"
      "#define MODEL_NUM_LITERALS {2}U\n"
      "extern const model_literal model_literals[];\n\n"
      "#endif /* MODEL_H */\n",
      system.getName(), options.ticksPerUnit, writer.getNumLiterals());
  files.emplace_back("model.h", header);
  files.emplace_back("model.c", source);
  return llvm::success();
}
