//===- CWriter.h - Parts of generated C -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_TARGET_CDRIVER_CWRITER_H
#define TIOGA_LIB_TARGET_CDRIVER_CWRITER_H

#include "tioga/Target/ExportC.h"
#include "llvm/Support/raw_ostream.h"

namespace tioga {

/// Makes a C identifier of a name: `Machine.x` becomes `Machine_x`.
std::string toCName(llvm::StringRef name);
/// The same in capitals, for constants.
std::string toCConstant(llvm::StringRef name);
/// A string literal.
std::string toCString(llvm::StringRef text);
/// A comment; what would end it is taken apart.
std::string toCComment(llvm::StringRef text);

/// Numbers that an expression can have.
struct Interval {
  int64_t low, high;
};

/// A list of constants that rows of other tables refer to by position.
class CTable {
public:
  CTable(llvm::StringRef type, llvm::StringRef name) : type(type), name(name) {}

  /// Adds a row; `comment` may be empty. Returns its position.
  unsigned add(std::string row, std::string comment = "");
  using Row = std::pair<std::string, std::string>;
  /// Adds adjacent rows, unless they were added together before. Returns
  /// `first, count`.
  std::string addSlice(llvm::ArrayRef<Row> slice);
  unsigned size() const { return rows.size(); }
  /// The array, or nothing if it has no rows.
  void print(llvm::raw_ostream &os) const;
  /// What refers to it: its name, or `0` if it has no rows.
  std::string getReference() const { return rows.empty() ? "0" : name; }

private:
  std::string type, name;
  std::vector<Row> rows;
  llvm::StringMap<unsigned> slices;
};

/// Turns conditions and updates of one system into rows and functions.
///
/// Everything is an `int32_t`: Booleans are 0 and 1, literals of enumerations
/// their position. Whether all intermediate results fit is found out
/// beforehand.
class CWriter {
public:
  /// `prefix` begins the names of all functions and tables.
  CWriter(const System &system, const COptions &options,
          llvm::StringRef prefix);

  /// The parameters visible from now on.
  void setParams(llvm::ArrayRef<SystemParam> list) { params = list; }
  /// Where errors are reported from now on.
  void setLoc(mlir::Location where) { loc = where; }
  /// Whether an error was reported.
  bool hasFailed() const { return failed; }

  /// The clock constraints of a condition without mixed parts, as rows of
  /// `bounds`: `first, count`.
  std::string addBounds(llvm::ArrayRef<ClockBound> list);
  std::string addResets(llvm::ArrayRef<ClockReset> list, bool allowCopies);
  /// A function for conditions on data; `0` if there are none.
  std::string addGuard(llvm::ArrayRef<Expr> conditions);
  /// A function for assignments: `arguments[i]` first, then variables, all
  /// reading old values. Null arguments are left alone. `0` if there is none.
  std::string addUpdate(llvm::ArrayRef<DataAssignment> assignments,
                        llvm::ArrayRef<Expr> arguments = {});
  /// Conditions under which an assignment stays in its range, where that is not
  /// certain.
  void addRangeConditions(llvm::ArrayRef<DataAssignment> assignments,
                          llvm::SmallVectorImpl<Expr> &conditions);

  /// A condition as alternatives without mixed parts.
  std::vector<SystemCondition> split(const SystemCondition &condition);

  /// A constant of the model in ticks.
  std::string getTicks(Rational value);
  /// The constant for a value.
  std::optional<int64_t> getConstant(const Value &value);

  void printFunctions(llvm::raw_ostream &os) const { os << functionText; }
  CTable bounds, resets;

private:
  friend class CExprPrinter;
  mlir::InFlightDiagnostic fail();
  void collectEnums(mlir::Type type);
  std::string addFunction(llvm::StringRef kind, llvm::StringRef signature,
                          const std::string &comment, const std::string &body);
  /// The C text and the numbers it can have. Empty text after an error.
  std::pair<std::string, Interval> print(Expr expr);

  const System &system;
  const COptions &options;
  std::string prefix;
  llvm::ArrayRef<SystemParam> params;
  mlir::Location loc;
  bool failed = false;
  llvm::StringMap<EnumType> enums;
  std::string functionText;
  unsigned numFunctions = 0;
  /// Equal functions are one.
  llvm::StringMap<std::string> functionByText;
};

/// The numbers of a scalar type; nothing for other types.
std::optional<Interval> getInterval(mlir::Type type);

/// The labels of all tests and of the model, each once, by name.
class CLabels {
public:
  void add(const System &system);
  /// Adds the messages that steps of a contract become, unless the tests have
  /// them.
  void addSteps(const System &contract);
  /// The constant for a label.
  static std::string getConstant(const SystemLabel &label);
  /// Reports labels that have the same name but other parameters.
  llvm::LogicalResult check() const { return llvm::failure(conflict); }

  std::string makeHeader(const COptions &options) const;
  /// Whether some test or model has a label.
  bool contains(llvm::StringRef name) const { return byName.contains(name); }
  /// `label_names` and `num_arguments`.
  void printTables(llvm::raw_ostream &os) const;

private:
  llvm::StringMap<const SystemLabel *> byName;
  std::vector<const SystemLabel *> list;
  std::vector<std::unique_ptr<SystemLabel>> steps;
  bool conflict = false;
};

/// The largest sizes over everything that is compiled together.
struct CSizes {
  size_t clocks = 1, variables = 1, arguments = 1, requirements = 0;

  void add(const System &system);
  /// `tioga_config.h`.
  std::string makeConfig(const COptions &options) const;
};

/// Adds suite.h and suite.c.
llvm::LogicalResult writeSuite(llvm::ArrayRef<const TestCase *> tests,
                               const CLabels &labels, const COptions &options,
                               CFiles &files);
/// The same of a contract.
llvm::LogicalResult writeContract(const System &system,
                                  llvm::ArrayRef<NamedEdits> mutants,
                                  const CLabels &labels,
                                  const COptions &options, CFiles &files);
/// Adds model.h and model.c.
llvm::LogicalResult writeModel(const System &system,
                               llvm::ArrayRef<NamedEdits> mutants,
                               const CLabels &labels, const COptions &options,
                               CFiles &files);

} // namespace tioga

#endif // TIOGA_LIB_TARGET_CDRIVER_CWRITER_H
