//===- SMTLib.cpp - Scripts and answers of SMT-LIB 2.6 ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Solver/SMTLib.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace tioga;
using namespace tioga::smt;

//===----------------------------------------------------------------------===//
// Terms
//===----------------------------------------------------------------------===//

static bool isSimpleSymbol(llvm::StringRef name) {
  static const llvm::StringSet<> reserved = {
      "!",      "_",   "as",    "BINARY",  "DECIMAL", "exists", "HEXADECIMAL",
      "forall", "let", "match", "NUMERAL", "par",     "STRING"};
  if (name.empty() || llvm::isDigit(name.front()) || reserved.contains(name))
    return false;
  return llvm::all_of(name, [](char c) {
    return llvm::isAlnum(c) || llvm::StringRef("~!@$%^&*_-+=<>.?/").contains(c);
  });
}

void smt::printSymbol(llvm::StringRef name, llvm::raw_ostream &os) {
  if (isSimpleSymbol(name)) {
    os << name;
    return;
  }
  os << '|';
  // Neither bars nor backslashes can be written between bars.
  for (char c : name)
    os << (c == '|' || c == '\\' ? '_' : c);
  os << '|';
}

static llvm::StringRef getOperator(TermKind kind) {
  switch (kind) {
  case TermKind::Not:
    return "not";
  case TermKind::And:
    return "and";
  case TermKind::Or:
    return "or";
  case TermKind::Implies:
    return "=>";
  case TermKind::Ite:
    return "ite";
  case TermKind::Eq:
    return "=";
  case TermKind::Lt:
    return "<";
  case TermKind::Le:
    return "<=";
  case TermKind::Gt:
    return ">";
  case TermKind::Ge:
    return ">=";
  case TermKind::Add:
    return "+";
  case TermKind::Sub:
  case TermKind::Neg:
    return "-";
  case TermKind::Mul:
    return "*";
  case TermKind::Div:
    return "/";
  case TermKind::IntDiv:
    return "div";
  case TermKind::Mod:
    return "mod";
  case TermKind::ToReal:
    return "to_real";
  case TermKind::Forall:
    return "forall";
  case TermKind::Exists:
    return "exists";
  default:
    llvm_unreachable("leaves and calls have no operator");
  }
}

static void printNumber(Rational value, Sort sort, llvm::raw_ostream &os) {
  llvm::StringRef point = sort == Sort::Real ? ".0" : "";
  if (value.isNegative())
    os << "(- ";
  if (!value.isInteger())
    os << "(/ ";
  // The negation of the least number needs one more bit.
  uint64_t magnitude = value.isNegative() ? 0 - uint64_t(value.getNumerator())
                                          : uint64_t(value.getNumerator());
  os << magnitude << point;
  if (!value.isInteger())
    os << ' ' << value.getDenominator() << point << ')';
  if (value.isNegative())
    os << ')';
}

static bool isQuantifier(Term term) {
  return term.is(TermKind::Forall) || term.is(TermKind::Exists);
}

namespace {

/// Prints one term with `let` for what it uses more than once. The body of a
/// quantifier is a scope of its own, since names do not leave it.
class TermPrinter {
public:
  explicit TermPrinter(llvm::raw_ostream &os) : os(os) {}
  void printScope(Term term);

private:
  void count(Term term, llvm::DenseMap<Term, unsigned> &uses,
             llvm::SmallVectorImpl<Term> &order);
  void print(Term term);
  void printNode(Term term);

  llvm::raw_ostream &os;
  llvm::DenseMap<Term, unsigned> bound;
  unsigned numBound = 0;
};

} // namespace

void TermPrinter::count(Term term, llvm::DenseMap<Term, unsigned> &uses,
                        llvm::SmallVectorImpl<Term> &order) {
  if (term.getOperands().empty() || bound.count(term) || ++uses[term] > 1)
    return;
  if (!isQuantifier(term))
    for (Term operand : term.getOperands())
      count(operand, uses, order);
  order.push_back(term);
}

/// Whether a term is as short as the name that would stand for it.
static bool isShort(Term term) {
  return term.getOperands().size() <= 2 &&
         llvm::all_of(term.getOperands(), [](Term operand) {
           return operand.getOperands().empty();
         });
}

void TermPrinter::printScope(Term term) {
  llvm::DenseMap<Term, unsigned> uses;
  llvm::SmallVector<Term> order, mine;
  count(term, uses, order);
  for (Term shared : order) {
    if (uses[shared] < 2 || isShort(shared))
      continue;
    os << "(let ((?" << numBound + 1 << ' ';
    print(shared);
    os << ")) ";
    bound[shared] = ++numBound;
    mine.push_back(shared);
  }
  print(term);
  for (Term shared : mine) {
    os << ')';
    bound.erase(shared);
  }
}

void TermPrinter::print(Term term) {
  auto found = bound.find(term);
  if (found != bound.end())
    os << '?' << found->second;
  else
    printNode(term);
}

void TermPrinter::printNode(Term term) {
  switch (term.getKind()) {
  case TermKind::Bool:
    os << (term.getBool() ? "true" : "false");
    return;
  case TermKind::Number:
    return printNumber(term.getNumber(), term.getSort(), os);
  case TermKind::Symbol:
    return printSymbol(term.getName(), os);
  case TermKind::Forall:
  case TermKind::Exists:
    os << '(' << getOperator(term.getKind()) << " (";
    for (Term symbol : term.getOperands().drop_back()) {
      os << '(';
      printSymbol(symbol.getName(), os);
      os << ' ' << toString(symbol.getSort()) << ')';
    }
    os << ") ";
    printScope(term.getOperands().back());
    os << ')';
    return;
  case TermKind::Apply:
    if (term.getOperands().empty())
      return printSymbol(term.getFunction().name, os);
    os << '(';
    printSymbol(term.getFunction().name, os);
    break;
  default:
    os << '(' << getOperator(term.getKind());
    break;
  }
  for (Term operand : term.getOperands()) {
    os << ' ';
    print(operand);
  }
  os << ')';
}

void smt::printTerm(Term term, llvm::raw_ostream &os) {
  TermPrinter(os).printScope(term);
}

void smt::printDeclaration(Term symbol, llvm::raw_ostream &os) {
  os << "(declare-const ";
  printSymbol(symbol.getName(), os);
  os << ' ' << toString(symbol.getSort()) << ")";
}

void smt::printDefinition(const Function &function, llvm::raw_ostream &os) {
  os << "(define-fun ";
  printSymbol(function.name, os);
  os << " (";
  llvm::interleave(
      function.params, os,
      [&](Term param) {
        os << '(';
        printSymbol(param.getName(), os);
        os << ' ' << toString(param.getSort()) << ')';
      },
      " ");
  os << ") " << toString(function.body.getSort());
  // A conjunction has one line for each part.
  if (function.body.is(TermKind::And) &&
      function.body.getOperands().size() > 1) {
    os << "\n  (and";
    for (Term part : function.body.getOperands()) {
      os << "\n    ";
      printTerm(part, os);
    }
    os << "))";
    return;
  }
  os << (function.params.empty() ? " " : "\n  ");
  printTerm(function.body, os);
  os << ")";
}

void smt::printAssertion(Term term, llvm::StringRef name,
                         llvm::raw_ostream &os) {
  os << "(assert ";
  if (!name.empty())
    os << "(! ";
  printTerm(term, os);
  if (!name.empty()) {
    os << " :named ";
    printSymbol(name, os);
    os << ')';
  }
  os << ")";
}

//===----------------------------------------------------------------------===//
// Logics
//===----------------------------------------------------------------------===//

void LogicFinder::addSort(Sort sort) {
  ints |= sort == Sort::Int;
  reals |= sort == Sort::Real;
}

/// Adds `factor * term` to the coefficients. Returns false if it is no sum of
/// symbols and numbers.
static bool addLinear(Term term, int factor,
                      llvm::DenseMap<Term, int> &coefficients) {
  if (TermContext::getConstant(term))
    return true;
  switch (term.getKind()) {
  case TermKind::Symbol:
    coefficients[term] += factor;
    return true;
  case TermKind::Neg:
    return addLinear(term.getOperand(0), -factor, coefficients);
  case TermKind::Sub:
    return addLinear(term.getOperand(0), factor, coefficients) &&
           addLinear(term.getOperand(1), -factor, coefficients);
  default:
    return false;
  }
}

/// Whether an atom compares a difference of at most two symbols with a number.
static bool isDifference(Term atom) {
  llvm::DenseMap<Term, int> coefficients;
  if (!addLinear(atom.getOperand(0), 1, coefficients) ||
      !addLinear(atom.getOperand(1), -1, coefficients))
    return false;
  int sum = 0;
  unsigned count = 0;
  for (auto [term, factor] : coefficients) {
    if (factor < -1 || factor > 1)
      return false;
    sum += factor;
    count += factor != 0;
  }
  return count <= 1 || (count == 2 && sum == 0);
}

static bool isNumeric(Term term) { return term.getSort() != Sort::Bool; }

void LogicFinder::addNode(Term term) {
  addSort(term.getSort());
  llvm::ArrayRef<Term> operands = term.getOperands();
  switch (term.getKind()) {
  case TermKind::Eq:
    if (!isNumeric(operands[0]))
      return;
    [[fallthrough]];
  case TermKind::Lt:
  case TermKind::Le:
  case TermKind::Gt:
  case TermKind::Ge:
    beyondDifferences |= !isDifference(term);
    return;
  case TermKind::Mul:
    nonlinear |= !TermContext::getConstant(operands[0]) &&
                 !TermContext::getConstant(operands[1]);
    beyondDifferences = true;
    return;
  case TermKind::Div:
  case TermKind::IntDiv:
  case TermKind::Mod: {
    std::optional<Rational> divisor = TermContext::getConstant(operands[1]);
    nonlinear |= !divisor || divisor->isZero();
    beyondDifferences = true;
    return;
  }
  case TermKind::ToReal:
    casts = beyondDifferences = true;
    return;
  case TermKind::Ite:
    beyondDifferences |= isNumeric(term);
    return;
  case TermKind::Apply:
    // What a definition compares is a difference only if it gets symbols.
    for (Term operand : operands)
      beyondDifferences |= isNumeric(operand) &&
                           !operand.is(TermKind::Symbol) &&
                           !TermContext::getConstant(operand);
    return;
  case TermKind::Forall:
  case TermKind::Exists:
    quantifiers = true;
    return;
  default:
    return;
  }
}

void LogicFinder::add(Term term) {
  if (!seen.try_emplace(term, 0).second)
    return;
  addNode(term);
  for (Term operand : term.getOperands())
    add(operand);
}

std::string LogicFinder::getName() const {
  std::string name = quantifiers ? "" : "QF_";
  if (!ints && !reals)
    return name + (quantifiers ? "LIA" : "UF");
  bool differences = !beyondDifferences && !quantifiers && ints != reals;
  if (differences)
    return name + (ints ? "IDL" : "RDL");
  name += nonlinear ? "N" : "L";
  if (ints)
    name += 'I';
  if (reals)
    name += 'R';
  return name + "A";
}

//===----------------------------------------------------------------------===//
// Scripts
//===----------------------------------------------------------------------===//

/// Comments end with their line.
static void printComment(llvm::StringRef text, llvm::raw_ostream &os) {
  llvm::SmallVector<llvm::StringRef> lines;
  text.split(lines, '\n');
  for (llvm::StringRef line : lines)
    os << "; " << line.trim() << '\n';
}

void SMTLibWriter::comment(const llvm::Twine &text) {
  os << '\n';
  printComment(text.str(), os);
}

void SMTLibWriter::declare(Term symbol, const llvm::Twine &comment) {
  std::string note = comment.str();
  if (!note.empty())
    printComment(note, os);
  logic.addSymbol(symbol);
  printDeclaration(symbol, os);
  os << '\n';
}

void SMTLibWriter::define(const Function &function) {
  logic.add(function.body);
  if (!function.comment.empty())
    printComment(function.comment, os);
  printDefinition(function, os);
  os << '\n';
}

void SMTLibWriter::assertTerm(Term term, const llvm::Twine &name) {
  logic.add(term);
  std::string label = name.str();
  cores |= !label.empty();
  printAssertion(term, label, os);
  os << '\n';
}

void SMTLibWriter::command(const llvm::Twine &line) { os << line << '\n'; }

void SMTLibWriter::checkSat(llvm::ArrayRef<Term> assumptions) {
  if (assumptions.empty()) {
    os << "(check-sat)\n";
    return;
  }
  os << "(check-sat-assuming (";
  llvm::interleave(
      assumptions, os, [&](Term term) { printTerm(term, os); }, " ");
  os << "))\n";
}

void SMTLibWriter::getValue(llvm::ArrayRef<Term> terms) {
  if (terms.empty())
    return;
  models = true;
  os << "(get-value (";
  llvm::interleave(terms, os, [&](Term term) { printTerm(term, os); }, "\n  ");
  os << "))\n";
}

void SMTLibWriter::write(llvm::raw_ostream &out, llvm::StringRef title,
                         llvm::StringRef status) const {
  printComment(title, out);
  out << "(set-info :smt-lib-version 2.6)\n"
      << "(set-info :status " << status << ")\n";
  if (models)
    out << "(set-option :produce-models true)\n";
  if (cores)
    out << "(set-option :produce-unsat-cores true)\n";
  out << "(set-logic " << logic.getName() << ")\n" << text << "(exit)\n";
}

//===----------------------------------------------------------------------===//
// Answers
//===----------------------------------------------------------------------===//

namespace {

/// Reads S-expressions; an explicit stack, since models may nest deeply.
class SExprReader {
public:
  explicit SExprReader(llvm::StringRef text) : rest(text) {}
  std::optional<std::vector<SExpr>> read();

private:
  bool skip();
  std::optional<SExpr> readAtom();

  llvm::StringRef rest;
};

} // namespace

/// Skips white space and comments. Returns false at the end.
bool SExprReader::skip() {
  while (true) {
    rest = rest.ltrim();
    if (!rest.starts_with(";"))
      return !rest.empty();
    rest = rest.drop_until([](char c) { return c == '\n'; });
  }
}

std::optional<SExpr> SExprReader::readAtom() {
  SExpr atom;
  char quote = rest.front();
  if (quote == '|' || quote == '"') {
    size_t end = rest.find(quote, 1);
    if (end == llvm::StringRef::npos)
      return std::nullopt;
    atom.atom = rest.slice(1, end).str();
    // The empty symbol is a symbol too.
    if (atom.atom.empty())
      atom.atom = "||";
    rest = rest.drop_front(end + 1);
    return atom;
  }
  size_t end = rest.find_first_of(" \t\r\n();|\"");
  atom.atom = rest.take_front(end).str();
  rest = rest.drop_front(atom.atom.size());
  return atom;
}

std::optional<std::vector<SExpr>> SExprReader::read() {
  std::vector<std::vector<SExpr>> open(1);
  while (skip()) {
    if (rest.consume_front("(")) {
      open.emplace_back();
      continue;
    }
    if (rest.consume_front(")")) {
      if (open.size() == 1)
        return std::nullopt;
      SExpr list;
      list.items = std::move(open.back());
      open.pop_back();
      open.back().push_back(std::move(list));
      continue;
    }
    std::optional<SExpr> atom = readAtom();
    if (!atom)
      return std::nullopt;
    open.back().push_back(std::move(*atom));
  }
  if (open.size() != 1)
    return std::nullopt;
  return std::move(open.front());
}

std::optional<std::vector<SExpr>> SExpr::parse(llvm::StringRef text) {
  return SExprReader(text).read();
}

std::optional<Rational> SExpr::getNumber() const {
  if (isAtom()) {
    if (atom == "true" || atom == "false")
      return Rational(atom == "true");
    return Rational::parseDecimal(atom);
  }
  if (items.empty() || items.size() > 3 || !items[0].isAtom())
    return std::nullopt;
  llvm::SmallVector<Rational, 2> numbers;
  for (const SExpr &item : llvm::drop_begin(items)) {
    std::optional<Rational> number = item.getNumber();
    if (!number)
      return std::nullopt;
    numbers.push_back(*number);
  }
  llvm::StringRef function = items[0].atom;
  if (numbers.size() == 1 && function == "-")
    return Rational::negate(numbers[0]);
  if (numbers.size() == 1 && function == "to_real")
    return numbers[0];
  if (numbers.size() == 2 && function == "/")
    return Rational::div(numbers[0], numbers[1]);
  return std::nullopt;
}

/// `(name value)` or `(define-fun name () Sort value)`.
static void collectValues(const SExpr &expr, Model &model) {
  if (expr.isAtom())
    return;
  llvm::ArrayRef<SExpr> items = expr.items;
  if (items.size() == 5 && items[0].atom == "define-fun") {
    if (std::optional<Rational> value = items[4].getNumber())
      if (items[1].isAtom() && items[2].items.empty())
        model[items[1].atom] = *value;
    return;
  }
  if (items.size() == 2 && items[0].isAtom()) {
    if (std::optional<Rational> value = items[1].getNumber())
      model[items[0].atom] = *value;
    return;
  }
  for (const SExpr &item : items)
    collectValues(item, model);
}

std::optional<Model> smt::readModel(llvm::StringRef text) {
  std::optional<std::vector<SExpr>> exprs = SExpr::parse(text);
  if (!exprs)
    return std::nullopt;
  Model model;
  for (const SExpr &expr : *exprs)
    collectValues(expr, model);
  if (model.empty())
    return std::nullopt;
  return model;
}
