//===- SymbolicSpace.cpp - Conditions on messages ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SymbolicSpaceImpl.h"

using namespace tioga;
using namespace tioga::symbolic;

SymbolicSpace::SymbolicSpace(const SymbolicOptions &options)
    : impl(std::make_unique<Impl>(options)) {}
SymbolicSpace::~SymbolicSpace() = default;

smt::TermContext &SymbolicSpace::getTerms() { return impl->terms; }
ExprEncoder &SymbolicSpace::getExprs() { return impl->exprs; }

Term SymbolicSpace::normalize(Term term) {
  return impl->normalizer.normalize(term);
}
Term SymbolicSpace::negate(Term term) { return impl->normalizer.negate(term); }
Term SymbolicSpace::getAnd(llvm::ArrayRef<Term> terms) {
  return impl->normalizer.getAnd(terms);
}
Term SymbolicSpace::getOr(llvm::ArrayRef<Term> terms) {
  return impl->normalizer.getOr(terms);
}
Term SymbolicSpace::getEqual(Term a, Term b) {
  return normalize(impl->terms.getEq(a, b));
}

Term SymbolicSpace::encode(Expr condition, ExprEncoder::Resolver resolve) {
  Term term = impl->exprs.encodeCondition(condition, resolve);
  return term ? normalize(term) : term;
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

std::optional<bool> SymbolicSpace::isSatisfiable(llvm::ArrayRef<Term> conjuncts,
                                                 Term question) {
  Conjuncts all;
  for (Term conjunct : conjuncts)
    if (!addConjunct(all, conjunct))
      return false;
  if (!impl->queries.getError().empty())
    return std::nullopt;
  smt::CheckResult result = impl->queries.check(all, question);
  if (result.isUnknown())
    return std::nullopt;
  return result.isSat();
}

bool SymbolicSpace::isImplied(llvm::ArrayRef<Term> conjuncts, Term condition) {
  return isSatisfiable(conjuncts, negate(condition)) == false;
}

std::optional<std::vector<Rational>>
SymbolicSpace::solve(llvm::ArrayRef<Term> conjuncts,
                     llvm::ArrayRef<Term> symbols) {
  Conjuncts all;
  for (Term conjunct : conjuncts)
    if (!addConjunct(all, conjunct))
      return std::nullopt;
  if (!impl->queries.getError().empty() || !impl->queries.solve(all).isSat())
    return std::nullopt;
  std::vector<Rational> values;
  for (Term symbol : symbols) {
    bool occurs = llvm::any_of(all, [&](Term conjunct) {
      return impl->normalizer.mentions(conjunct, symbol);
    });
    std::optional<Rational> value =
        occurs ? impl->queries.getValue(symbol) : Rational(0);
    if (!value)
      return std::nullopt;
    values.push_back(*value);
  }
  return values;
}

Term SymbolicSpace::simplify(Term condition, llvm::ArrayRef<Term> conjuncts) {
  if (condition.is(TermKind::Bool))
    return condition;
  if (isSatisfiable(conjuncts, condition) == false)
    return impl->terms.getFalse();
  if (isImplied(conjuncts, condition))
    return impl->terms.getTrue();
  if (!condition.is(TermKind::And) && !condition.is(TermKind::Or))
    return condition;
  bool isAnd = condition.is(TermKind::And);
  // Each part within what the parts kept so far leave.
  std::vector<Term> within = conjuncts.vec(), parts;
  for (Term operand : condition.getOperands()) {
    Term part = simplify(operand, within);
    if (part.is(TermKind::Bool) && part.getBool() == isAnd)
      continue;
    parts.push_back(part);
    within.push_back(isAnd ? part : negate(part));
  }
  return isAnd ? getAnd(parts) : getOr(parts);
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

SymbolicMessage SymbolicSpace::makeMessage(const System &system, unsigned label,
                                           llvm::ArrayRef<Term> leaves) {
  SymbolicMessage message;
  message.label = label;
  message.leaves = leaves.vec();
  for (const SystemParam &param : system.getLabels()[label].params) {
    impl->exprs.addEnums(param.type);
    message.arguments.push_back(impl->exprs.fromLeaves(param.type, leaves));
  }
  return message;
}

std::optional<SymbolicMessage>
SymbolicSpace::makeMessage(const System &system, unsigned label,
                           const llvm::Twine &prefix) {
  std::vector<Term> symbols;
  for (auto [index, param] :
       llvm::enumerate(system.getLabels()[label].params)) {
    impl->exprs.addEnums(param.type);
    std::vector<Leaf> parts;
    if (!impl->exprs.addLeaves(param.type, prefix + "." + llvm::Twine(index),
                               parts))
      return std::nullopt;
    for (const Leaf &leaf : parts)
      symbols.push_back(impl->terms.getSymbol(
          leaf.name + ":" + smt::toString(leaf.sort).str(), leaf.sort));
  }
  return makeMessage(system, label, symbols);
}

Term SymbolicSpace::getDomain(const System &system,
                              const SymbolicMessage &message) {
  std::vector<Term> parts;
  for (auto [param, argument] :
       llvm::zip(system.getLabels()[message.label].params, message.arguments))
    parts.push_back(normalize(impl->exprs.getDomain(argument, param.type)));
  return getAnd(parts);
}

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

namespace {

/// Writes terms in the language.
class TermWriter {
public:
  using TextOf = llvm::function_ref<std::optional<LeafText>(Term)>;
  TermWriter(Normalizer &normalizer, ExprContext &context, TextOf getText)
      : normalizer(normalizer), context(context), getText(getText) {}

  Expr write(Term term);

private:
  Expr writeAll(ExprKind kind, Term term);
  Expr writeLiteral(const Literal &literal);
  Expr writeSum(llvm::ArrayRef<std::pair<Term, Rational>> parts,
                Rational constant);
  Expr writeCases(const Literal &literal,
                  llvm::ArrayRef<std::pair<Term, LeafText>> enums);
  Expr writeLeafOfEnum(const LeafText &text, unsigned index) {
    return context.get(
        ExprKind::Eq, text.expr,
        context.getEnum(text.enumeration.getName(),
                        text.enumeration.getLiterals()[index].getValue()));
  }

  Normalizer &normalizer;
  ExprContext &context;
  TextOf getText;
};

} // namespace

Expr TermWriter::writeAll(ExprKind kind, Term term) {
  llvm::SmallVector<Expr> operands;
  for (Term operand : term.getOperands()) {
    operands.push_back(write(operand));
    if (!operands.back())
      return Expr();
  }
  return context.get(kind, operands);
}

/// `a + 2 * b + 3`; zero for nothing.
Expr TermWriter::writeSum(llvm::ArrayRef<std::pair<Term, Rational>> parts,
                          Rational constant) {
  llvm::SmallVector<Expr> operands;
  for (auto &[unknown, factor] : parts) {
    Expr operand = write(unknown);
    if (!operand)
      return operand;
    if (factor != Rational(1))
      operand = context.get(ExprKind::Mul, context.getNumber(factor), operand);
    operands.push_back(operand);
  }
  if (!constant.isZero() || operands.empty())
    operands.push_back(context.getNumber(constant));
  return operands.size() == 1 ? operands[0]
                              : context.get(ExprKind::Add, operands);
}

/// All combinations of literals for which the comparison holds.
Expr TermWriter::writeCases(const Literal &literal,
                            llvm::ArrayRef<std::pair<Term, LeafText>> enums) {
  constexpr uint64_t maxCases = 256;
  uint64_t count = 1;
  for (auto &[term, text] : enums)
    count *= text.enumeration.getLiterals().size();
  if (count > maxCases)
    return Expr();
  llvm::SmallVector<Expr> cases;
  for (uint64_t code = 0; code < count; ++code) {
    Rational sum = literal.form.constant;
    uint64_t rest = code;
    llvm::SmallVector<Expr> equations;
    for (auto &[term, text] : enums) {
      unsigned size = text.enumeration.getLiterals().size();
      std::optional<Rational> part = Rational::mul(
          literal.form.getCoefficient(term), int64_t(rest % size));
      std::optional<Rational> next =
          part ? Rational::add(sum, *part) : std::nullopt;
      if (!next)
        return Expr();
      sum = *next;
      equations.push_back(writeLeafOfEnum(text, rest % size));
      rest /= size;
    }
    bool holds = literal.kind == Literal::Kind::AtMost  ? sum <= Rational(0)
                 : literal.kind == Literal::Kind::Below ? sum < Rational(0)
                 : literal.kind == Literal::Kind::Zero  ? sum.isZero()
                                                        : !sum.isZero();
    if (holds)
      cases.push_back(context.getAnd(equations));
  }
  return context.getOr(cases);
}

/// What is subtracted goes to the other side.
Expr TermWriter::writeLiteral(const Literal &literal) {
  llvm::SmallVector<std::pair<Term, LeafText>> enums;
  llvm::SmallVector<std::pair<Term, Rational>> left, right;
  for (auto &[unknown, factor] : literal.form.parts) {
    if (unknown.is(TermKind::Symbol))
      if (auto text = getText(unknown); text && text->enumeration)
        enums.push_back({unknown, *text});
    if (factor.isNegative())
      right.push_back({unknown, *Rational::negate(factor)});
    else
      left.push_back({unknown, factor});
  }
  bool isEquation = literal.kind == Literal::Kind::Zero ||
                    literal.kind == Literal::Kind::NonZero;
  bool isSame = enums.size() == 2 && left.size() == 1 && right.size() == 1 &&
                literal.form.constant.isZero() && isEquation;
  if (!enums.empty() && !isSame)
    return enums.size() == literal.form.parts.size()
               ? writeCases(literal, enums)
               : Expr();
  // `x >= 3`, not `3 <= x`; no negative constant between two sums.
  Rational constant = literal.form.constant, leftConstant;
  std::optional<Rational> rightConstant = Rational(0);
  bool isTurned = left.empty();
  if (isTurned) {
    std::swap(left, right);
    rightConstant = constant;
  } else if (right.empty() || constant.isNegative()) {
    rightConstant = Rational::negate(constant);
  } else {
    leftConstant = constant;
  }
  if (!rightConstant)
    return Expr();
  Expr a = writeSum(left, leftConstant), b = writeSum(right, *rightConstant);
  if (!a || !b)
    return Expr();
  ExprKind kind = ExprKind::Ne;
  switch (literal.kind) {
  case Literal::Kind::AtMost:
    kind = isTurned ? ExprKind::Ge : ExprKind::Le;
    break;
  case Literal::Kind::Below:
    kind = isTurned ? ExprKind::Gt : ExprKind::Lt;
    break;
  case Literal::Kind::Zero:
    kind = ExprKind::Eq;
    break;
  case Literal::Kind::NonZero:
    break;
  }
  return context.get(kind, a, b);
}

Expr TermWriter::write(Term term) {
  if (term.getSort() == Sort::Bool)
    if (std::optional<Literal> literal = normalizer.getLiteral(term))
      return writeLiteral(*literal);
  if (std::optional<Rational> number = smt::TermContext::getConstant(term);
      number && term.getSort() != Sort::Bool)
    return context.getNumber(*number);
  switch (term.getKind()) {
  case TermKind::Bool:
    return context.getBool(term.getBool());
  case TermKind::Symbol: {
    std::optional<LeafText> text = getText(term);
    return text ? text->expr : Expr();
  }
  case TermKind::Not:
    return writeAll(ExprKind::Not, term);
  case TermKind::And:
    return writeAll(ExprKind::And, term);
  case TermKind::Or:
    return writeAll(ExprKind::Or, term);
  case TermKind::Implies:
    return writeAll(ExprKind::Implies, term);
  case TermKind::Ite:
    return writeAll(ExprKind::If, term);
  case TermKind::Eq:
    return writeAll(term.getOperand(0).getSort() == Sort::Bool ? ExprKind::Iff
                                                               : ExprKind::Eq,
                    term);
  case TermKind::Lt:
    return writeAll(ExprKind::Lt, term);
  case TermKind::Le:
    return writeAll(ExprKind::Le, term);
  case TermKind::Gt:
    return writeAll(ExprKind::Gt, term);
  case TermKind::Ge:
    return writeAll(ExprKind::Ge, term);
  case TermKind::Add:
    return writeAll(ExprKind::Add, term);
  case TermKind::Sub:
    return writeAll(ExprKind::Sub, term);
  case TermKind::Neg:
    return writeAll(ExprKind::Neg, term);
  case TermKind::Mul:
    return writeAll(ExprKind::Mul, term);
  case TermKind::Div:
    return writeAll(ExprKind::Div, term);
  case TermKind::IntDiv:
    return writeAll(ExprKind::IntDiv, term);
  case TermKind::Mod:
    return writeAll(ExprKind::Mod, term);
  case TermKind::ToReal:
    return write(term.getOperand(0));
  case TermKind::Number:
  case TermKind::Apply:
  case TermKind::Forall:
  case TermKind::Exists:
    return Expr();
  }
  llvm_unreachable("covered switch");
}

Expr SymbolicSpace::toExpr(
    Term term, ExprContext &context,
    llvm::function_ref<std::optional<LeafText>(Term)> getText) {
  return TermWriter(impl->normalizer, context, getText).write(term);
}
