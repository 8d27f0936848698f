//===- CWriter.cpp - Parts of generated C -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CWriter.h"
#include "tioga/Expr/Rewrite.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace tioga;
using llvm::formatv;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

std::string tioga::toCName(llvm::StringRef name) {
  std::string result;
  for (char c : name)
    result += llvm::isAlnum(c) ? c : '_';
  if (result.empty() || llvm::isDigit(result.front()))
    result.insert(result.begin(), '_');
  return result;
}

/// Capitals of camel case begin a word: `armedOn` becomes `ARMED_ON`.
std::string tioga::toCConstant(llvm::StringRef name) {
  std::string result;
  for (size_t i = 0; i < name.size(); ++i) {
    bool startsWord =
        i > 0 && llvm::isUpper(name[i]) &&
        (llvm::isLower(name[i - 1]) || llvm::isDigit(name[i - 1]));
    if (startsWord)
      result += '_';
    result += llvm::isAlnum(name[i]) ? llvm::toUpper(name[i]) : '_';
  }
  if (result.empty() || llvm::isDigit(result.front()))
    result.insert(result.begin(), '_');
  return result;
}

std::string tioga::toCString(llvm::StringRef text) {
  std::string result;
  llvm::raw_string_ostream os(result);
  os << '"';
  for (unsigned char c : text) {
    if (c == '"' || c == '\\')
      os << '\\' << c;
    else if (c >= 0x20 && c < 0x7f)
      os << c;
    else // Octal, since the next digit would join a hexadecimal escape.
      os << formatv("\\{0}{1}{2}", c >> 6, (c >> 3) & 7, c & 7);
  }
  os << '"';
  return result;
}

std::string tioga::toCComment(llvm::StringRef text) {
  std::string result = "/* ";
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    result += c == '\n' ? ' ' : c;
    if ((c == '*' || c == '/') && i + 1 < text.size() &&
        (text[i + 1] == '/' || text[i + 1] == '*'))
      result += ' ';
  }
  return result + " */";
}

unsigned CTable::add(std::string row, std::string comment) {
  rows.emplace_back(std::move(row), std::move(comment));
  return rows.size() - 1;
}

void CTable::print(llvm::raw_ostream &os) const {
  if (rows.empty())
    return;
  os << "static const " << type << " " << name << "[" << rows.size()
     << "] = {\n";
  for (const auto &[row, comment] : rows) {
    os << "    " << row << ",";
    if (!comment.empty())
      os << " " << toCComment(comment);
    os << "\n";
  }
  os << "};\n\n";
}

//===----------------------------------------------------------------------===//
// Set-up
//===----------------------------------------------------------------------===//

std::optional<Interval> tioga::getInterval(mlir::Type type) {
  if (llvm::isa<BoolType>(type))
    return Interval{0, 1};
  if (auto range = llvm::dyn_cast<RangeType>(type))
    return Interval{range.getLow(), range.getHigh()};
  if (auto enumeration = llvm::dyn_cast<EnumType>(type))
    return Interval{0, int64_t(enumeration.getLiterals().size()) - 1};
  return std::nullopt;
}

void CWriter::collectEnums(mlir::Type type) {
  if (auto enumeration = llvm::dyn_cast<EnumType>(type))
    enums[enumeration.getName()] = enumeration;
}

CWriter::CWriter(const System &system, const COptions &options,
                 llvm::StringRef prefix)
    : bounds("tioga_bound", (prefix + "_bounds").str()),
      resets("tioga_reset", (prefix + "_resets").str()), system(system),
      options(options), prefix(prefix), loc(system.getLoc()) {
  for (const SystemVariable &variable : system.getVariables())
    collectEnums(variable.type);
  for (const SystemLabel &label : system.getLabels())
    for (const SystemParam &param : label.params)
      collectEnums(param.type);
  for (const SystemTransition &transition : system.getTransitions())
    for (const SystemParam &param : transition.params)
      collectEnums(param.type);
}

mlir::InFlightDiagnostic CWriter::fail() {
  failed = true;
  return mlir::emitError(loc, "cannot be compiled to C: ");
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

namespace tioga {

/// Prints one expression with full parentheses, as reviewers of C like them.
class CExprPrinter {
public:
  explicit CExprPrinter(CWriter &writer) : writer(writer) {}

  /// Empty text after an error.
  std::string print(Expr expr, Interval &interval);

private:
  std::string printName(Expr expr, Interval &interval);
  std::string printNary(Expr expr, llvm::StringRef op, Interval &interval);
  std::string printComparison(Expr expr, llvm::StringRef op);
  std::string printProduct(Expr expr, Interval &interval);
  std::string printDivision(Expr expr, Interval &interval);
  std::string printIf(Expr expr, Interval &interval);
  std::string printMinMax(Expr expr, Interval &interval);
  std::string reject(const llvm::Twine &what) {
    writer.fail() << what.str();
    return "";
  }

  CWriter &writer;
};

} // namespace tioga

std::string CExprPrinter::printName(Expr expr, Interval &interval) {
  for (auto [index, param] : llvm::enumerate(writer.params)) {
    if (param.name != expr)
      continue;
    std::optional<Interval> range = getInterval(param.type);
    if (!range)
      return reject("parameter '" + param.getName() +
                    "' has no finite scalar "
                    "type");
    interval = *range;
    return formatv("data->arguments[{0}]", index);
  }
  const Slot *slot = writer.system.lookup(expr);
  if (!slot)
    return reject("'" + expr.str() + "' is not known here");
  if (slot->kind == Slot::Kind::Control) {
    const SystemControl &control = writer.system.getControls()[slot->index];
    interval = {0, int64_t(control.locations.size()) - 1};
    return formatv("data->variables[{0}]",
                   writer.system.getVariables().size() + slot->index);
  }
  if (slot->kind == Slot::Kind::Clock)
    return reject("clock '" + expr.str() + "' is used as a number");
  const SystemVariable &variable = writer.system.getVariables()[slot->index];
  std::optional<Interval> range = getInterval(variable.type);
  if (!range)
    return reject("variable '" + variable.getName() + "' has type " +
                  typeToString(variable.type) +
                  "; only bool, ranges and enumerations are possible");
  interval = *range;
  return formatv("data->variables[{0}]", slot->index);
}

std::string CExprPrinter::printNary(Expr expr, llvm::StringRef op,
                                    Interval &interval) {
  std::string result = "(";
  interval = {0, 0};
  bool isSum = expr.is(ExprKind::Add);
  for (auto [index, operand] : llvm::enumerate(expr.getOperands())) {
    Interval part;
    std::string text = print(operand, part);
    if (text.empty())
      return "";
    if (!isSum) // A connective: C wants truth values, not numbers.
      text = "(" + text + " != 0)";
    result += (index ? (" " + op + " ").str() : std::string()) + text;
    interval = {interval.low + part.low, interval.high + part.high};
  }
  if (!isSum)
    interval = {0, 1};
  return (isSum ? "" : "(int32_t)") + result + ")";
}

std::string CExprPrinter::printComparison(Expr expr, llvm::StringRef op) {
  Interval a, b;
  std::string left = print(expr.getOperand(0), a);
  std::string right = left.empty() ? "" : print(expr.getOperand(1), b);
  if (right.empty())
    return "";
  return formatv("(int32_t)({0} {1} {2})", left, op, right);
}

std::string CExprPrinter::printProduct(Expr expr, Interval &interval) {
  Interval a, b;
  std::string left = print(expr.getOperand(0), a);
  std::string right = left.empty() ? "" : print(expr.getOperand(1), b);
  if (right.empty())
    return "";
  // Both fit in 32 bits, so products fit in 64.
  auto corners = {a.low * b.low, a.low * b.high, a.high * b.low,
                  a.high * b.high};
  interval = {std::min(corners), std::max(corners)};
  return formatv("({0} * {1})", left, right);
}

std::string CExprPrinter::printDivision(Expr expr, Interval &interval) {
  Interval a, b;
  std::string left = print(expr.getOperand(0), a);
  std::string right = left.empty() ? "" : print(expr.getOperand(1), b);
  if (right.empty())
    return "";
  if (b.low != b.high || b.low <= 0)
    return reject("'" + expr.str() +
                  "' divides by something else than a positive constant");
  // Euclidean: C truncates, so a negative dividend is moved up first.
  bool isMod = expr.is(ExprKind::Mod);
  if (isMod)
    interval = {0, b.low - 1};
  else
    interval = {a.low >= 0 ? a.low / b.low : -((b.low - 1 - a.low) / b.low),
                a.high / b.low};
  if (a.low >= 0)
    return formatv("({0} {1} {2})", left, isMod ? "%" : "/", right);
  return formatv("tioga_{0}({1}, {2})", isMod ? "mod" : "div", left, right);
}

std::string CExprPrinter::printIf(Expr expr, Interval &interval) {
  Interval c, a, b;
  std::string condition = print(expr.getOperand(0), c);
  std::string yes = condition.empty() ? "" : print(expr.getOperand(1), a);
  std::string no = yes.empty() ? "" : print(expr.getOperand(2), b);
  if (no.empty())
    return "";
  interval = {std::min(a.low, b.low), std::max(a.high, b.high)};
  return formatv("(({0} != 0) ? {1} : {2})", condition, yes, no);
}

std::string CExprPrinter::printMinMax(Expr expr, Interval &interval) {
  bool isMin = expr.getBuiltin() == Builtin::Min;
  Interval a, b;
  std::string left = print(expr.getOperand(0), a);
  std::string right = left.empty() ? "" : print(expr.getOperand(1), b);
  if (right.empty())
    return "";
  if (isMin)
    interval = {std::min(a.low, b.low), std::min(a.high, b.high)};
  else
    interval = {std::max(a.low, b.low), std::max(a.high, b.high)};
  return formatv("(({0} {1} {2}) ? {0} : {2})", left, isMin ? "<" : ">", right);
}

std::string CExprPrinter::print(Expr expr, Interval &interval) {
  std::string text;
  Interval inner;
  interval = {0, 1};
  switch (expr.getKind()) {
  case ExprKind::BoolLit:
    return expr.getBool() ? "1" : "0";
  case ExprKind::IntLit:
    interval = {expr.getInt(), expr.getInt()};
    text = std::to_string(expr.getInt());
    break;
  case ExprKind::EnumLit: {
    std::optional<int64_t> constant =
        writer.getConstant(Value::getEnum(expr.getEnumName(), expr.getName()));
    if (!constant)
      return "";
    interval = {*constant, *constant};
    return (llvm::Twine(*constant) + " " + toCComment(expr.str())).str();
  }
  case ExprKind::Name:
    return printName(expr, interval);
  case ExprKind::Not:
    text = print(expr.getOperand(0), inner);
    return text.empty() ? text : "(int32_t)(" + text + " == 0)";
  case ExprKind::And:
    return printNary(expr, "&&", interval);
  case ExprKind::Or:
    return printNary(expr, "||", interval);
  case ExprKind::Implies: {
    std::string left = print(expr.getOperand(0), inner);
    std::string right = left.empty() ? "" : print(expr.getOperand(1), inner);
    if (right.empty())
      return "";
    return formatv("(int32_t)(({0} == 0) || ({1} != 0))", left, right);
  }
  case ExprKind::Iff:
  case ExprKind::Eq:
    return printComparison(expr, "==");
  case ExprKind::Ne:
    return printComparison(expr, "!=");
  case ExprKind::Lt:
    return printComparison(expr, "<");
  case ExprKind::Le:
    return printComparison(expr, "<=");
  case ExprKind::Gt:
    return printComparison(expr, ">");
  case ExprKind::Ge:
    return printComparison(expr, ">=");
  case ExprKind::Add:
    text = printNary(expr, "+", interval);
    break;
  case ExprKind::Sub: {
    Interval b;
    std::string left = print(expr.getOperand(0), inner);
    std::string right = left.empty() ? "" : print(expr.getOperand(1), b);
    if (right.empty())
      return "";
    interval = {inner.low - b.high, inner.high - b.low};
    text = formatv("({0} - {1})", left, right);
    break;
  }
  case ExprKind::Neg:
    text = print(expr.getOperand(0), inner);
    if (text.empty())
      return "";
    interval = {-inner.high, -inner.low};
    text = "(-" + text + ")";
    break;
  case ExprKind::Mul:
    text = printProduct(expr, interval);
    break;
  case ExprKind::IntDiv:
  case ExprKind::Mod:
    text = printDivision(expr, interval);
    break;
  case ExprKind::If:
    text = printIf(expr, interval);
    break;
  case ExprKind::Call:
    if (expr.getBuiltin() == Builtin::Min ||
        expr.getBuiltin() == Builtin::Max) {
      text = printMinMax(expr, interval);
      break;
    }
    [[fallthrough]];
  default:
    return reject("'" + expr.str() + "' has no counterpart in C");
  }
  if (text.empty())
    return "";
  if (interval.low < INT32_MIN + 1LL || interval.high > INT32_MAX)
    return reject("'" + expr.str() + "' may leave 32 bits");
  return text;
}

std::pair<std::string, Interval> CWriter::print(Expr expr) {
  Interval interval = {0, 0};
  std::string text = CExprPrinter(*this).print(expr, interval);
  return {text, interval};
}

std::optional<int64_t> CWriter::getConstant(const Value &value) {
  if (value.is(Value::Kind::Bool))
    return value.getBool();
  if (value.is(Value::Kind::Number) && value.getNumber().isInteger())
    return value.getNumber().getNumerator();
  if (value.is(Value::Kind::Enum)) {
    EnumType type = enums.lookup(value.getEnumName());
    if (type)
      if (std::optional<unsigned> index = type.getIndex(value.getLiteral()))
        return *index;
    for (const SystemControl &control : system.getControls())
      if (control.getName() == value.getEnumName())
        for (auto [index, location] : llvm::enumerate(control.locations))
          if (location == value.getLiteral())
            return index;
  }
  fail() << "value " << value.str() << " is no number in C";
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Rows and functions
//===----------------------------------------------------------------------===//

std::string CWriter::getTicks(Rational value) {
  std::optional<Rational> ticks = Rational::mul(value, options.ticksPerUnit);
  int64_t limit = options.time32 ? INT32_MAX / 4 : INT64_MAX / 4;
  if (!ticks || !ticks->isInteger()) {
    fail() << "constant " << value.str() << " is no whole number of ticks with "
           << options.ticksPerUnit << " ticks per time unit";
    return "0";
  }
  if (ticks->getNumerator() > limit || ticks->getNumerator() < -limit) {
    fail() << "constant " << value.str() << " does not fit in "
           << (options.time32 ? 32 : 64) << " bits of ticks";
    return "0";
  }
  return std::to_string(ticks->getNumerator());
}

std::string CTable::addSlice(llvm::ArrayRef<Row> slice) {
  if (slice.empty())
    return "0, 0";
  std::string key;
  for (const Row &row : slice)
    key += row.first + row.second + "\n";
  auto [found, isNew] = slices.try_emplace(key, size());
  if (isNew)
    rows.insert(rows.end(), slice.begin(), slice.end());
  return formatv("{0}, {1}", found->second, slice.size());
}

std::string CWriter::addBounds(llvm::ArrayRef<ClockBound> list) {
  llvm::SmallVector<CTable::Row> slice;
  for (const ClockBound &bound : list)
    slice.emplace_back(formatv("{{{0}, {1}, {2}, {3}}", bound.left, bound.right,
                               bound.strict ? "true" : "false",
                               getTicks(bound.bound)),
                       bound.source ? bound.source.str() : "");
  return bounds.addSlice(slice);
}

std::string CWriter::addResets(llvm::ArrayRef<ClockReset> list,
                               bool allowCopies) {
  llvm::SmallVector<CTable::Row> slice;
  for (const ClockReset &reset : list) {
    llvm::StringRef clock = system.getClocks()[reset.clock].getName();
    bool isCopy = reset.kind == ClockReset::Kind::Copy && allowCopies;
    if (reset.kind != ClockReset::Kind::Constant && !isCopy) {
      fail() << "clock '" << clock << "' is set to something else than a "
             << (allowCopies ? "constant or a clock" : "constant");
      continue;
    }
    std::string value = isCopy
                            ? system.getClocks()[reset.source].getName().str()
                            : reset.constant.str();
    slice.emplace_back(formatv("{{{0}, {1}, {2}}", reset.clock + 1,
                               isCopy ? reset.source + 1 : 0,
                               isCopy ? "0" : getTicks(reset.constant)),
                       (clock + " := " + value).str());
  }
  return resets.addSlice(slice);
}

std::string CWriter::addFunction(llvm::StringRef kind,
                                 llvm::StringRef signature,
                                 const std::string &comment,
                                 const std::string &body) {
  std::string &name = functionByText[body];
  if (!name.empty())
    return name;
  name = formatv("{0}_{1}_{2}", prefix, kind, ++numFunctions);
  // A constant condition reads nothing.
  bool readsData = body.find("data->") != std::string::npos;
  functionText += toCComment(comment) + "\n";
  functionText += formatv("static {0} {{\n{1}{2}}\n\n",
                          formatv(signature.str().c_str(), name).str(),
                          readsData ? "" : "  (void)data;\n", body);
  return name;
}

std::string CWriter::addGuard(llvm::ArrayRef<Expr> conditions) {
  std::string body, comment;
  for (Expr condition : conditions) {
    auto [text, interval] = print(condition);
    if (text.empty())
      return "0";
    body += (body.empty() ? "  return (" : " &&\n         (") + text + " != 0)";
    comment += (comment.empty() ? "" : " && ") + condition.str();
  }
  if (body.empty())
    return "0";
  return addFunction("guard", "bool {0}(const tioga_data *data)", comment,
                     body + ";\n");
}

std::string CWriter::addUpdate(llvm::ArrayRef<DataAssignment> assignments,
                               llvm::ArrayRef<Expr> arguments) {
  std::string reads, writes, comment;
  unsigned count = 0;
  auto assign = [&](std::string target, llvm::StringRef name, Expr value) {
    auto [text, interval] = print(value);
    if (text.empty())
      return;
    reads += formatv("  const int32_t new{0} = {1};\n", count, text);
    writes += formatv("  {0} = new{1};\n", target, count++);
    comment +=
        (comment.empty() ? "" : ", ") + name.str() + " := " + value.str();
  };
  for (auto [index, value] : llvm::enumerate(arguments))
    if (value)
      assign(formatv("data->arguments[{0}]", index), params[index].getName(),
             value);
  for (const DataAssignment &each : assignments)
    assign(formatv("data->variables[{0}]", each.variable),
           system.getVariables()[each.variable].getName(), each.value);
  if (writes.empty())
    return "0";
  return addFunction("update", "void {0}(tioga_data *data)", comment,
                     reads + writes);
}

void CWriter::addRangeConditions(llvm::ArrayRef<DataAssignment> assignments,
                                 llvm::SmallVectorImpl<Expr> &conditions) {
  ExprContext &context = system.getExprContext();
  for (const DataAssignment &each : assignments) {
    auto range =
        llvm::dyn_cast<RangeType>(system.getVariables()[each.variable].type);
    auto [text, interval] = print(each.value);
    if (!range || text.empty())
      continue;
    if (interval.low < range.getLow())
      conditions.push_back(context.get(ExprKind::Ge, each.value,
                                       context.getInt(range.getLow())));
    if (interval.high > range.getHigh())
      conditions.push_back(context.get(ExprKind::Le, each.value,
                                       context.getInt(range.getHigh())));
  }
}

std::vector<SystemCondition> CWriter::split(const SystemCondition &condition) {
  if (condition.mixed.empty())
    return {condition};
  ExprContext &context = system.getExprContext();
  auto disjuncts = toDisjunctiveNormalForm(condition.expr, context);
  std::vector<SystemCondition> result;
  if (!disjuncts) {
    fail() << "condition '" << condition.expr.str() << "' has too many cases";
    return result;
  }
  for (auto &conjuncts : *disjuncts) {
    result.push_back(splitCondition(context.getAnd(conjuncts), system));
    if (!result.back().mixed.empty())
      fail() << "'" << result.back().mixed.front().str()
             << "' compares a clock with something else than a constant";
  }
  return result;
}
