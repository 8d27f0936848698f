//===- TimedTest.cpp - Tests before they are IR -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Campaign/TimedTest.h"
#include "mlir/IR/Builders.h"
#include "tioga/Dialect/Tioga/IR/Domain.h"
#include "tioga/Expr/DifferenceBounds.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/StringSet.h"
#include <set>

using namespace mlir;
using namespace tioga;

//===----------------------------------------------------------------------===//
// TimedTest
//===----------------------------------------------------------------------===//

namespace {
/// From the state in which a clock starts to the last one that reads it.
struct ClockRange {
  unsigned first = 0, last = 0;
  bool isRead = false;
};
} // namespace

/// Visits the constraints that a state checks.
template <typename Fn>
static void forEachConstraint(TimedState &state, Fn fn) {
  auto visit = [&](TestCondition &condition) {
    for (std::vector<Constraint> &each : condition)
      for (Constraint &constraint : each)
        fn(constraint);
  };
  if (state.deadline)
    visit(*state.deadline);
  for (TimedMove &move : state.moves)
    visit(move.guard);
}

static std::vector<ClockRange> getRanges(TimedTest &test) {
  std::vector<ClockRange> ranges(test.numClocks + 1);
  for (unsigned index = 0; index < test.states.size(); ++index) {
    for (const TimedMove &move : test.states[index].moves)
      for (ClockIndex clock : move.resets)
        ranges[clock].first = move.target;
    forEachConstraint(test.states[index], [&](const Constraint &constraint) {
      for (ClockIndex clock : {constraint.x, constraint.y}) {
        ranges[clock].isRead = true;
        ranges[clock].last = index;
      }
    });
  }
  return ranges;
}

void TimedTest::shareClocks() {
  std::vector<ClockRange> ranges = getRanges(*this);
  std::vector<ClockIndex> numbers(numClocks + 1);
  // By shared clock, the last state that reads it so far. Ranges begin in
  // ascending order, as clocks are numbered along the test.
  std::vector<unsigned> lastReads;
  for (ClockIndex clock = 1; clock <= numClocks; ++clock) {
    if (!ranges[clock].isRead)
      continue;
    // The move that resets the clock still reads what was there before.
    auto free = llvm::find_if(
        lastReads, [&](unsigned last) { return last < ranges[clock].first; });
    numbers[clock] = free - lastReads.begin() + 1;
    if (free == lastReads.end())
      lastReads.push_back(ranges[clock].last);
    else
      *free = ranges[clock].last;
  }
  for (TimedState &state : states) {
    forEachConstraint(state, [&](Constraint &constraint) {
      constraint.x = numbers[constraint.x];
      constraint.y = numbers[constraint.y];
    });
    for (TimedMove &move : state.moves) {
      llvm::erase_if(move.resets,
                     [&](ClockIndex clock) { return !numbers[clock]; });
      for (ClockIndex &clock : move.resets)
        clock = numbers[clock];
    }
  }
  numClocks = lastReads.size();
}

/// Of two contexts.
static bool areEqual(Expr a, Expr b) {
  return bool(a) == bool(b) && (!a || a.str() == b.str());
}

static bool areEqual(const TimedMove &a, const TimedMove &b) {
  return a.kind == b.kind && a.label == b.label && a.arguments == b.arguments &&
         areEqual(a.data, b.data) && a.remembered == b.remembered &&
         std::equal(a.sent.begin(), a.sent.end(), b.sent.begin(), b.sent.end(),
                    [](Expr x, Expr y) { return areEqual(x, y); }) &&
         a.outputs == b.outputs && a.guard == b.guard && a.resets == b.resets &&
         a.target == b.target;
}

static bool areEqual(const TestVariable &a, const TestVariable &b) {
  return a.name == b.name && a.type == b.type;
}

static bool areEqual(const TimedState &a, const TimedState &b) {
  return a.verdict == b.verdict && a.deadline == b.deadline &&
         (!a.deadline || a.otherwise == b.otherwise) &&
         std::equal(a.moves.begin(), a.moves.end(), b.moves.begin(),
                    b.moves.end(), [](const TimedMove &x, const TimedMove &y) {
                      return areEqual(x, y);
                    });
}

bool TimedTest::isSameAs(const TimedTest &other) const {
  return scale == other.scale && numClocks == other.numClocks &&
         initial == other.initial &&
         std::equal(variables.begin(), variables.end(), other.variables.begin(),
                    other.variables.end(),
                    [](const TestVariable &x, const TestVariable &y) {
                      return areEqual(x, y);
                    }) &&
         std::equal(states.begin(), states.end(), other.states.begin(),
                    other.states.end(),
                    [](const TimedState &x, const TimedState &y) {
                      return areEqual(x, y);
                    });
}

//===----------------------------------------------------------------------===//
// writeTest
//===----------------------------------------------------------------------===//

namespace {

/// Writes one test case.
class TestWriter {
public:
  TestWriter(const TimedTest &test, const System &system, OpBuilder &builder)
      : test(test), system(system), builder(builder), loc(system.getLoc()) {}

  test::CaseOp write();

private:
  void writeDeclarations();
  void writeState(const TimedState &state);
  void writeMove(const TimedState &source, const TimedMove &move);
  Expr getClock(ClockIndex clock);
  Expr getComparison(const Constraint &constraint);
  Expr getExpr(const std::vector<Constraint> &conjunction);
  Expr getExpr(const TestCondition &condition);
  Expr getOneOf(const SystemVariable &variable,
                const std::set<tioga::Value> &values);
  Expr getOracle(llvm::ArrayRef<std::vector<tioga::Value>> accepted);
  Rational getNumber(Bound bound) const {
    return *Rational::get(bound.getValue(), test.scale);
  }
  FlatSymbolRefAttr getReference(unsigned state) {
    return FlatSymbolRefAttr::get(builder.getContext(),
                                  test.states[state].name);
  }
  ExprAttr getAttr(Expr expr) {
    return expr.isTrue() ? ExprAttr()
                         : ExprAttr::get(builder.getContext(), expr);
  }

  const TimedTest &test;
  const System &system;
  OpBuilder &builder;
  Location loc;
  ExprContext context;
};

} // namespace

/// Names that no parameter of the model has: MLIR forbids nothing, but people
/// read tests.
Expr TestWriter::getClock(ClockIndex clock) {
  return context.getName("t" + std::to_string(clock));
}

Expr TestWriter::getComparison(const Constraint &constraint) {
  DifferenceBound bound;
  if (constraint.x)
    bound.left = getClock(constraint.x);
  if (constraint.y)
    bound.right = getClock(constraint.y);
  bound.bound = getNumber(constraint.bound);
  bound.strict = constraint.bound.isStrict();
  return toExpr(bound, context);
}

/// Writes `t == 5` for the two constraints that say so.
Expr TestWriter::getExpr(const std::vector<Constraint> &conjunction) {
  llvm::SmallVector<Expr> operands;
  std::vector<bool> done(conjunction.size());
  for (size_t i = 0; i < conjunction.size(); ++i) {
    if (done[i])
      continue;
    const Constraint &first = conjunction[i];
    auto opposite = llvm::find_if(conjunction, [&](const Constraint &each) {
      return each.x == first.y && each.y == first.x &&
             !first.bound.isStrict() && !each.bound.isStrict() &&
             each.bound.getValue() == -first.bound.getValue();
    });
    if (opposite == conjunction.end()) {
      operands.push_back(getComparison(first));
      continue;
    }
    done[opposite - conjunction.begin()] = true;
    const Constraint &upper = first.y == 0 || first.x ? first : *opposite;
    Expr left = upper.x ? getClock(upper.x) : context.getInt(0);
    if (upper.y)
      left = context.get(ExprKind::Sub, left, getClock(upper.y));
    operands.push_back(context.get(ExprKind::Eq, left,
                                   context.getNumber(getNumber(upper.bound))));
  }
  return context.getAnd(operands);
}

Expr TestWriter::getExpr(const TestCondition &condition) {
  llvm::SmallVector<Expr> operands;
  for (const std::vector<Constraint> &each : condition)
    operands.push_back(getExpr(each));
  return context.getOr(operands);
}

/// The condition on one variable: `E'`, `!E'`, `1 <= pc' && pc' <= 2`; null if
/// it may have any value.
Expr TestWriter::getOneOf(const SystemVariable &variable,
                          const std::set<tioga::Value> &values) {
  Expr name = context.getName(variable.getName(), /*primed=*/true);
  if (std::optional<uint64_t> count = getCardinality(variable.type))
    if (*count == values.size())
      return Expr();
  const tioga::Value &first = *values.begin(), &last = *values.rbegin();
  if (values.size() == 1 && first.is(tioga::Value::Kind::Bool))
    return first.getBool() ? name : context.getNot(name);
  if (values.size() > 2 && first.is(tioga::Value::Kind::Number)) {
    std::optional<Rational> span =
        Rational::sub(last.getNumber(), first.getNumber());
    if (span && *span == Rational(int64_t(values.size()) - 1))
      return context.getAnd(
          {context.get(ExprKind::Le, first.toExpr(context), name),
           context.get(ExprKind::Le, name, last.toExpr(context))});
  }
  llvm::SmallVector<Expr> cases;
  for (const tioga::Value &value : values)
    cases.push_back(context.get(ExprKind::Eq, name, value.toExpr(context)));
  return context.getOr(cases);
}

/// What the new values of all outputs have to be. If they vary independently,
/// one condition per variable; else, one case per combination.
Expr TestWriter::getOracle(llvm::ArrayRef<std::vector<tioga::Value>> accepted) {
  std::vector<const SystemVariable *> outputs;
  for (const SystemVariable &variable : system.getVariables())
    if (variable.owner == Owner::Output)
      outputs.push_back(&variable);
  auto describe = [&](llvm::ArrayRef<std::vector<tioga::Value>> values) {
    llvm::SmallVector<Expr> conjuncts;
    uint64_t combinations = 1;
    for (auto [index, variable] : llvm::enumerate(outputs)) {
      std::set<tioga::Value> own;
      for (const std::vector<tioga::Value> &each : values)
        own.insert(each[index]);
      combinations *= own.size();
      if (Expr condition = getOneOf(*variable, own))
        conjuncts.push_back(condition);
    }
    return std::make_pair(context.getAnd(conjuncts), combinations);
  };
  auto [together, combinations] = describe(accepted);
  if (combinations == accepted.size())
    return together;
  llvm::SmallVector<Expr> cases;
  for (const std::vector<tioga::Value> &each : accepted)
    cases.push_back(describe(each).first);
  return context.getOr(cases);
}

void TestWriter::writeDeclarations() {
  for (const SystemVariable &variable : system.getVariables())
    if (system.isSync() && variable.owner != Owner::Hidden)
      builder.create<VarOp>(
          variable.loc, OwnerAttr::get(builder.getContext(), variable.owner),
          builder.getStringAttr(variable.getName()),
          TypeAttr::get(variable.type), /*init=*/ExprAttr(),
          /*doc=*/StringAttr());
  for (const TestVariable &variable : test.variables)
    builder.create<VarOp>(
        loc, OwnerAttr::get(builder.getContext(), Owner::State),
        builder.getStringAttr(variable.name), TypeAttr::get(variable.type),
        ExprAttr::get(builder.getContext(),
                      getFirstValue(variable.type).toExpr(context)),
        /*doc=*/StringAttr());
  llvm::SmallBitVector used(system.getLabels().size());
  for (auto [index, label] : llvm::enumerate(system.getLabels()))
    if (label.kind == LabelKind::Output)
      used.set(index);
  for (const TimedState &state : test.states)
    for (const TimedMove &move : state.moves)
      if (move.label)
        used.set(*move.label);
  for (unsigned index : used.set_bits()) {
    const SystemLabel &label = system.getLabels()[index];
    llvm::SmallVector<Attribute> params;
    for (const SystemParam &param : label.params)
      params.push_back(ParamAttr::get(builder.getContext(),
                                      builder.getStringAttr(param.getName()),
                                      param.type));
    builder.create<LabelOp>(
        label.loc, builder.getStringAttr(label.name),
        LabelKindAttr::get(builder.getContext(), label.kind),
        params.empty() ? ArrayAttr() : builder.getArrayAttr(params),
        /*broadcast=*/UnitAttr(), /*urgent=*/UnitAttr(),
        /*channel=*/StringAttr(), /*doc=*/StringAttr());
  }
  for (ClockIndex clock = 1; clock <= test.numClocks; ++clock)
    builder.create<ClockOp>(
        loc, builder.getStringAttr(getClock(clock).getName()), StringAttr());
}

void TestWriter::writeState(const TimedState &state) {
  auto getText = [&](llvm::StringRef text) {
    return text.empty() ? StringAttr() : builder.getStringAttr(text);
  };
  builder.create<test::StateOp>(
      loc, builder.getStringAttr(state.name),
      state.verdict
          ? test::VerdictAttr::get(builder.getContext(), *state.verdict)
          : test::VerdictAttr(),
      state.deadline
          ? ExprAttr::get(builder.getContext(), getExpr(*state.deadline))
          : ExprAttr(),
      state.deadline ? getReference(state.otherwise) : FlatSymbolRefAttr(),
      getText(state.reason));
}

void TestWriter::writeMove(const TimedState &source, const TimedMove &move) {
  llvm::SmallVector<Expr> conjuncts;
  Update update;
  Location moveLoc = loc;
  StringAttr label;
  if (move.label) {
    const SystemLabel &declared = system.getLabels()[*move.label];
    label = builder.getStringAttr(declared.name);
    moveLoc = declared.loc;
    for (auto [param, value] : llvm::zip(declared.params, move.arguments)) {
      Expr name = context.getName(param.getName());
      Expr literal = value.toExpr(context);
      if (move.kind == test::MoveKind::Send)
        update.push_back({name, literal});
      else
        conjuncts.push_back(context.get(ExprKind::Eq, name, literal));
    }
    for (auto [param, value] : llvm::zip(declared.params, move.sent))
      update.push_back(
          {context.getName(param.getName()), context.import(value)});
    for (auto [variable, param] : move.remembered)
      update.push_back({context.getName(test.variables[variable].name),
                        context.getName(declared.params[param].getName())});
  }
  if (move.data)
    conjuncts.push_back(context.import(move.data));
  if (move.kind == test::MoveKind::Step) {
    llvm::ArrayRef<tioga::Value> inputs = move.arguments;
    for (const SystemVariable &variable : system.getVariables()) {
      if (variable.owner != Owner::Input)
        continue;
      update.push_back({context.getName(variable.getName()),
                        inputs.front().toExpr(context)});
      inputs = inputs.drop_front();
    }
    Expr oracle = getOracle(move.outputs);
    if (!oracle.isTrue())
      conjuncts.push_back(oracle);
  }
  Expr timing = getExpr(move.guard);
  if (!timing.isTrue())
    conjuncts.push_back(timing);
  for (ClockIndex clock : move.resets)
    update.push_back({getClock(clock), context.getInt(0)});
  builder.create<test::MoveOp>(
      moveLoc, FlatSymbolRefAttr::get(builder.getContext(), source.name),
      getReference(move.target),
      test::MoveKindAttr::get(builder.getContext(), move.kind), label,
      getAttr(context.getAnd(conjuncts)),
      update.empty() ? UpdateAttr()
                     : UpdateAttr::get(builder.getContext(), update),
      move.origin.empty() ? StringAttr() : builder.getStringAttr(move.origin));
}

test::CaseOp TestWriter::write() {
  auto getTexts = [&](const auto &texts) {
    llvm::SmallVector<Attribute> attributes;
    for (const auto &text : texts)
      attributes.push_back(builder.getStringAttr(llvm::StringRef(text)));
    return attributes.empty() ? ArrayAttr() : builder.getArrayAttr(attributes);
  };
  auto op = builder.create<test::CaseOp>(
      loc, builder.getStringAttr(test.name), getReference(test.initial),
      getTexts(test.mutants), getTexts(test.stems),
      test.doc.empty() ? StringAttr() : builder.getStringAttr(test.doc));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&op.getBody().emplaceBlock());
  writeDeclarations();
  for (const TimedState &state : test.states)
    writeState(state);
  for (const TimedState &state : test.states)
    for (const TimedMove &move : state.moves)
      writeMove(state, move);
  return op;
}

test::CaseOp tioga::writeTest(const TimedTest &test, const System &system,
                              OpBuilder &builder) {
  return TestWriter(test, system, builder).write();
}
