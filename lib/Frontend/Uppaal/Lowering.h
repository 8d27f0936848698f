//===- Lowering.h - From the UPPAAL language to expressions -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Guards become expressions as written. Updates are executed symbolically: what
// was assigned before is substituted in what is read later, functions are
// inlined, loops are unrolled, branches become `if`. The result is one
// simultaneous update over the state before the edge.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_FRONTEND_UPPAAL_LOWERING_H
#define TIOGA_LIB_FRONTEND_UPPAAL_LOWERING_H

#include "Scope.h"
#include "tioga/Expr/Update.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tioga::uppaal {

/// What has been assigned so far.
struct State {
  /// Variables and local variables of functions.
  llvm::MapVector<const Symbol *, Operand> values;
  /// Clocks, by their names.
  llvm::MapVector<Expr, Operand> clocks;
  /// The condition under which the function has returned; null: it has not.
  Expr returned;
  Operand result;
};

/// An index of a channel or clock that has to be a number, but depends on
/// variables: the edge is needed once for each value.
struct Split {
  Expr index;
  int64_t low, high;
  /// The index lies inside of the array; null if it always does.
  Expr isInside;
};

/// A value that must lie in a range: in UPPAAL the model is wrong if it does
/// not, even if another value is assigned afterwards.
struct RangeCheck {
  const DataType *type = nullptr;
  /// Where in a function: conditions that hold there.
  llvm::SmallVector<Expr, 2> path;
  Expr value, isInside;
};

class Lowering {
public:
  Lowering(Source &source, ExprContext &exprs) : source(source), exprs(exprs) {}

  Source &getSource() { return source; }
  ExprContext &getExprs() { return exprs; }

  /// Symbols and types live as long as this.
  Symbol &addSymbol(Symbol symbol) {
    return symbols.emplace_back(std::move(symbol));
  }
  NameScope &addScope(NameScope *parent) { return scopes.emplace_back(parent); }

  // Declarations. All report what is wrong and return null or nothing.
  const DataType *resolveType(const TypeNode &node, NameScope &scope);
  const DataType *resolveType(const VarDecl &decl, NameScope &scope);
  /// The values of a type that can be enumerated.
  std::optional<std::pair<int64_t, int64_t>> getDomain(const TypeNode &node,
                                                       NameScope &scope);
  std::optional<int64_t> evaluateInt(const Node &node, NameScope &scope);
  /// A literal of the type.
  Operand evaluateInit(const Node &node, const DataType &type,
                       NameScope &scope);
  Operand getDefault(const DataType &type);
  /// Constants, types and functions; what else there is goes to `declareOther`.
  void
  declare(const Decl &decl, NameScope &scope,
          llvm::function_ref<void(const VarDecl &, const DataType &)> other);
  /// Adds a symbol unless the very scope has one of the name.
  Symbol *define(NameScope &scope, Symbol symbol);
  /// A constant, such as a select or the parameter of a template.
  void defineConstant(NameScope &scope, llvm::StringRef name, Range range,
                      const DataType *type, Operand value);
  Operand makeInt(int64_t value);
  Operand makeBool(bool value);

  /// Begins with the state before an edge. In it, `assumptions` hold.
  void reset(llvm::ArrayRef<std::pair<Expr, int64_t>> assumptions = {});
  /// What `reset` started needs another index first.
  const std::optional<Split> &getSplit() const { return split; }

  /// A condition, without effects; null on error.
  Expr lowerCondition(const Node &node, NameScope &scope);
  /// Executes an expression for its effects.
  bool lowerEffect(const Node &node, NameScope &scope);
  /// The update that was executed since `reset`. Where a value was out of range
  /// on the way, the update leaves a range. Nothing after reporting errors.
  std::optional<Update> takeUpdate(NameScope &scope, Range range);
  /// An assignment that cannot be made; nothing if there are no variables.
  std::optional<Assignment> makeImpossible(NameScope &scope);
  /// The order in which names are declared is that of updates.
  void setOrder(Expr name) { order.try_emplace(name, order.size()); }
  unsigned getOrder(Expr name) const { return order.lookup(name); }
  std::optional<Place> lowerPlace(const Node &node, NameScope &scope);
  Operand lowerValue(const Node &node, NameScope &scope);
  Operand coerce(Operand value, const DataType &type, Range range);
  std::optional<int64_t> getConstant(Expr expr);

  /// A clock was read since `reset`.
  bool hasReadClock() const { return readsClock; }

  /// What queries may say beyond conditions of the model: `P.Location` is a
  /// condition, `P.x` and `P(1).x` are variables, `deadlock` is a condition.
  struct QueryNames {
    virtual ~QueryNames() = default;
    /// Null if it is no location.
    virtual Expr lookupLocation(const Node &field, NameScope &scope) = 0;
    /// Returns false if it is no member of a process; sets `place` unless
    /// there is an error, which is then reported.
    virtual bool lookupMember(const Node &field, NameScope &scope,
                              std::optional<Place> &place) = 0;
  };
  QueryNames *queryNames = nullptr;

private:
  static constexpr unsigned maxCallDepth = 64;
  static constexpr unsigned maxSymbolicIterations = 256;
  static constexpr uint64_t maxSteps = 2'000'000;
  static constexpr unsigned maxIterations = 4096;
  static constexpr unsigned maxValueDepth = 900;
  static constexpr unsigned maxOperands = 4096;
  static constexpr uint64_t maxTreeSize = 20'000;
  static constexpr int64_t maxArraySize = 1 << 16;
  static constexpr int64_t maxInstances = 1 << 16;

  bool step(Range range);
  /// Reports an expression that nobody could read, or print.
  bool checkSize(Expr expr, Range range);
  bool checkState(Range range);
  uint64_t getTreeSize(Expr expr);
  Operand error(Range range, const llvm::Twine &message);

  // Values.
  Operand lowerName(const Node &node, NameScope &scope);
  Operand lowerUnary(const Node &node, NameScope &scope);
  Operand lowerBinary(const Node &node, NameScope &scope);
  Operand lowerLogical(const Node &node, NameScope &scope);
  Operand lowerComparison(const Node &node, Operand a, Operand b);
  Operand lowerArithmetic(const Node &node, NodeOp op, Operand a, Operand b);
  Operand lowerClockArithmetic(const Node &node, NodeOp op, Operand a,
                               Operand b);
  Operand lowerDivision(const Node &node, NodeOp op, Operand a, Operand b);
  Operand lowerBits(const Node &node, NodeOp op, Operand a, Operand b);
  Operand lowerConditional(const Node &node, NameScope &scope);
  Operand lowerQuantifier(const Node &node, NameScope &scope);
  Operand lowerAssignment(const Node &node, NameScope &scope);
  Operand lowerIncrement(const Node &node, NameScope &scope);
  Operand lowerCall(const Node &node, NameScope &scope);
  Operand lowerBuiltin(const Node &node, NameScope &scope,
                       llvm::StringRef name);
  Operand fold(Operand value);
  Operand makeValue(Expr expr, const DataType *type);
  Operand makeBoolean(Expr expr);
  Operand choose(Expr condition, Operand a, Operand b);
  Expr chooseCondition(Expr condition, Expr a, Expr b);
  Expr assume(Expr expr, Expr condition, bool value);
  Operand chooseElement(Expr condition, Operand a, Operand b);
  Operand toBool(Operand value, Range range);
  Operand toInt(Operand value, Range range);

  // Places.
  std::optional<Place> lowerIndex(const Node &node, NameScope &scope);
  std::optional<Place> lowerField(const Node &node, NameScope &scope);
  std::optional<int64_t> getFixedIndex(Operand index, const DataType &array,
                                       Range range);
  Operand read(const Place &place, Range range);
  Operand readRoot(const Place &place, Range range);
  Expr readAccess(Expr value, const Access &access);
  Expr writeAccess(Expr old, llvm::ArrayRef<Access> path, Expr value);
  bool write(const Place &place, Operand value, Range range);

  // Statements.
  bool execute(const Stmt &stmt, NameScope &scope);
  bool executeOnce(const Stmt &stmt, NameScope &scope);
  bool executeBlock(const Stmt &stmt, NameScope &scope);
  bool executeIf(const Stmt &stmt, NameScope &scope);
  bool executeLoop(const Stmt &stmt, NameScope &scope, unsigned depth);
  bool executeIterate(const Stmt &stmt, NameScope &scope);
  bool executeReturn(const Stmt &stmt, NameScope &scope);
  bool executeBranch(Expr condition, llvm::function_ref<bool()> then,
                     llvm::function_ref<bool()> otherwise);
  void merge(Expr condition, const State &a, const State &b);
  /// The condition that an integer lies between two others; null if it always
  /// does.
  Expr getRangeCondition(Operand value, int64_t low, int64_t high);
  Expr assumePath(Expr expr, llvm::ArrayRef<Expr> conditions);
  void checkRange(Operand value, const DataType &type);
  bool isCheckedAtEnd(const RangeCheck &check);
  Expr getRangeConditions();
  bool bindParameter(const VarDecl &param, const Node &argument,
                     NameScope &caller, NameScope &callee);
  void declareLocal(const VarDecl &decl, const DataType &type,
                    NameScope &scope);

  static DataType makeType(DataType::Kind kind, int64_t low = 0,
                           int64_t high = 0) {
    DataType type;
    type.kind = kind;
    type.low = low;
    type.high = high;
    return type;
  }
  const DataType *addType(DataType type) { return &types.emplace_back(type); }
  Operand evaluateList(const Node &node, const DataType &type,
                       NameScope &scope);
  const DataType *addDimension(const Dimension &dimension,
                               const DataType *element, NameScope &scope);

  Source &source;
  ExprContext &exprs;
  std::deque<Symbol> symbols;
  std::deque<NameScope> scopes;
  std::deque<DataType> types;
  llvm::DenseMap<Expr, unsigned> order;
  llvm::DenseMap<Expr, uint64_t> treeSizes;
  DataType boolType = makeType(DataType::Bool),
           clockType = makeType(DataType::Clock),
           voidType = makeType(DataType::Void);
  DataType intType = makeType(DataType::Int, -32768, 32767);

  State state;
  /// The conditions of the branches that are executed.
  llvm::SmallVector<Expr, 2> path;
  std::vector<RangeCheck> checks;
  llvm::SmallVector<std::pair<Expr, int64_t>> assumptions;
  std::optional<Split> split;
  /// Operations on constants are carried out: inside of functions, and where a
  /// number is needed. Guards stay as they are written.
  bool isFolding = false;
  bool readsClock = false;
  unsigned callDepth = 0;
  uint64_t steps = 0;
  bool isExhausted = false;
  const DataType *returnType = nullptr;
};

} // namespace tioga::uppaal

#endif // TIOGA_LIB_FRONTEND_UPPAAL_LOWERING_H
