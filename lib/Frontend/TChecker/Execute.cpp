//===- Execute.cpp - Effects of statements ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Statements happen one after the other, updates at once. An executor walks
// through the statements with the value that each variable has by then, as an
// expression over the values before the edge.
//
// Which clocks an update changes cannot depend on data. Where it does, the
// executor stops and asks for a decision: the driver tries all of them, each
// with the condition that belongs to it.
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include "tioga/Dialect/Tioga/IR/Domain.h"
#include "tioga/Expr/Parse.h"
#include "tioga/Expr/Rewrite.h"

using namespace tioga;
using namespace tioga::tchecker;
using llvm::StringRef;
using llvm::Twine;

namespace {

/// Limits that only a wrong model reaches.
constexpr unsigned maxSteps = 20000, maxVariants = 4096;
constexpr uint64_t maxNodes = 20000;

/// A question about data that decides which clocks are meant, and an answer.
struct Decision {
  /// A condition, or an index.
  Expr subject;
  /// The value of an index; whether a condition holds.
  int64_t value;
  bool isCondition;

  Expr toCondition(ExprContext &context) const {
    if (!isCondition)
      return context.get(ExprKind::Eq, subject, context.getInt(value));
    return value != 0 ? subject
                      : toNegationNormalForm(subject, context, /*negate=*/true);
  }
};

/// Writes an expression as a tree; saturates.
class TreeSize {
public:
  uint64_t get(Expr expr) {
    auto found = sizes.find(expr);
    if (found != sizes.end())
      return found->second;
    uint64_t size = 1;
    for (Expr operand : expr.getOperands())
      size = std::min<uint64_t>(size + get(operand), maxNodes + 1);
    sizes[expr] = size;
    return size;
  }

private:
  llvm::DenseMap<Expr, uint64_t> sizes;
};

class Executor {
public:
  Executor(const sema::SourceFile &source, const VariableTable &variables,
           mlir::MLIRContext *mlir, llvm::ArrayRef<Decision> decisions)
      : source(source), variables(variables), context(variables.context),
        mlir(mlir), decisions(decisions) {}

  /// Returns false after an error, if a decision is missing, or if the edge is
  /// not enabled.
  bool run(llvm::ArrayRef<Statement> statements);
  /// The value of an expression by now; null like `run`.
  Expr evaluate(Expr expr, ast::Range range);

  /// What has to be decided, with the number of alternatives.
  std::optional<std::pair<Decision, int64_t>> missing;
  /// Some array of clocks has no element of the index that was decided: then
  /// the edge is not enabled.
  bool isImpossible = false;
  Update getUpdate() const;
  /// Values that were overwritten had to be in range.
  llvm::SmallVector<Expr, 4> checks;

private:
  using Values = llvm::MapVector<Expr, Expr>;

  bool step(const Statement &statement);
  bool assign(const Statement &statement);
  bool assignClock(const Statement &statement, Expr value);
  bool assignLocalElement(const Statement &statement, Expr value);
  bool declareLocal(const Statement &statement);
  bool branch(const Statement &statement);
  bool loop(const Statement &statement);
  void overwrite(Expr target, Expr value, mlir::Type type);
  bool fail(ast::Range range, const Twine &message) {
    source.emitError(range) << message;
    return false;
  }
  /// The decision about a subject, if it was made.
  std::optional<int64_t> decide(Expr subject, bool isCondition,
                                int64_t numValues);
  /// Replaces elements of arrays of clocks and of local arrays; null like
  /// `run`.
  Expr resolveElement(Expr node);
  Expr getClock(const Variable &array, Expr index);
  mlir::Type getElementType(const Variable &variable) const {
    return RangeType::get(mlir, variable.range.low, variable.range.high);
  }
  Expr getElement(Expr array, int64_t index) {
    return context.getName((array.getName() + "." + Twine(index)).str());
  }

  const sema::SourceFile &source;
  const VariableTable &variables;
  ExprContext &context;
  mlir::MLIRContext *mlir;
  llvm::ArrayRef<Decision> decisions;
  Values values;
  llvm::DenseMap<Expr, int64_t> localArrays;
  /// What the last value of a variable has to satisfy if it is overwritten.
  llvm::DenseMap<Expr, Expr> pending;
  /// Conditions of the branches we are in.
  llvm::SmallVector<Expr> path;
  TreeSize sizes;
  unsigned numSteps = 0;
};

} // namespace

std::optional<int64_t> Executor::decide(Expr subject, bool isCondition,
                                        int64_t numValues) {
  for (const Decision &decision : decisions)
    if (decision.subject == subject && decision.isCondition == isCondition)
      return decision.value;
  missing = {{subject, 0, isCondition}, numValues};
  return std::nullopt;
}

Expr Executor::resolveElement(Expr node) {
  if (!node.is(ExprKind::Index))
    return node;
  Expr array = node.getOperand(0);
  Expr index = simplify(node.getOperand(1), context);
  auto local = localArrays.find(array);
  if (local != localArrays.end()) {
    // Outside of the array there is no value, as in arrays of the model.
    Expr result = context.get(
        ExprKind::Index, context.get(ExprKind::ArrayLit, context.getInt(0)),
        context.getInt(1));
    for (int64_t i = local->second; i-- > 0;) {
      Expr value = values.lookup(getElement(array, i));
      if (index == context.getInt(i))
        return value;
      result = context.get(
          ExprKind::If,
          {context.get(ExprKind::Eq, index, context.getInt(i)), value, result});
    }
    return result;
  }
  const Variable *variable = variables.lookup(array);
  if (!variable || !variable->isClock)
    return node;
  Expr clock = getClock(*variable, index);
  if (!clock)
    return node;
  Expr value = values.lookup(clock);
  return value ? value : clock;
}

/// Null if there is no such element, or a decision is missing.
Expr Executor::getClock(const Variable &array, Expr index) {
  std::optional<int64_t> position;
  if (index.is(ExprKind::IntLit))
    position = index.getInt();
  else
    position = decide(index, /*isCondition=*/false, array.size);
  if (!position)
    return {};
  if (*position < array.size)
    return array.clocks[*position];
  isImpossible = true;
  return {};
}

Expr Executor::evaluate(Expr expr, ast::Range range) {
  Expr result = expr;
  if (!values.empty()) {
    Substitution substitution(context);
    for (auto &[name, value] : values)
      substitution.set(name, value);
    result = substitution.apply(expr);
  }
  result =
      rewrite(result, context, [&](Expr node) { return resolveElement(node); });
  if (missing || isImpossible)
    return {};
  // What was inserted may be computed.
  if (result != expr)
    result = simplify(result, context);
  if (result.getDepth() > maxExprDepth || sizes.get(result) > maxNodes) {
    fail(range, "the value becomes too large an expression");
    return {};
  }
  return result;
}

/// The value before has to be in range although nobody sees it (V4).
void Executor::overwrite(Expr target, Expr value, mlir::Type type) {
  if (Expr before = pending.lookup(target))
    checks.push_back(before);
  pending.erase(target);
  auto range = llvm::cast<RangeType>(type);
  std::optional<Interval> interval =
      getInterval(value, [&](Expr name) { return variables.getRange(name); });
  if (interval && range.getLow() <= interval->low &&
      interval->high <= range.getHigh())
    return;
  Expr check = getRangeCondition(value, type, context);
  if (!path.empty())
    check = context.get(ExprKind::Implies, context.getAnd(path), check);
  pending[target] = check;
}

bool Executor::assignClock(const Statement &statement, Expr value) {
  Expr clock = statement.target;
  if (statement.index) {
    Expr index = evaluate(statement.index, statement.range);
    if (!index)
      return false;
    clock =
        getClock(*variables.lookup(statement.target), simplify(index, context));
    if (!clock)
      return false;
  }
  values[clock] = value;
  return true;
}

bool Executor::assignLocalElement(const Statement &statement, Expr value) {
  Expr index = evaluate(statement.index, statement.range);
  if (!index)
    return false;
  index = simplify(index, context);
  int64_t size = localArrays.lookup(statement.target);
  for (int64_t i = 0; i < size; ++i) {
    Expr element = getElement(statement.target, i);
    if (index.is(ExprKind::IntLit)) {
      if (index.getInt() == i)
        values[element] = value;
      continue;
    }
    values[element] = context.get(
        ExprKind::If, {context.get(ExprKind::Eq, index, context.getInt(i)),
                       value, values.lookup(element)});
  }
  if (index.is(ExprKind::IntLit) && index.getInt() >= size)
    return fail(statement.range, "the array has no element of this index");
  return true;
}

bool Executor::assign(const Statement &statement) {
  Expr value = evaluate(statement.value, statement.range);
  if (!value)
    return false;
  if (statement.isClock)
    return assignClock(statement, value);
  if (localArrays.contains(statement.target))
    return assignLocalElement(statement, value);
  const Variable *variable = variables.lookup(statement.target);
  if (!variable) {
    values[statement.target] = value;
    return true;
  }
  overwrite(statement.target, value, getElementType(*variable));
  if (statement.index) {
    Expr index = evaluate(statement.index, statement.range);
    if (!index)
      return false;
    Expr array = values.lookup(statement.target);
    value = context.getCall(Builtin::Put,
                            {array ? array : statement.target, index, value});
    if (sizes.get(value) > maxNodes || value.getDepth() > maxExprDepth)
      return fail(statement.range, "the value becomes too large an expression");
  }
  values[statement.target] = value;
  return true;
}

bool Executor::declareLocal(const Statement &statement) {
  Expr value = evaluate(statement.value, statement.range);
  if (!value)
    return false;
  if (statement.size == 0) {
    values[statement.target] = value;
    return true;
  }
  localArrays[statement.target] = statement.size;
  for (int64_t i = 0; i < statement.size; ++i)
    values[getElement(statement.target, i)] = value;
  return true;
}

static bool setsClock(llvm::ArrayRef<Statement> statements) {
  return llvm::any_of(statements, [](const Statement &statement) {
    return statement.isClock || setsClock(statement.body) ||
           setsClock(statement.otherwise);
  });
}

bool Executor::branch(const Statement &statement) {
  Expr condition = evaluate(statement.value, statement.range);
  if (!condition)
    return false;
  condition = simplify(condition, context);
  if (condition.is(ExprKind::BoolLit))
    return run(condition.getBool() ? statement.body : statement.otherwise);
  if (setsClock(statement.body) || setsClock(statement.otherwise)) {
    std::optional<int64_t> holds = decide(condition, /*isCondition=*/true, 2);
    return holds && run(*holds ? statement.body : statement.otherwise);
  }
  Values before = values;
  path.push_back(condition);
  bool isGood = run(statement.body);
  path.pop_back();
  Values then = std::move(values);
  values = std::move(before);
  path.push_back(context.getNot(condition));
  isGood = isGood && run(statement.otherwise);
  path.pop_back();
  if (!isGood)
    return false;
  // What only one of them changed was something before, too.
  for (auto &[name, value] : values)
    then.insert({name, name});
  for (auto &[name, value] : then) {
    auto [entry, isNew] = values.insert({name, name});
    if (entry->second != value)
      entry->second =
          context.get(ExprKind::If, {condition, value, entry->second});
  }
  return true;
}

bool Executor::loop(const Statement &statement) {
  while (true) {
    Expr condition = evaluate(statement.value, statement.range);
    if (!condition)
      return false;
    condition = simplify(condition, context);
    if (!condition.is(ExprKind::BoolLit))
      return fail(statement.range,
                  "how often 'while' goes round depends on the state; only "
                  "loops over local variables with known values can be read");
    if (!condition.getBool())
      return true;
    if (++numSteps > maxSteps)
      return fail(statement.range, "'while' does not come to an end");
    if (!run(statement.body))
      return false;
  }
}

bool Executor::step(const Statement &statement) {
  if (++numSteps > maxSteps)
    return fail(statement.range, "too many statements are executed");
  switch (statement.kind) {
  case Statement::Assign:
    return assign(statement);
  case Statement::If:
    return branch(statement);
  case Statement::While:
    return loop(statement);
  case Statement::Local:
    return declareLocal(statement);
  }
  llvm_unreachable("covered switch");
}

bool Executor::run(llvm::ArrayRef<Statement> statements) {
  return llvm::all_of(
      statements, [&](const Statement &statement) { return step(statement); });
}

Update Executor::getUpdate() const {
  Update update;
  for (auto &[name, value] : values)
    if (!name.getName().starts_with("local$") && value != name)
      update.push_back({name, value});
  return update;
}

//===----------------------------------------------------------------------===//
// Decisions
//===----------------------------------------------------------------------===//

std::optional<std::vector<Variant>>
tchecker::execute(const sema::SourceFile &source, ast::Range edge, Expr guard,
                  llvm::ArrayRef<Statement> statements,
                  const VariableTable &variables, mlir::MLIRContext *mlir) {
  ExprContext &context = variables.context;
  std::vector<llvm::SmallVector<Decision, 2>> work = {{}};
  std::vector<Variant> variants;
  while (!work.empty()) {
    llvm::SmallVector<Decision, 2> decisions = std::move(work.back());
    work.pop_back();
    Executor executor(source, variables, mlir, decisions);
    Expr condition = guard ? executor.evaluate(guard, edge) : Expr();
    bool isGood = (condition || !guard) && executor.run(statements);
    if (executor.missing) {
      auto [decision, numValues] = *executor.missing;
      for (int64_t value = numValues; value-- > 0;) {
        work.push_back(decisions);
        work.back().push_back({decision.subject, value, decision.isCondition});
      }
      if (work.size() + variants.size() > maxVariants) {
        source.emitError(edge) << "which clocks the edge uses depends on data "
                                  "in too many ways";
        return std::nullopt;
      }
      continue;
    }
    if (executor.isImpossible)
      continue;
    if (!isGood)
      return std::nullopt;
    Variant variant;
    for (const Decision &decision : decisions)
      variant.conditions.push_back(decision.toCondition(context));
    if (condition && !condition.isTrue())
      variant.conditions.push_back(condition);
    llvm::append_range(variant.conditions, executor.checks);
    variant.update = executor.getUpdate();
    variants.push_back(std::move(variant));
  }
  return variants;
}

/// In every way to choose the elements, the invariant with those.
Expr tchecker::resolveInvariant(const sema::SourceFile &source,
                                ast::Range range, Expr invariant,
                                const VariableTable &variables) {
  std::optional<std::vector<Variant>> variants =
      execute(source, range, invariant, {}, variables, /*mlir=*/nullptr);
  if (!variants)
    return {};
  ExprContext &context = variables.context;
  llvm::SmallVector<Expr> cases;
  for (const Variant &variant : *variants)
    cases.push_back(context.getAnd(variant.conditions));
  return context.getOr(cases);
}
