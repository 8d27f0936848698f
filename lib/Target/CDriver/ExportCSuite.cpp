//===- ExportCSuite.cpp - Suites as C ---------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CWriter.h"
#include "tioga/Engine/Trace.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace tioga;
using llvm::formatv;

namespace {

/// Writes the tables of one test.
class TestWriter {
public:
  TestWriter(const TestCase &test, const COptions &options, std::string prefix)
      : test(test), system(test.getSystem()), options(options),
        prefix(std::move(prefix)), writer(system, options, this->prefix),
        states("tioga_state", this->prefix + "_states"),
        moves("tioga_move", this->prefix + "_moves"),
        deadlines("tioga_deadline", this->prefix + "_deadlines") {}

  llvm::LogicalResult write(llvm::raw_ostream &os);
  /// The row of the list of tests.
  std::string getRow() const;

private:
  void addState(const TestState &state);
  void addMove(const TestMove &move, const SystemTransition &transition);
  std::string addDeadline(const SystemCondition &deadline);
  std::string getInitialValues(llvm::raw_ostream &os);

  const TestCase &test;
  const System &system;
  const COptions &options;
  std::string prefix;
  CWriter writer;
  CTable states, moves, deadlines;
  std::string initialValues = "0";
};

} // namespace

static llvm::StringRef getCVerdict(std::optional<test::Verdict> verdict) {
  if (!verdict)
    return "TIOGA_RUNNING";
  switch (*verdict) {
  case test::Verdict::Pass:
    return "TIOGA_PASS";
  case test::Verdict::Fail:
    return "TIOGA_FAIL";
  case test::Verdict::Inconclusive:
    return "TIOGA_INCONCLUSIVE";
  }
  llvm_unreachable("covered switch");
}

void TestWriter::addMove(const TestMove &move,
                         const SystemTransition &transition) {
  llvm::StringRef kind = move.kind == test::MoveKind::Send     ? "TIOGA_SEND"
                         : move.kind == test::MoveKind::Expect ? "TIOGA_EXPECT"
                                                               : "TIOGA_ELAPSE";
  writer.setLoc(move.loc);
  writer.setParams(transition.params);
  std::string label = "0", text = "elapse";
  if (move.label) {
    const SystemLabel &used = system.getLabels()[*move.label];
    label = CLabels::getConstant(used);
    text = used.getText();
  }
  llvm::StringRef origin = move.origin;
  text += (" -> " + test.getStates()[move.target].name).str();
  if (!origin.empty())
    text += (", " + origin).str();
  llvm::SmallVector<Expr> data;
  writer.addRangeConditions(transition.assignments, data);
  for (const SystemCondition &alternative : writer.split(transition.guard)) {
    llvm::SmallVector<Expr> conditions(llvm::ArrayRef<Expr>(alternative.data));
    conditions.append(data.begin(), data.end());
    std::string bounds = writer.addBounds(alternative.clocks);
    std::string resets =
        writer.addResets(transition.resets, /*allowCopies=*/false);
    moves.add(formatv("{{{0}, {1}, {2}, {3}, {4}, {5}, {6}}", kind, label,
                      move.target, bounds, resets, writer.addGuard(conditions),
                      writer.addUpdate(transition.assignments, move.arguments)),
              text);
  }
}

/// The alternatives of a deadline, as rows of `deadlines`.
std::string TestWriter::addDeadline(const SystemCondition &deadline) {
  llvm::SmallVector<CTable::Row> rows;
  if (!deadline.isTrue())
    for (const SystemCondition &alternative : writer.split(deadline))
      rows.emplace_back(formatv("{{{0}, {1}}",
                                writer.addBounds(alternative.clocks),
                                writer.addGuard(alternative.data)),
                        alternative.expr.str());
  return deadlines.addSlice(rows);
}

void TestWriter::addState(const TestState &state) {
  unsigned first = moves.size();
  for (unsigned index : state.moves)
    addMove(test.getMoves()[index], system.getTransitions()[index]);
  writer.setLoc(state.loc);
  std::string deadline = addDeadline(state.deadline);
  states.add(formatv("{{{0}, {1}, {2}, {3}, {4}, {5}, {6}}",
                     toCString(state.name), getCVerdict(state.verdict), first,
                     moves.size() - first, deadline,
                     state.otherwise.value_or(0),
                     state.reason.empty() ? "0" : toCString(state.reason)));
}

std::string TestWriter::getInitialValues(llvm::raw_ostream &os) {
  CTable values("int32_t", prefix + "_values");
  for (const SystemVariable &variable : system.getVariables())
    if (std::optional<int64_t> value = writer.getConstant(variable.initial))
      values.add(std::to_string(*value), variable.getName().str());
  values.print(os);
  return values.getReference();
}

llvm::LogicalResult TestWriter::write(llvm::raw_ostream &os) {
  for (const TestState &state : test.getStates())
    addState(state);
  if (writer.hasFailed())
    return llvm::failure();
  os << "/*===--- " << test.getName() << " ---===*/\n\n";
  if (!test.getDoc().empty())
    os << toCComment(test.getDoc()) << "\n";
  for (llvm::StringRef mutant : test.getMutants())
    os << toCComment(("made from mutant " + mutant).str()) << "\n";
  writer.printFunctions(os);
  writer.bounds.print(os);
  writer.resets.print(os);
  initialValues = getInitialValues(os);
  moves.print(os);
  deadlines.print(os);
  states.print(os);
  return llvm::failure(writer.hasFailed());
}

std::string TestWriter::getRow() const {
  return formatv("{{{0}, label_names, num_arguments, {1}, {2}, {3}, {4}, {5}, "
                 "{6}, {7}, {8}, {9}, {10}}",
                 toCString(test.getName()), system.getClocks().size(),
                 system.getVariables().size(), test.getInitial(),
                 states.getReference(), moves.getReference(),
                 deadlines.getReference(), writer.bounds.getReference(),
                 writer.resets.getReference(), initialValues,
                 options.silence * options.ticksPerUnit);
}

llvm::LogicalResult tioga::writeSuite(llvm::ArrayRef<const TestCase *> tests,
                                      const CLabels &labels,
                                      const COptions &options, CFiles &files) {
  std::string tables, rows, source, header;
  llvm::raw_string_ostream tablesOS(tables), rowsOS(rows), os(source);
  for (auto [index, test] : llvm::enumerate(tests)) {
    TestWriter writer(*test, options, formatv("t{0}", index + 1));
    if (failed(writer.write(tablesOS)))
      return llvm::failure();
    rowsOS << "    " << writer.getRow() << ",\n";
  }
  os << "/* The tests of this suite: constant tables for tioga_rt.c. */\n\n"
     << "#include \"suite.h\"\n\n";
  labels.printTables(os);
  os << tables << "const tioga_test suite_tests[] = {\n" << rows << "};\n";
  header = formatv("/* The tests of this suite. */\n\n"
                   "#ifndef SUITE_H\n#define SUITE_H\n\n"
                   "#include \"labels.h\"\n#include \"tioga_rt.h\"\n\n"
                   "#define SUITE_TICKS_PER_UNIT {0}\n"
                   "#define SUITE_NUM_TESTS {1}U\n\n"
                   "extern const tioga_test suite_tests[];\n\n"
                   "#endif /* SUITE_H */\n",
                   options.ticksPerUnit, tests.size());
  files.emplace_back("suite.h", header);
  files.emplace_back("suite.c", source);
  return llvm::success();
}
