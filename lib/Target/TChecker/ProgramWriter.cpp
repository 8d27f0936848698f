//===- ProgramWriter.cpp - Guards and statements of TChecker ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramWriter.h"
#include "tioga/Expr/DifferenceBounds.h"
#include "tioga/Expr/Elements.h"
#include "tioga/Expr/Rewrite.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tioga;
using namespace tioga::tck;

/// How tightly operators bind.
enum Level : unsigned { SumLevel = 1, ProductLevel, SignLevel, PrimaryLevel };

std::optional<Interval> tck::getNumbers(Type type) {
  if (auto range = dyn_cast_or_null<RangeType>(type))
    return Interval{range.getLow(), range.getHigh()};
  if (isa_and_nonnull<BoolType>(type))
    return Interval{0, 1};
  if (auto literals = dyn_cast_or_null<EnumType>(type))
    return Interval{0, int64_t(literals.getLiterals().size()) - 1};
  return std::nullopt;
}

std::optional<int64_t> tck::getNumber(Expr literal,
                                      const FileSymbols &symbols) {
  switch (literal.getKind()) {
  case ExprKind::BoolLit:
    return literal.getBool() ? 1 : 0;
  case ExprKind::IntLit:
    return literal.getInt();
  case ExprKind::Neg:
    if (literal.getOperand(0).is(ExprKind::IntLit))
      return -literal.getOperand(0).getInt();
    return std::nullopt;
  case ExprKind::EnumLit:
    if (EnumType type = symbols.enums.lookup(literal.getEnumName()))
      return type.getIndex(literal.getName());
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

const Symbol *ProgramWriter::lookup(Expr name) {
  auto found = symbols.symbols.find(name.getName());
  if (found != symbols.symbols.end())
    return &found->second;
  fail("'" + name.getName() + "', which has no number for a value");
  return nullptr;
}

bool ProgramWriter::isClock(Expr name) {
  auto found = symbols.symbols.find(name.getName());
  return found != symbols.symbols.end() && found->second.isClock();
}

bool ProgramWriter::mentionsClock(Expr expr) {
  bool found = false;
  walk(expr,
       [&](Expr node) { found |= node.is(ExprKind::Name) && isClock(node); });
  return found;
}

bool ProgramWriter::isNonNegative(Expr expr) {
  auto interval = getInterval(expr, [&](Expr name) -> std::optional<Interval> {
    auto found = symbols.symbols.find(name.getName());
    if (found == symbols.symbols.end())
      return std::nullopt;
    if (auto array = dyn_cast_or_null<ArrayType>(found->second.type))
      return getNumbers(array.getElement());
    return getNumbers(found->second.type);
  });
  return interval && interval->low >= 0;
}

//===----------------------------------------------------------------------===//
// Terms
//===----------------------------------------------------------------------===//

std::string ProgramWriter::ifThenElse(Expr c, const std::string &a,
                                      const std::string &b) {
  return "(if " + condition(normalize(c)) + " then " + a + " else " + b + ")";
}

/// The dividend of `if a >= 0 then a mod b else -(-a mod b)`, which is how C
/// divides; null for anything else.
static Expr getDividend(Expr expr, ExprContext &context) {
  Expr yes = expr.getOperand(1), no = expr.getOperand(2);
  if (!yes.is(ExprKind::Mod) && !yes.is(ExprKind::IntDiv))
    return {};
  Expr a = yes.getOperand(0), b = yes.getOperand(1);
  Expr mirrored =
      context.get(ExprKind::Neg,
                  context.get(yes.getKind(), context.get(ExprKind::Neg, a), b));
  bool isC =
      no == mirrored &&
      expr.getOperand(0) == context.get(ExprKind::Ge, a, context.getInt(0));
  return isC ? yes : Expr();
}

/// Ours rounds so that remainders are not negative, C's towards zero.
std::string ProgramWriter::division(Expr expr, unsigned level) {
  Expr a = expr.getOperand(0), b = expr.getOperand(1);
  bool isMod = expr.is(ExprKind::Mod);
  std::string left = term(a, ProductLevel), right = term(b, SignLevel);
  std::string plain = left + (isMod ? " % " : " / ") + right;
  if (isNonNegative(a))
    return level > ProductLevel ? "(" + plain + ")" : plain;
  if (!b.is(ExprKind::IntLit)) {
    fail("a division of what may be negative by what is not constant");
    return "";
  }
  return "(if " + left + " % " + right + " >= 0 then " + plain + " else " +
         plain + (isMod ? " + " + right : " - 1") + ")";
}

std::string ProgramWriter::term(Expr expr, unsigned level) {
  auto bracket = [&](const std::string &text, unsigned own) {
    return level > own ? "(" + text + ")" : text;
  };
  auto choose = [&](ExprKind op, Expr a, Expr b) {
    return ifThenElse(context.get(op, a, b), term(a), term(b));
  };
  if (std::optional<int64_t> number = getNumber(expr, symbols))
    return *number < 0 ? bracket(std::to_string(*number), SignLevel)
                       : std::to_string(*number);
  switch (expr.getKind()) {
  case ExprKind::Name: {
    const Symbol *symbol = lookup(expr);
    return symbol ? symbol->text : "";
  }
  case ExprKind::Index:
    if (expr.getOperand(0).is(ExprKind::If) || isPut(expr.getOperand(0)))
      return term(readElement(expr.getOperand(0), expr.getOperand(1), context),
                  level);
    if (!expr.getOperand(0).is(ExprKind::Name)) {
      fail("an element of what is not a variable");
      return "";
    }
    return term(expr.getOperand(0)) + "[" + term(expr.getOperand(1)) + "]";
  case ExprKind::Add: {
    std::string text = term(expr.getOperand(0), SumLevel);
    for (Expr operand : expr.getOperands().drop_front())
      text += " + " + term(operand, ProductLevel);
    return bracket(text, SumLevel);
  }
  case ExprKind::Sub:
    return bracket(term(expr.getOperand(0), SumLevel) + " - " +
                       term(expr.getOperand(1), ProductLevel),
                   SumLevel);
  case ExprKind::Mul:
    return bracket(term(expr.getOperand(0), ProductLevel) + " * " +
                       term(expr.getOperand(1), SignLevel),
                   ProductLevel);
  case ExprKind::Neg:
    return bracket("-" + term(expr.getOperand(0), SignLevel), SignLevel);
  case ExprKind::IntDiv:
  case ExprKind::Mod:
    return division(expr, level);
  case ExprKind::If:
    if (Expr division = getDividend(expr, context))
      return bracket(term(division.getOperand(0), ProductLevel) +
                         (division.is(ExprKind::Mod) ? " % " : " / ") +
                         term(division.getOperand(1), SignLevel),
                     ProductLevel);
    return ifThenElse(expr.getOperand(0), term(expr.getOperand(1)),
                      term(expr.getOperand(2)));
  case ExprKind::Call:
    if (expr.getBuiltin() == Builtin::Min)
      return choose(ExprKind::Le, expr.getOperand(0), expr.getOperand(1));
    if (expr.getBuiltin() == Builtin::Max)
      return choose(ExprKind::Ge, expr.getOperand(0), expr.getOperand(1));
    if (expr.getBuiltin() == Builtin::Abs)
      return ifThenElse(
          context.get(ExprKind::Ge, expr.getOperand(0), context.getInt(0)),
          term(expr.getOperand(0)), "-" + term(expr.getOperand(0), SignLevel));
    break;
  case ExprKind::Not:
  case ExprKind::And:
  case ExprKind::Or:
  case ExprKind::Implies:
  case ExprKind::Iff:
  case ExprKind::Eq:
  case ExprKind::Ne:
  case ExprKind::Lt:
  case ExprKind::Le:
  case ExprKind::Gt:
  case ExprKind::Ge:
    return ifThenElse(expr, "1", "0");
  default:
    break;
  }
  fail("'" + expr.str() + "'");
  return "";
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

Expr ProgramWriter::normalize(Expr condition) {
  Expr normal = toNegationNormalForm(condition, context);
  return rewrite(normal, context, [&](Expr node) -> Expr {
    if (!node.is(ExprKind::Ne) || !mentionsClock(node))
      return node;
    return context.getOr(
        {context.get(ExprKind::Lt, node.getOperand(0), node.getOperand(1)),
         context.get(ExprKind::Gt, node.getOperand(0), node.getOperand(1))});
  });
}

static llvm::StringRef getSpelling(ExprKind kind) {
  switch (kind) {
  case ExprKind::Eq:
    return " == ";
  case ExprKind::Ne:
    return " != ";
  case ExprKind::Lt:
    return " < ";
  case ExprKind::Le:
    return " <= ";
  case ExprKind::Gt:
    return " > ";
  default:
    return " >= ";
  }
}

/// One clock, or a difference of two, against data.
std::string ProgramWriter::clockCondition(Expr expr) {
  auto isClocks = [&](Expr side) {
    if (side.is(ExprKind::Name))
      return isClock(side);
    return side.is(ExprKind::Sub) && side.getOperand(0).is(ExprKind::Name) &&
           side.getOperand(1).is(ExprKind::Name) &&
           isClock(side.getOperand(0)) && isClock(side.getOperand(1));
  };
  Expr left = expr.getOperand(0), right = expr.getOperand(1);
  bool isPlain =
      expr.isComparison() && ((isClocks(left) && !mentionsClock(right)) ||
                              (isClocks(right) && !mentionsClock(left)));
  bool hasFraction = false;
  walk(expr, [&](Expr node) {
    hasFraction |= node.is(ExprKind::RealLit) || node.is(ExprKind::Div);
  });
  if (isPlain && !hasFraction)
    return term(left) + getSpelling(expr.getKind()).str() + term(right);
  auto bounds =
      getDifferenceBounds(expr, [&](Expr name) { return isClock(name); });
  if (!bounds) {
    fail("the clock condition '" + expr.str() + "'");
    return "";
  }
  llvm::SmallVector<std::string> texts;
  for (const DifferenceBound &bound : *bounds) {
    if (!bound.bound.isInteger()) {
      fail("the fraction in '" + expr.str() + "'");
      return "";
    }
    Expr simple = tioga::toExpr(bound, context);
    texts.push_back(term(simple.getOperand(0)) +
                    getSpelling(simple.getKind()).str() +
                    term(simple.getOperand(1)));
  }
  return llvm::join(texts, " && ");
}

std::string ProgramWriter::condition(Expr expr) {
  if (expr.is(ExprKind::And))
    return conjunction(expr.getOperands());
  if (expr.is(ExprKind::Or)) {
    if (mentionsClock(expr)) {
      fail("the disjunction over clocks '" + expr.str() + "'");
      return "";
    }
    std::string text = "0";
    for (Expr operand : llvm::reverse(expr.getOperands()))
      text = "(if " + condition(operand) + " then 1 else " + text + ")";
    return text;
  }
  if (expr.is(ExprKind::Not))
    return "!" + term(expr.getOperand(0), PrimaryLevel);
  if (!expr.isComparison())
    return term(expr, PrimaryLevel);
  if (mentionsClock(expr))
    return clockCondition(expr);
  return term(expr.getOperand(0)) + getSpelling(expr.getKind()).str() +
         term(expr.getOperand(1));
}

std::string ProgramWriter::conjunction(llvm::ArrayRef<Expr> conjuncts) {
  llvm::SmallVector<std::string> texts;
  for (Expr conjunct : conjuncts)
    texts.push_back(condition(conjunct));
  return texts.empty() ? "1" : llvm::join(texts, " && ");
}

std::optional<std::string> ProgramWriter::getCondition(Expr expr) {
  std::string text = condition(normalize(expr));
  return hadError ? std::nullopt : std::optional(text);
}

std::optional<std::vector<std::string>>
ProgramWriter::getAlternatives(Expr expr) {
  Expr normal = normalize(expr);
  std::vector<std::string> result;
  // Disjunctions over data are terms; only clocks need alternatives.
  bool needsSplit = false;
  walk(normal, [&](Expr node) {
    needsSplit |= node.is(ExprKind::Or) && mentionsClock(node);
  });
  if (!needsSplit) {
    if (normal.isTrue())
      return std::vector<std::string>{""};
    result.push_back(condition(normal));
    return hadError ? std::nullopt : std::optional(result);
  }
  auto disjuncts = toDisjunctiveNormalForm(normal, context);
  if (!disjuncts) {
    fail("a guard with thousands of alternatives");
    return std::nullopt;
  }
  for (const auto &conjuncts : *disjuncts) {
    llvm::SmallVector<Expr> parts;
    for (Expr conjunct : conjuncts)
      parts.push_back(normalize(conjunct));
    result.push_back(conjuncts.empty() ? "" : conjunction(parts));
  }
  return hadError ? std::nullopt : std::optional(result);
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

bool ProgramWriter::addArraySteps(Expr target, Expr value, int64_t size,
                                  std::vector<Step> &steps) {
  if (value == target)
    return true;
  if (isPut(value)) {
    if (!addArraySteps(target, value.getOperand(0), size, steps))
      return false;
    steps.push_back({target, value.getOperand(1), value.getOperand(2)});
    return true;
  }
  if (!value.is(ExprKind::ArrayLit) && !value.is(ExprKind::Name) &&
      !value.is(ExprKind::If))
    return fail("the new value '" + value.str() + "' of an array");
  for (int64_t i = 0; i < size; ++i) {
    Expr element = readElement(value, context.getInt(i), context);
    if (element != context.get(ExprKind::Index, target, context.getInt(i)))
      steps.push_back({target, context.getInt(i), element});
  }
  return true;
}

bool ProgramWriter::addSteps(Expr target, Expr value,
                             std::vector<Step> &steps) {
  const Symbol *symbol = lookup(target);
  if (!symbol)
    return false;
  if (auto array = dyn_cast_or_null<ArrayType>(symbol->type))
    return addArraySteps(target, value, array.getSize(), steps);
  steps.push_back({target, {}, value});
  return true;
}

/// Local variables hold integers, so that only the order helps for clocks.
std::optional<Update>
ProgramWriter::sortClocks(llvm::ArrayRef<Assignment> update) {
  Update result;
  llvm::SmallVector<Assignment> rest(update);
  llvm::stable_sort(rest, [&](const Assignment &a, const Assignment &b) {
    return mentionsClock(a.value) > mentionsClock(b.value);
  });
  auto isRead = [&](Expr clock, const Assignment &by) {
    llvm::SetVector<Expr> names;
    collectNames(by.value, names);
    return names.contains(clock);
  };
  while (!rest.empty()) {
    // The first whose old value nobody needs any more.
    auto next = llvm::find_if(rest, [&](const Assignment &candidate) {
      return llvm::none_of(rest, [&](const Assignment &other) {
        return !(other == candidate) && isClock(candidate.target) &&
               isRead(candidate.target, other);
      });
    });
    if (next == rest.end()) {
      fail("clocks that exchange their values");
      return std::nullopt;
    }
    result.push_back(*next);
    rest.erase(next);
  }
  return result;
}

/// The text of an expression; through a local variable if it reads what was
/// written before.
std::string ProgramWriter::hoist(Expr expr, const llvm::StringSet<> &written,
                                 std::string &locals) {
  llvm::SetVector<Expr> names;
  collectNames(expr, names);
  bool isStale = llvm::any_of(
      names, [&](Expr name) { return written.contains(name.getName()); });
  if (!isStale)
    return term(expr);
  std::string name;
  auto isTaken = [&] {
    return llvm::any_of(symbols.symbols,
                        [&](auto &entry) { return entry.second.text == name; });
  };
  do
    name = "old" + std::to_string(numLocals++);
  while (isTaken());
  locals += "local " + name + " = " + term(expr) + "; ";
  return name;
}

std::optional<std::string>
ProgramWriter::getStatements(llvm::ArrayRef<Assignment> update) {
  std::optional<Update> sorted = sortClocks(update);
  if (!sorted)
    return std::nullopt;
  std::vector<Step> steps;
  for (const Assignment &assignment : *sorted)
    if (!addSteps(assignment.target, assignment.value, steps))
      return std::nullopt;
  std::string locals, text;
  llvm::StringSet<> written;
  for (const Step &step : steps) {
    std::string line = term(step.target);
    bool isClockStep = isClock(step.target);
    if (step.index)
      line += "[" + hoist(step.index, written, locals) + "]";
    bool isFraction = isClockStep && (step.value.is(ExprKind::RealLit) ||
                                      step.value.is(ExprKind::Div));
    if (isFraction)
      fail("the fraction in '" + step.value.str() + "'");
    line += " = " + (mentionsClock(step.value)
                         ? term(step.value)
                         : hoist(step.value, written, locals));
    written.insert(step.target.getName());
    text += (text.empty() ? "" : "; ") + line;
  }
  return hadError ? std::nullopt : std::optional(locals + text);
}
