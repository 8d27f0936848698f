//===- ExprText.cpp - Expressions as UPPAAL writes them ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text.h"
#include "tioga/Expr/DifferenceBounds.h"
#include "tioga/Expr/Elements.h"
#include "tioga/Expr/Rewrite.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace tioga;
using namespace tioga::uppaal;
using llvm::StringRef;

namespace {
/// How tightly operators bind; larger is tighter.
enum Precedence : unsigned {
  Conditional = 1,
  Imply,
  Or = 4,
  And,
  Equality = 9,
  Comparison,
  MinMax,
  Shift,
  Additive,
  Multiplicative,
  Unary,
  Postfix
};
} // namespace

void TextWriter::fail(const llvm::Twine &message) {
  if (error.empty())
    error = message.str();
}

mlir::Type TextWriter::getType(Expr expr) const {
  ExprRules rules;
  rules.allowControls = true;
  mlir::MLIRContext *context = nullptr;
  scope.forEachName([&](StringRef name) {
    if (!context)
      context = scope.lookup(name)->type.getContext();
  });
  if (!context)
    return {};
  return checkExpr(expr, scope, rules, context,
                   [](llvm::ArrayRef<unsigned>, const llvm::Twine &) {});
}

bool TextWriter::hasClock(Expr expr) const {
  llvm::SetVector<Expr> used;
  collectNames(expr, used);
  return llvm::any_of(used, [&](Expr name) {
    const NameInfo *info = scope.lookup(name.getName());
    return info && info->kind == NameKind::Clock;
  });
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

std::string TextWriter::write(Expr expr) { return write(expr, 0); }

std::string TextWriter::write(Expr expr, unsigned atLeast) {
  unsigned precedence = Postfix;
  std::string text = writeBare(expr, precedence);
  return precedence < atLeast ? "(" + text + ")" : text;
}

std::string TextWriter::writeInfix(Expr expr, StringRef op, unsigned level) {
  std::string text;
  for (auto [index, operand] : llvm::enumerate(expr.getOperands())) {
    if (index)
      text += (" " + op + " ").str();
    text += write(operand, index ? level + 1 : level);
  }
  return text;
}

std::optional<int64_t> TextWriter::getEnumValue(Expr literal) const {
  EnumType type = scope.lookupEnum(literal.getEnumName());
  if (!type)
    return std::nullopt;
  std::optional<unsigned> index = type.getIndex(literal.getName());
  return index ? std::optional<int64_t>(*index) : std::nullopt;
}

/// A name; its longest part that is declared has another one in the file, the
/// rest are fields.
std::string TextWriter::writeName(Expr expr) {
  if (writeOther)
    if (std::string text = writeOther(expr); !text.empty())
      return text;
  if (expr.isPrimed()) {
    fail("new values of variables");
    return "";
  }
  StringRef path = expr.getName(), rest;
  while (true) {
    std::string name = names.lookup(path);
    if (!name.empty()) {
      for (StringRef field : llvm::split(rest, '.'))
        if (!field.empty())
          name += "." + field.str();
      return name;
    }
    auto [front, field] = path.rsplit('.');
    if (field.empty())
      break;
    rest = expr.getName().substr(front.size() + 1);
    path = front;
  }
  fail("the name '" + expr.getName() + "'");
  return "";
}

/// A name for a new function or constant.
std::string TextWriter::addDeclared(StringRef wanted) {
  std::string name = names.addFresh(wanted);
  home.reserve(name);
  return name;
}

/// An array that is no variable becomes a constant.
std::string TextWriter::writeTable(Expr array) {
  std::string key = array.str();
  auto known = tables.find(key);
  if (known != tables.end())
    return known->second;
  mlir::Type type = getType(array);
  if (!type) {
    fail("the array '" + array.str() + "'");
    return "";
  }
  std::string name = addDeclared("table");
  // The literal's own type says no ranges.
  auto arrayType = mlir::dyn_cast<ArrayType>(type);
  std::string element =
      arrayType && mlir::isa<BoolType>(arrayType.getElement()) ? "bool" : "int";
  declarations += "const " + element + " " + name + "[" +
                  std::to_string(array.getNumOperands()) +
                  "] = " + writeInit(array, type) + ";\n";
  tables[key] = name;
  return name;
}

bool TextWriter::isNonNegative(Expr expr) const {
  switch (expr.getKind()) {
  case ExprKind::IntLit:
  case ExprKind::Mod:
    return true;
  case ExprKind::Add:
  case ExprKind::Mul:
  case ExprKind::IntDiv:
    return llvm::all_of(expr.getOperands(),
                        [&](Expr each) { return isNonNegative(each); });
  case ExprKind::If:
    return isNonNegative(expr.getOperand(1)) &&
           isNonNegative(expr.getOperand(2));
  case ExprKind::Name:
  case ExprKind::Index: {
    auto range = mlir::dyn_cast_or_null<RangeType>(getType(expr));
    return range && range.getLow() >= 0;
  }
  case ExprKind::Call:
    return expr.getBuiltin() == Builtin::Abs ||
           ((expr.getBuiltin() == Builtin::Min ||
             expr.getBuiltin() == Builtin::Max) &&
            llvm::all_of(expr.getOperands(),
                         [&](Expr each) { return isNonNegative(each); }));
  default:
    return false;
  }
}

/// By how many bits `expr` is shifted to the right, if it is.
static std::optional<unsigned> getShift(Expr expr) {
  Expr divisor = expr.getOperand(1);
  if (!expr.is(ExprKind::IntDiv) || !divisor.is(ExprKind::IntLit) ||
      !llvm::isPowerOf2_64(divisor.getInt()) || divisor.getInt() > 1 << 15)
    return std::nullopt;
  return llvm::Log2_64(divisor.getInt());
}

/// C rounds towards zero, we round as SMT-LIB does.
std::string TextWriter::writeDivision(Expr expr, bool isDivision) {
  Expr a = expr.getOperand(0), b = expr.getOperand(1);
  if (isNonNegative(a))
    return writeInfix(expr, isDivision ? "/" : "%", Multiplicative);
  if (!b.is(ExprKind::IntLit) || b.getInt() == 0) {
    fail("a division of something negative by something unknown");
    return "";
  }
  std::string dividend = write(a, Unary), divisor = std::to_string(b.getInt());
  if (!isDivision)
    return "(" + dividend + " % " + divisor + " + " + divisor + ") % " +
           divisor;
  return "(" + dividend + " >= 0 ? " + dividend + " / " + divisor + " : -((" +
         std::to_string(b.getInt() - 1) + " - " + dividend + ") / " + divisor +
         "))";
}

/// `if a >= 0 then a div b else -((-a) div b)`: what C's division was read as.
static bool isTruncatingDivision(Expr expr, ExprKind &kind) {
  Expr condition = expr.getOperand(0), then = expr.getOperand(1),
       otherwise = expr.getOperand(2);
  kind = then.getKind();
  if ((kind != ExprKind::IntDiv && kind != ExprKind::Mod) ||
      !condition.is(ExprKind::Ge) ||
      condition.getOperand(0) != then.getOperand(0) ||
      !condition.getOperand(1).is(ExprKind::IntLit) ||
      condition.getOperand(1).getInt() != 0 || !otherwise.is(ExprKind::Neg))
    return false;
  Expr negated = otherwise.getOperand(0);
  return negated.is(kind) && negated.getOperand(1) == then.getOperand(1) &&
         negated.getOperand(0).is(ExprKind::Neg) &&
         negated.getOperand(0).getOperand(0) == then.getOperand(0);
}

std::string TextWriter::writeCall(Expr expr, unsigned &precedence) {
  switch (expr.getBuiltin()) {
  case Builtin::Min:
    precedence = MinMax;
    return writeInfix(expr, "<?", MinMax);
  case Builtin::Max:
    precedence = MinMax;
    return writeInfix(expr, ">?", MinMax);
  case Builtin::Abs:
    return "abs(" + write(expr.getOperand(0)) + ")";
  default:
    fail(("the function '" + getBuiltinName(expr.getBuiltin()) + "'").str());
    return "";
  }
}

std::string TextWriter::writeBare(Expr expr, unsigned &precedence) {
  auto infix = [&](StringRef op, unsigned level) {
    precedence = level;
    return writeInfix(expr, op, level);
  };
  switch (expr.getKind()) {
  case ExprKind::BoolLit:
    return expr.getBool() ? "true" : "false";
  case ExprKind::IntLit:
    if (!llvm::isInt<32>(expr.getInt()))
      fail("numbers beyond 32 bits");
    return std::to_string(expr.getInt());
  case ExprKind::Name:
    return writeName(expr);
  case ExprKind::EnumLit:
    if (std::optional<int64_t> value = getEnumValue(expr))
      return std::to_string(*value);
    fail("the literal '" + expr.str() + "'");
    return "";
  case ExprKind::Not:
    precedence = Unary;
    return "!" + write(expr.getOperand(0), Unary);
  case ExprKind::Neg:
    precedence = Unary;
    return "-" + write(expr.getOperand(0), Unary + 1);
  case ExprKind::And:
    return infix("&&", And);
  case ExprKind::Or:
    return infix("||", Or);
  case ExprKind::Implies:
    return infix("imply", Imply);
  case ExprKind::Iff:
  case ExprKind::Eq:
    // A condition on a location has a spelling of its own.
    if (writeOther)
      if (std::string text = writeOther(expr); !text.empty())
        return text;
    return infix("==", Equality);
  case ExprKind::Ne:
    return infix("!=", Equality);
  case ExprKind::Lt:
    return infix("<", Comparison);
  case ExprKind::Le:
    return infix("<=", Comparison);
  case ExprKind::Gt:
    return infix(">", Comparison);
  case ExprKind::Ge:
    return infix(">=", Comparison);
  case ExprKind::Add:
    return infix("+", Additive);
  case ExprKind::Sub:
    return infix("-", Additive);
  case ExprKind::Mul:
    return infix("*", Multiplicative);
  case ExprKind::IntDiv:
  case ExprKind::Mod:
    // Shifting rounds as we do, also what is negative.
    if (std::optional<unsigned> shift = getShift(expr);
        shift && !isNonNegative(expr.getOperand(0))) {
      precedence = Shift;
      return write(expr.getOperand(0), Shift) + " >> " + std::to_string(*shift);
    }
    precedence = Multiplicative;
    return writeDivision(expr, expr.is(ExprKind::IntDiv));
  case ExprKind::If: {
    ExprKind kind;
    if (isTruncatingDivision(expr, kind)) {
      precedence = Multiplicative;
      return writeInfix(expr.getOperand(1),
                        kind == ExprKind::IntDiv ? "/" : "%", Multiplicative);
    }
    precedence = Conditional;
    return write(expr.getOperand(0), Conditional + 1) + " ? " +
           write(expr.getOperand(1), Conditional + 1) + " : " +
           write(expr.getOperand(2), Conditional + 1);
  }
  case ExprKind::Index: {
    Expr array = expr.getOperand(0);
    if (array.is(ExprKind::If) || isPut(array))
      return writeBare(readElement(scratch.import(array),
                                   scratch.import(expr.getOperand(1)), scratch),
                       precedence);
    std::string text = array.is(ExprKind::ArrayLit) ? writeTable(array)
                                                    : write(array, Postfix);
    return text + "[" + write(expr.getOperand(1)) + "]";
  }
  case ExprKind::Field: {
    Expr record = expr.getOperand(0);
    if (record.is(ExprKind::If) || record.is(ExprKind::With) ||
        record.is(ExprKind::RecordLit))
      return writeBare(
          readField(scratch.import(record), expr.getName(), scratch),
          precedence);
    return write(record, Postfix) + "." + expr.getName().str();
  }
  case ExprKind::Call:
    return writeCall(expr, precedence);
  case ExprKind::RealLit:
    fail("the rational constant " + expr.str());
    return "";
  default:
    fail("the expression '" + expr.str() + "'");
    return "";
  }
}

std::string TextWriter::writeInit(Expr expr, mlir::Type type) {
  if (!expr.is(ExprKind::ArrayLit) && !expr.is(ExprKind::RecordLit))
    return write(expr);
  llvm::SmallVector<std::string> parts(expr.getNumOperands());
  for (auto [index, operand] : llvm::enumerate(expr.getOperands())) {
    size_t position = index;
    mlir::Type inner;
    if (auto record = mlir::dyn_cast<RecordType>(type)) {
      StringRef field = expr.getFieldNames()[index];
      inner = record.getFieldType(field);
      position = llvm::find_if(record.getNames(),
                               [&](mlir::StringAttr name) {
                                 return name.getValue() == field;
                               }) -
                 record.getNames().begin();
    } else if (auto array = mlir::dyn_cast<ArrayType>(type)) {
      inner = array.getElement();
    }
    if (!inner || position >= parts.size()) {
      fail("the value '" + expr.str() + "'");
      return "";
    }
    parts[position] = writeInit(operand, inner);
  }
  return "{" + llvm::join(parts, ", ") + "}";
}

std::string TextWriter::writeDeclaration(mlir::Type type, StringRef name) {
  if (auto array = mlir::dyn_cast<ArrayType>(type))
    return writeDeclaration(
        array.getElement(),
        (name + "[" + llvm::Twine(array.getSize()) + "]").str());
  // Sizes of inner arrays come behind those of outer ones.
  if (mlir::isa<BoolType>(type))
    return "bool " + name.str();
  auto writeRange = [&](int64_t low, int64_t high) {
    if (!llvm::isInt<32>(low) || !llvm::isInt<32>(high))
      fail("numbers beyond 32 bits");
    if (low == -32768 && high == 32767)
      return "int " + name.str();
    return "int[" + std::to_string(low) + "," + std::to_string(high) + "] " +
           name.str();
  };
  if (auto range = mlir::dyn_cast<RangeType>(type))
    return writeRange(range.getLow(), range.getHigh());
  if (auto enumeration = mlir::dyn_cast<EnumType>(type))
    return writeRange(0, int64_t(enumeration.getLiterals().size()) - 1);
  if (auto record = mlir::dyn_cast<RecordType>(type)) {
    std::string text = "struct { ";
    for (auto [field, fieldType] :
         llvm::zip(record.getNames(), record.getTypes()))
      text += writeDeclaration(fieldType, field.getValue()) + "; ";
    return text + "} " + name.str();
  }
  fail("the type '" + typeToString(type) + "'");
  return "";
}

//===----------------------------------------------------------------------===//
// Guards
//===----------------------------------------------------------------------===//

/// A comparison of a clock, or of a difference of two, with data.
std::string TextWriter::writeClockAtom(Expr atom) {
  auto isClock = [&](Expr expr) {
    const NameInfo *info =
        expr.is(ExprKind::Name) ? scope.lookup(expr.getName()) : nullptr;
    return info && info->kind == NameKind::Clock;
  };
  auto isDifference = [&](Expr expr) {
    return isClock(expr) ||
           (expr.is(ExprKind::Sub) && isClock(expr.getOperand(0)) &&
            isClock(expr.getOperand(1)));
  };
  if (atom.isComparison() && !atom.is(ExprKind::Ne)) {
    Expr a = atom.getOperand(0), b = atom.getOperand(1);
    if ((isDifference(a) && !hasClock(b)) || (isDifference(b) && !hasClock(a)))
      return write(atom, And + 1);
    if (auto bounds = getDifferenceBounds(atom, isClock)) {
      std::string text;
      for (const DifferenceBound &bound : *bounds) {
        Expr each = toExpr(bound, scratch);
        text += (text.empty() ? "" : " && ") + write(each, And + 1);
      }
      return text;
    }
  }
  fail("the clock constraint '" + atom.str() + "'");
  return "";
}

/// `data || x <= 3`: at most one alternative has clocks. UPPAAL takes that, in
/// invariants, too.
std::string TextWriter::writeClockDisjunction(Expr disjunction) {
  if (llvm::count_if(disjunction.getOperands(),
                     [&](Expr each) { return hasClock(each); }) > 1) {
    fail("the clock constraint '" + disjunction.str() + "'");
    return "";
  }
  std::string text;
  for (Expr each : disjunction.getOperands())
    text += (text.empty() ? "" : " || ") +
            (hasClock(each) ? writeClockAtom(each) : write(each, Or + 1));
  return "(" + text + ")";
}

std::string TextWriter::writeConjunction(llvm::ArrayRef<Expr> conjuncts) {
  std::string text;
  for (Expr conjunct : conjuncts) {
    if (conjunct.isTrue() && conjuncts.size() > 1)
      continue;
    if (!text.empty())
      text += " && ";
    text += !hasClock(conjunct)         ? write(conjunct, And + 1)
            : conjunct.is(ExprKind::Or) ? writeClockDisjunction(conjunct)
                                        : writeClockAtom(conjunct);
  }
  return text;
}

std::vector<std::string> TextWriter::writeGuard(Expr guard) {
  llvm::SmallVector<Expr, 4> conjuncts = getConjuncts(guard);
  bool isSimple = llvm::all_of(conjuncts, [&](Expr each) {
    return !hasClock(each) || (each.isComparison() && !each.is(ExprKind::Ne));
  });
  if (isSimple)
    return {writeConjunction(conjuncts)};
  // Alternatives with clocks become edges of their own.
  Expr normal = toNegationNormalForm(scratch.import(guard), scratch);
  normal = rewrite(normal, scratch, [&](Expr expr) {
    if (!expr.is(ExprKind::Ne) || !hasClock(expr))
      return expr;
    Expr a = expr.getOperand(0), b = expr.getOperand(1);
    return scratch.getOr(
        {scratch.get(ExprKind::Lt, a, b), scratch.get(ExprKind::Gt, a, b)});
  });
  auto alternatives = toDisjunctiveNormalForm(normal, scratch, 256);
  if (!alternatives) {
    fail("a guard with so many alternatives");
    return {};
  }
  std::vector<std::string> result;
  for (const auto &alternative : *alternatives)
    result.push_back(writeConjunction(alternative));
  return result;
}
