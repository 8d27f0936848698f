//===- Printer.cpp - Print expressions --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Expr/Update.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace tioga;

namespace {

/// How tightly an expression binds, the loosest first, as in the grammar. `if`
/// extends as far to the right as it can, so that it is bracketed wherever it
/// is an operand, even where nothing follows: nobody reads `1 + if a then ...`.
enum Precedence {
  IfPrecedence,
  IffPrecedence,
  ImpliesPrecedence,
  OrPrecedence,
  AndPrecedence,
  ComparePrecedence,
  AddPrecedence,
  MulPrecedence,
  UnaryPrecedence,
  PostfixPrecedence,
  PrimaryPrecedence
};

class Printer {
public:
  explicit Printer(llvm::raw_ostream &os) : os(os) {}

  void print(Expr expr, int atLeast = IfPrecedence);

private:
  void printBare(Expr expr);
  void printLeaf(Expr expr);
  void printInfix(Expr expr);
  void printPostfix(Expr expr);
  void printBraces(Expr expr);
  void printList(llvm::ArrayRef<Expr> operands);
  void printFields(llvm::ArrayRef<llvm::StringRef> names,
                   llvm::ArrayRef<Expr> values);

  llvm::raw_ostream &os;
};

} // namespace

static int getPrecedence(ExprKind kind) {
  switch (kind) {
  case ExprKind::If:
    return IfPrecedence;
  case ExprKind::Iff:
    return IffPrecedence;
  case ExprKind::Implies:
    return ImpliesPrecedence;
  case ExprKind::Or:
    return OrPrecedence;
  case ExprKind::And:
    return AndPrecedence;
  case ExprKind::Eq:
  case ExprKind::Ne:
  case ExprKind::Lt:
  case ExprKind::Le:
  case ExprKind::Gt:
  case ExprKind::Ge:
  case ExprKind::In:
    return ComparePrecedence;
  case ExprKind::Add:
  case ExprKind::Sub:
    return AddPrecedence;
  case ExprKind::Mul:
  case ExprKind::Div:
  case ExprKind::IntDiv:
  case ExprKind::Mod:
    return MulPrecedence;
  case ExprKind::Not:
  case ExprKind::Neg:
    return UnaryPrecedence;
  case ExprKind::Index:
  case ExprKind::Field:
  case ExprKind::With:
    return PostfixPrecedence;
  default:
    return PrimaryPrecedence;
  }
}

static llvm::StringRef getInfixSpelling(ExprKind kind) {
  switch (kind) {
  case ExprKind::And:
    return " && ";
  case ExprKind::Or:
    return " || ";
  case ExprKind::Implies:
    return " => ";
  case ExprKind::Iff:
    return " <=> ";
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
  case ExprKind::Ge:
    return " >= ";
  case ExprKind::In:
    return " in ";
  case ExprKind::Add:
    return " + ";
  case ExprKind::Sub:
    return " - ";
  case ExprKind::Mul:
    return " * ";
  case ExprKind::Div:
    return " / ";
  case ExprKind::IntDiv:
    return " div ";
  case ExprKind::Mod:
    return " mod ";
  default:
    return "";
  }
}

void Printer::print(Expr expr, int atLeast) {
  if (getPrecedence(expr.getKind()) >= atLeast)
    return printBare(expr);
  os << '(';
  printBare(expr);
  os << ')';
}

void Printer::printBare(Expr expr) {
  switch (expr.getKind()) {
  case ExprKind::BoolLit:
  case ExprKind::IntLit:
  case ExprKind::RealLit:
  case ExprKind::EnumLit:
  case ExprKind::Name:
    return printLeaf(expr);
  case ExprKind::Not:
  case ExprKind::Neg:
    os << (expr.is(ExprKind::Not) ? '!' : '-');
    return print(expr.getOperand(0), UnaryPrecedence);
  case ExprKind::If:
    os << "if ";
    print(expr.getOperand(0));
    os << " then ";
    print(expr.getOperand(1));
    os << " else ";
    return print(expr.getOperand(2));
  case ExprKind::SetLit:
  case ExprKind::MapLit:
  case ExprKind::RecordLit:
    return printBraces(expr);
  case ExprKind::ArrayLit:
    os << '[';
    printList(expr.getOperands());
    os << ']';
    return;
  case ExprKind::Index:
  case ExprKind::Field:
  case ExprKind::With:
    return printPostfix(expr);
  case ExprKind::Call:
    os << getBuiltinName(expr.getBuiltin()) << '(';
    printList(expr.getOperands());
    os << ')';
    return;
  default:
    return printInfix(expr);
  }
}

void Printer::printLeaf(Expr expr) {
  switch (expr.getKind()) {
  case ExprKind::BoolLit:
    os << (expr.getBool() ? "true" : "false");
    return;
  case ExprKind::EnumLit:
    os << expr.getEnumName() << "::" << expr.getName();
    return;
  case ExprKind::Name:
    os << expr.getName() << (expr.isPrimed() ? "'" : "");
    return;
  default:
    os << expr.getNumber();
    return;
  }
}

void Printer::printInfix(Expr expr) {
  ExprKind kind = expr.getKind();
  int own = getPrecedence(kind);
  // On the side to which the operator associates, equal precedence needs no
  // brackets; comparisons associate to neither.
  bool isRight = kind == ExprKind::Implies;
  bool isLeft = !isRight && own != ComparePrecedence;
  print(expr.getOperand(0), isLeft ? own : own + 1);
  for (Expr operand : expr.getOperands().drop_front()) {
    os << getInfixSpelling(kind);
    print(operand, isRight ? own : own + 1);
  }
}

void Printer::printPostfix(Expr expr) {
  print(expr.getOperand(0), PostfixPrecedence);
  if (expr.is(ExprKind::Index)) {
    os << '[';
    print(expr.getOperand(1));
    os << ']';
  } else if (expr.is(ExprKind::Field)) {
    os << '.' << expr.getName();
  } else {
    os << " with {";
    printFields(expr.getFieldNames(), expr.getOperands().drop_front());
    os << '}';
  }
}

void Printer::printBraces(Expr expr) {
  llvm::ArrayRef<Expr> operands = expr.getOperands();
  os << '{';
  if (expr.is(ExprKind::RecordLit)) {
    printFields(expr.getFieldNames(), operands);
  } else if (expr.is(ExprKind::SetLit)) {
    printList(operands);
  } else if (operands.empty()) {
    os << "->";
  } else {
    for (size_t index = 0; index < operands.size(); index += 2) {
      os << (index ? ", " : "");
      print(operands[index]);
      os << " -> ";
      print(operands[index + 1]);
    }
  }
  os << '}';
}

void Printer::printList(llvm::ArrayRef<Expr> operands) {
  llvm::interleaveComma(operands, os, [&](Expr operand) { print(operand); });
}

void Printer::printFields(llvm::ArrayRef<llvm::StringRef> names,
                          llvm::ArrayRef<Expr> values) {
  for (auto [index, name] : llvm::enumerate(names)) {
    os << (index ? ", " : "") << name << " = ";
    print(values[index]);
  }
}

void Expr::print(llvm::raw_ostream &os) const {
  if (!impl)
    os << "<null>";
  else
    Printer(os).print(*this);
}

std::string Expr::str() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  print(os);
  return text;
}

void Expr::dump() const { llvm::errs() << *this << '\n'; }

llvm::raw_ostream &tioga::operator<<(llvm::raw_ostream &os, Expr expr) {
  expr.print(os);
  return os;
}

void tioga::printUpdate(llvm::ArrayRef<Assignment> update,
                        llvm::raw_ostream &os) {
  llvm::interleaveComma(update, os, [&](const Assignment &assignment) {
    os << assignment.target << " := " << assignment.value;
  });
}

std::string tioga::updateToString(llvm::ArrayRef<Assignment> update) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printUpdate(update, os);
  return text;
}
