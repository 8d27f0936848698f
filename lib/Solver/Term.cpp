//===- Term.cpp - Terms of SMT-LIB ------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Solver/Term.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/FoldingSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/StringSaver.h"
#include <deque>

using namespace tioga;
using namespace tioga::smt;

namespace tioga::smt::detail {

/// One node of the graph. `position` is the order of making, which fixes the
/// order of parameters.
struct TermNode : llvm::FoldingSetNode {
  TermKind kind;
  Sort sort;
  unsigned position;
  Rational number;
  llvm::StringRef name;
  const Function *function = nullptr;
  llvm::ArrayRef<Term> operands;

  void Profile(llvm::FoldingSetNodeID &id) const {
    profile(id, kind, sort, number, name, function, operands);
  }
  static void profile(llvm::FoldingSetNodeID &id, TermKind kind, Sort sort,
                      Rational number, llvm::StringRef name,
                      const Function *function, llvm::ArrayRef<Term> operands) {
    id.AddInteger(unsigned(kind));
    id.AddInteger(unsigned(sort));
    id.AddInteger(number.getNumerator());
    id.AddInteger(number.getDenominator());
    id.AddString(name);
    id.AddPointer(function);
    for (Term operand : operands)
      id.AddPointer(operand.getImpl());
  }
};

} // namespace tioga::smt::detail

using detail::TermNode;

llvm::StringRef smt::toString(Sort sort) {
  switch (sort) {
  case Sort::Bool:
    return "Bool";
  case Sort::Int:
    return "Int";
  case Sort::Real:
    return "Real";
  }
  llvm_unreachable("all sorts are named");
}

TermKind Term::getKind() const { return impl->kind; }
Sort Term::getSort() const { return impl->sort; }
llvm::ArrayRef<Term> Term::getOperands() const { return impl->operands; }
Rational Term::getNumber() const { return impl->number; }
bool Term::getBool() const { return !impl->number.isZero(); }
llvm::StringRef Term::getName() const { return impl->name; }
const Function &Term::getFunction() const { return *impl->function; }
unsigned Term::getPosition() const { return impl->position; }

struct TermContext::Impl {
  llvm::BumpPtrAllocator allocator;
  llvm::UniqueStringSaver strings{allocator};
  llvm::FoldingSet<TermNode> nodes;
  std::deque<Function> functions;
  llvm::StringSet<> functionNames, symbolNames;
  llvm::DenseMap<Term, std::vector<Term>> freeSymbols;
  unsigned numNodes = 0;

  Term get(TermKind kind, Sort sort, Rational number, llvm::StringRef name,
           const Function *function, llvm::ArrayRef<Term> operands);
  const Function &addFunction(const llvm::Twine &name, std::vector<Term> params,
                              Term body, const llvm::Twine &comment);
};

/// A name that is taken, by a symbol too, gets a number: a parameter would hide
/// the function.
const Function &TermContext::Impl::addFunction(const llvm::Twine &name,
                                               std::vector<Term> params,
                                               Term body,
                                               const llvm::Twine &comment) {
  std::string unique = name.str();
  for (unsigned count = 2;
       symbolNames.contains(unique) || !functionNames.insert(unique).second;
       ++count)
    unique = (name + "~" + llvm::Twine(count)).str();
  functions.push_back({unique, std::move(params), body, comment.str()});
  return functions.back();
}

TermContext::TermContext() : impl(std::make_unique<Impl>()) {}
TermContext::~TermContext() = default;

Term TermContext::Impl::get(TermKind kind, Sort sort, Rational number,
                            llvm::StringRef name, const Function *function,
                            llvm::ArrayRef<Term> operands) {
  llvm::FoldingSetNodeID id;
  TermNode::profile(id, kind, sort, number, name, function, operands);
  void *place;
  if (TermNode *found = nodes.FindNodeOrInsertPos(id, place))
    return Term(found);
  auto *node = new (allocator.Allocate<TermNode>()) TermNode();
  node->kind = kind;
  node->sort = sort;
  node->position = numNodes++;
  node->number = number;
  node->name = name.empty() ? name : strings.save(name);
  node->function = function;
  node->operands = operands.copy(allocator);
  nodes.InsertNode(node, place);
  return Term(node);
}

Term TermContext::get(TermKind kind, Sort sort, llvm::ArrayRef<Term> operands) {
  return impl->get(kind, sort, {}, {}, nullptr, operands);
}

//===----------------------------------------------------------------------===//
// Leaves
//===----------------------------------------------------------------------===//

Term TermContext::getBool(bool value) {
  return impl->get(TermKind::Bool, Sort::Bool, value ? 1 : 0, {}, nullptr, {});
}

Term TermContext::getNumber(Rational value, Sort sort) {
  assert((sort == Sort::Real || value.isInteger()) && "no fraction in Int");
  return impl->get(TermKind::Number, sort, value, {}, nullptr, {});
}

Term TermContext::getSymbol(llvm::StringRef name, Sort sort) {
  impl->symbolNames.insert(name);
  return impl->get(TermKind::Symbol, sort, {}, name, nullptr, {});
}

std::optional<Rational> TermContext::getConstant(Term term) {
  while (term.is(TermKind::Apply) && term.getFunction().params.empty())
    term = term.getFunction().body;
  if (term.is(TermKind::Number))
    return term.getNumber();
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Formulas
//===----------------------------------------------------------------------===//

Term TermContext::getNot(Term term) {
  if (term.is(TermKind::Bool))
    return getBool(!term.getBool());
  if (term.is(TermKind::Not))
    return term.getOperand(0);
  return get(TermKind::Not, Sort::Bool, term);
}

/// The operands of a conjunction or disjunction, flat, without units and
/// duplicates; nothing if the result is the absorbing value.
static std::optional<llvm::SmallVector<Term, 8>>
flatten(TermKind kind, llvm::ArrayRef<Term> terms) {
  bool unit = kind == TermKind::And;
  llvm::SmallVector<Term, 8> flat;
  llvm::DenseSet<Term> seen;
  for (Term term : terms) {
    llvm::ArrayRef<Term> parts = term;
    if (term.is(kind))
      parts = term.getOperands();
    for (Term part : parts) {
      if (part.is(TermKind::Bool)) {
        if (part.getBool() != unit)
          return std::nullopt;
        continue;
      }
      if (seen.insert(part).second)
        flat.push_back(part);
    }
  }
  return flat;
}

Term TermContext::getAnd(llvm::ArrayRef<Term> terms) {
  auto flat = flatten(TermKind::And, terms);
  if (!flat)
    return getFalse();
  if (flat->size() <= 1)
    return flat->empty() ? getTrue() : flat->front();
  return get(TermKind::And, Sort::Bool, *flat);
}

Term TermContext::getOr(llvm::ArrayRef<Term> terms) {
  auto flat = flatten(TermKind::Or, terms);
  if (!flat)
    return getTrue();
  if (flat->size() <= 1)
    return flat->empty() ? getFalse() : flat->front();
  return get(TermKind::Or, Sort::Bool, *flat);
}

Term TermContext::getImplies(Term a, Term b) {
  if (a.isTrue() || b.isTrue())
    return b;
  if (a.isFalse())
    return getTrue();
  if (b.isFalse())
    return getNot(a);
  return get(TermKind::Implies, Sort::Bool, {a, b});
}

Term TermContext::getIte(Term condition, Term a, Term b) {
  if (condition.is(TermKind::Bool))
    return condition.getBool() ? a : b;
  if (a == b)
    return a;
  if (a.getSort() != Sort::Bool) {
    auto joined = join({a, b});
    return get(TermKind::Ite, joined[0].getSort(),
               {condition, joined[0], joined[1]});
  }
  if (a.isTrue())
    return getOr(condition, b);
  if (a.isFalse())
    return getAnd(getNot(condition), b);
  if (b.isTrue())
    return getImplies(condition, a);
  if (b.isFalse())
    return getAnd(condition, a);
  return get(TermKind::Ite, Sort::Bool, {condition, a, b});
}

Term TermContext::getEq(Term a, Term b) {
  if (a == b)
    return getTrue();
  if (a.getSort() == Sort::Bool) {
    if (a.is(TermKind::Bool))
      return a.getBool() ? b : getNot(b);
    if (b.is(TermKind::Bool))
      return b.getBool() ? a : getNot(a);
    return get(TermKind::Eq, Sort::Bool, {a, b});
  }
  auto joined = join({a, b});
  std::optional<Rational> left = getConstant(joined[0]);
  std::optional<Rational> right = getConstant(joined[1]);
  if (left && right)
    return getBool(*left == *right);
  return get(TermKind::Eq, Sort::Bool, joined);
}

Term TermContext::getComparison(TermKind kind, Term a, Term b) {
  auto joined = join({a, b});
  std::optional<Rational> left = getConstant(joined[0]);
  std::optional<Rational> right = getConstant(joined[1]);
  bool strict = kind == TermKind::Lt || kind == TermKind::Gt;
  if (a == b)
    return getBool(!strict);
  if (!left || !right)
    return get(kind, Sort::Bool, joined);
  int order = Rational::compare(*left, *right);
  if (order == 0)
    return getBool(!strict);
  return getBool((order < 0) == (kind == TermKind::Lt || kind == TermKind::Le));
}

Term TermContext::getQuantified(TermKind kind, llvm::ArrayRef<Term> symbols,
                                Term body) {
  llvm::SmallVector<Term, 8> operands;
  std::vector<Term> free = getFreeSymbols(body);
  for (Term symbol : symbols)
    if (llvm::is_contained(free, symbol))
      operands.push_back(symbol);
  if (operands.empty())
    return body;
  operands.push_back(body);
  return get(kind, Sort::Bool, operands);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

llvm::SmallVector<Term, 4> TermContext::join(llvm::ArrayRef<Term> terms) {
  bool isReal = llvm::any_of(
      terms, [](Term term) { return term.getSort() == Sort::Real; });
  llvm::SmallVector<Term, 4> joined;
  for (Term term : terms)
    joined.push_back(isReal ? getToReal(term) : term);
  return joined;
}

Term TermContext::getToReal(Term term) {
  if (term.getSort() == Sort::Real)
    return term;
  if (term.is(TermKind::Number))
    return getNumber(term.getNumber(), Sort::Real);
  return get(TermKind::ToReal, Sort::Real, term);
}

Term TermContext::getAdd(llvm::ArrayRef<Term> terms) {
  auto joined = join(terms);
  Rational sum;
  llvm::SmallVector<Term, 4> rest;
  for (Term term : joined) {
    std::optional<Rational> next;
    if (term.is(TermKind::Number) &&
        (next = Rational::add(sum, term.getNumber())))
      sum = *next;
    else
      rest.push_back(term);
  }
  Sort sort = joined.front().getSort();
  if (!sum.isZero() || rest.empty())
    rest.push_back(getNumber(sum, sort));
  return rest.size() == 1 ? rest.front() : get(TermKind::Add, sort, rest);
}

Term TermContext::getSub(Term a, Term b) {
  auto joined = join({a, b});
  if (joined[1].is(TermKind::Number)) {
    if (joined[1].getNumber().isZero())
      return joined[0];
    if (joined[0].is(TermKind::Number))
      if (auto value =
              Rational::sub(joined[0].getNumber(), joined[1].getNumber()))
        return getNumber(*value, joined[0].getSort());
  }
  return get(TermKind::Sub, joined[0].getSort(), joined);
}

Term TermContext::getNeg(Term term) {
  if (term.is(TermKind::Number))
    if (auto value = Rational::negate(term.getNumber()))
      return getNumber(*value, term.getSort());
  return get(TermKind::Neg, term.getSort(), term);
}

Term TermContext::getMul(Term a, Term b) {
  auto joined = join({a, b});
  if (joined[0].is(TermKind::Number) && joined[1].is(TermKind::Number))
    if (auto value =
            Rational::mul(joined[0].getNumber(), joined[1].getNumber()))
      return getNumber(*value, joined[0].getSort());
  return get(TermKind::Mul, joined[0].getSort(), joined);
}

Term TermContext::getDivision(TermKind kind, Term a, Term b) {
  if (kind == TermKind::Div) {
    a = getToReal(a);
    b = getToReal(b);
    if (a.is(TermKind::Number) && b.is(TermKind::Number))
      if (auto value = Rational::div(a.getNumber(), b.getNumber()))
        return getNumber(*value, Sort::Real);
  }
  return get(kind, a.getSort(), {a, b});
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static bool isMadeBefore(Term a, Term b) {
  return a.getPosition() < b.getPosition();
}

std::vector<Term> TermContext::getFreeSymbols(llvm::ArrayRef<Term> terms) {
  llvm::DenseSet<Term> seen;
  std::vector<Term> symbols;
  for (Term term : terms)
    for (Term symbol : getFreeSymbols(term))
      if (seen.insert(symbol).second)
        symbols.push_back(symbol);
  llvm::sort(symbols, isMadeBefore);
  return symbols;
}

std::vector<Term> TermContext::getFreeSymbols(Term term) {
  if (term.is(TermKind::Symbol))
    return {term};
  if (term.getOperands().empty())
    return {};
  auto found = impl->freeSymbols.find(term);
  if (found != impl->freeSymbols.end())
    return found->second;
  std::vector<Term> symbols;
  if (term.is(TermKind::Forall) || term.is(TermKind::Exists)) {
    symbols = getFreeSymbols(term.getOperands().back());
    llvm::erase_if(symbols, [&](Term symbol) {
      return llvm::is_contained(term.getOperands().drop_back(), symbol);
    });
  } else {
    symbols = getFreeSymbols(term.getOperands());
  }
  impl->freeSymbols[term] = symbols;
  return symbols;
}

const Function &TermContext::define(const llvm::Twine &name, Term body,
                                    const llvm::Twine &comment) {
  return impl->addFunction(name, getFreeSymbols(body), body, comment);
}

const Function &TermContext::defineConstant(const llvm::Twine &name, Term body,
                                            const llvm::Twine &comment) {
  return impl->addFunction(name, {}, body, comment);
}

Term TermContext::apply(const Function &function, const Binding &binding) {
  llvm::SmallVector<Term, 8> arguments;
  for (Term param : function.params) {
    Term argument = binding.lookup(param.getImpl());
    arguments.push_back(argument ? argument : param);
  }
  // A constant needs no call.
  if (function.body.is(TermKind::Bool))
    return function.body;
  return impl->get(TermKind::Apply, function.body.getSort(), {}, {}, &function,
                   arguments);
}
