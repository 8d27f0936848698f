//===- ProductState.cpp - What is possible after an observation -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductState.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/STLExtras.h"

using namespace tioga;
using namespace tioga::symbolic;
using ValueKind = Value::Kind;

/// Disjuncts of a condition about dead symbols that are worth a piece each.
static constexpr size_t maxSplits = 8;

bool ProductState::isEqual() const {
  return members[SpecSide].size() == members[ImplSide].size() &&
         llvm::all_of(llvm::zip(members[SpecSide], members[ImplSide]),
                      [](auto pair) {
                        return std::get<0>(pair).isSame(std::get<1>(pair));
                      });
}

Term Canonicalizer::areEqual(const SymbolicState &a, const SymbolicState &b) {
  if (a.locations != b.locations)
    return terms.getFalse();
  std::vector<Term> parts;
  for (auto [left, right] : llvm::zip(a.values, b.values)) {
    parts.push_back(normalizer.normalize(exprs.getEqual(left, right)));
    if (parts.back().isFalse())
      return parts.back();
  }
  for (auto [left, right] : llvm::zip(a.clocks, b.clocks))
    parts.push_back(normalizer.normalize(terms.getEq(left, right)));
  return normalizer.getAnd(parts);
}

//===----------------------------------------------------------------------===//
// Definite values
//===----------------------------------------------------------------------===//

/// Whether a condition holds in all of the domain. If it depends, the rest
/// becomes a piece of its own.
Canonicalizer::Truth Canonicalizer::decide(Work &work, Term condition,
                                           Pending &pending) {
  if (condition.is(TermKind::Bool))
    return condition.getBool() ? Truth::Yes : Truth::No;
  Conjuncts &domain = work.state.domain;
  Term opposite = normalizer.negate(condition);
  if (llvm::is_contained(domain, condition))
    return Truth::Yes;
  if (llvm::is_contained(domain, opposite))
    return Truth::No;
  smt::CheckResult can = queries.check(domain, condition);
  smt::CheckResult need = queries.check(domain, opposite);
  if (can.isUnknown() || need.isUnknown()) {
    reason = can.isUnknown() ? can.reason : need.reason;
    return Truth::Failed;
  }
  if (!can.isSat() || !need.isSat())
    return can.isSat() ? Truth::Yes : Truth::No;
  // In the history, sums have no names of their own.
  Substitution past(work.meanings.begin(), work.meanings.end());
  Work other = work;
  addConjunct(other.state.domain, opposite);
  addConjunct(other.history, normalizer.substitute(opposite, past));
  pending.push_back(std::move(other));
  addConjunct(domain, condition);
  addConjunct(work.history, normalizer.substitute(condition, past));
  return Truth::Yes;
}

/// Replaces choices between numbers by the one that is taken.
bool Canonicalizer::settleChoices(Term &term, Work &work, Pending &pending) {
  if (term.getOperands().empty())
    return true;
  if (term.is(TermKind::Ite) && term.getSort() != Sort::Bool) {
    Truth truth = decide(work, term.getOperand(0), pending);
    if (truth == Truth::Failed)
      return false;
    term = term.getOperand(truth == Truth::Yes ? 1 : 2);
    return settleChoices(term, work, pending);
  }
  std::optional<LinearForm> form = normalizer.getLinear(term);
  if (!form || term.getSort() == Sort::Bool)
    return true;
  LinearForm sum;
  sum.sort = form->sort;
  sum.constant = form->constant;
  for (auto &[unknown, factor] : form->parts) {
    Term part = unknown;
    if (part.is(TermKind::Ite) && !settleChoices(part, work, pending))
      return false;
    std::optional<LinearForm> next = normalizer.getLinear(part);
    std::optional<LinearForm> total;
    if (next)
      total = LinearForm::add(sum, *next, factor);
    if (!total)
      return true;
    sum = *total;
  }
  term = normalizer.getTerm(sum);
  return true;
}

/// Sets and maps hold distinct elements or keys, all of them present, constants
/// first.
bool Canonicalizer::settleCollection(SymbolicValue &value, Work &work,
                                     Pending &pending) {
  unsigned stride = value.kind == ValueKind::Map ? 2 : 1;
  auto erase = [&](size_t index) {
    value.present.erase(value.present.begin() + index);
    value.elements.erase(value.elements.begin() + stride * index,
                         value.elements.begin() + stride * (index + 1));
  };
  for (size_t index = 0; index < value.present.size();) {
    Truth truth = decide(work, value.present[index], pending);
    if (truth == Truth::Failed)
      return false;
    if (truth == Truth::No) {
      if (stride == 2 && value.present.size() == 1) {
        SymbolicValue key = value.elements[0], entry = value.elements[1];
        keepShape(value, key, entry, terms);
        return true;
      }
      erase(index);
      continue;
    }
    value.present[index++] = terms.getTrue();
  }
  for (size_t first = 0; first < value.present.size(); ++first)
    for (size_t second = first + 1; second < value.present.size();) {
      Term same = normalizer.normalize(exprs.getEqual(
          value.elements[stride * first], value.elements[stride * second]));
      Truth truth = decide(work, same, pending);
      if (truth == Truth::Failed)
        return false;
      if (truth == Truth::No) {
        ++second;
        continue;
      }
      // The later entry counts; it takes the place of the first one.
      if (stride == 2)
        value.elements[2 * first + 1] = value.elements[2 * second + 1];
      erase(second);
    }
  if (stride == 1)
    llvm::stable_sort(value.elements,
                      [](const SymbolicValue &a, const SymbolicValue &b) {
                        bool aIsNumber = a.term && a.term.is(TermKind::Number);
                        bool bIsNumber = b.term && b.term.is(TermKind::Number);
                        if (aIsNumber && bIsNumber)
                          return a.term.getNumber() < b.term.getNumber();
                        return aIsNumber && !bIsNumber;
                      });
  return true;
}

bool Canonicalizer::settleValue(SymbolicValue &value, Work &work,
                                Pending &pending) {
  if (value.term && value.term.getSort() == Sort::Bool) {
    // Booleans of the state are definite: locations in disguise.
    if (value.term.is(TermKind::Bool) || value.term.is(TermKind::Symbol))
      return true;
    Truth truth = decide(work, value.term, pending);
    if (truth == Truth::Failed)
      return false;
    value.term = terms.getBool(truth == Truth::Yes);
    return true;
  }
  if (value.term && !settleChoices(value.term, work, pending))
    return false;
  for (SymbolicValue &element : value.elements)
    if (!settleValue(element, work, pending))
      return false;
  if (value.kind == ValueKind::Set || value.kind == ValueKind::Map)
    return settleCollection(value, work, pending);
  return true;
}

/// Members with locals stay as they are: a condition may hold for some values
/// of the locals only.
bool Canonicalizer::settle(Work &work, Pending &pending) {
  for (std::vector<Member> &members : work.state.members)
    for (size_t index = 0; index < members.size(); ++index) {
      if (!members[index].locals.empty())
        continue;
      for (SymbolicValue &value : members[index].state.values)
        if (!settleValue(value, work, pending))
          return false;
    }
  return true;
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

Term Canonicalizer::getFresh(llvm::StringRef kind, unsigned index, Sort sort) {
  return terms.getSymbol(
      (kind + llvm::Twine(index) + ":" + smt::toString(sort)).str(), sort);
}

void Canonicalizer::substitute(Work &work, const Substitution &with,
                               Member *only) {
  auto change = [&](Term term) { return normalizer.substitute(term, with); };
  auto changeAll = [&](Conjuncts &conjuncts) {
    Conjuncts next;
    for (Term conjunct : conjuncts)
      if (Term changed = change(conjunct); !addConjunct(next, changed))
        next.push_back(changed);
    conjuncts = std::move(next);
  };
  auto changeMember = [&](Member &member) {
    member.state.transform(change);
    changeAll(member.condition);
  };
  if (only)
    return changeMember(*only);
  changeAll(work.state.domain);
  for (std::vector<Member> &members : work.state.members)
    for (Member &member : members)
      changeMember(member);
}

void Canonicalizer::useEquations(Work &work) {
  auto isKept = [](Term) { return false; };
  simplifyCases(normalizer, work.state.domain);
  while (auto equation = findEquation(normalizer, work.state.domain, isKept)) {
    Substitution with{{equation->symbol, equation->value}};
    substitute(work, with);
    simplifyCases(normalizer, work.state.domain);
  }
}

/// Gives a sum a name of its own in place of one of its symbols, so that the
/// symbols it was made of can be forgotten. A change of variables: nothing is
/// lost.
bool Canonicalizer::changeVariable(Work &work, Member &member, Term leaf,
                                   llvm::DenseMap<Term, char> &owned) {
  std::optional<LinearForm> form = normalizer.getLinear(leaf);
  if (!form || form->isConstant())
    return false;
  if (form->parts.size() == 1 && form->parts[0].second == Rational(1) &&
      form->parts[0].first.is(TermKind::Symbol)) {
    owned.try_emplace(form->parts[0].first, 1);
    return false;
  }
  auto isLocal = [&](Term symbol) {
    return llvm::is_contained(member.locals, symbol);
  };
  bool hasLocals = false;
  for (auto &[unknown, factor] : form->parts) {
    if (!unknown.is(TermKind::Symbol))
      return false;
    hasLocals |= isLocal(unknown);
  }
  for (auto &[unknown, factor] : llvm::reverse(form->parts)) {
    bool isUnit = factor == Rational(1) || factor == Rational(-1);
    if (owned.count(unknown) || (form->sort == Sort::Int && !isUnit) ||
        (hasLocals && !isLocal(unknown)))
      continue;
    Term fresh = getFresh("f", numFresh++, form->sort);
    // fresh = form without constant; solved for the symbol.
    LinearForm rest = *form;
    rest.constant = 0;
    Rational coefficient = factor;
    Term symbol = unknown;
    llvm::erase_if(rest.parts,
                   [&](const auto &part) { return part.first == symbol; });
    LinearForm alone;
    alone.sort = form->sort;
    alone.parts.push_back({fresh, 1});
    std::optional<LinearForm> difference = LinearForm::add(alone, rest, -1);
    std::optional<Rational> inverse = Rational::div(1, coefficient);
    std::optional<LinearForm> value;
    if (difference && inverse)
      value = difference->scale(*inverse);
    if (!value)
      return false;
    Substitution with{{symbol, normalizer.getTerm(*value)}};
    if (hasLocals) {
      llvm::erase(member.locals, symbol);
      member.locals.push_back(fresh);
      substitute(work, with, &member);
    } else {
      Substitution past(work.meanings.begin(), work.meanings.end());
      form->constant = 0;
      Term meaning = normalizer.substitute(normalizer.getTerm(*form), past);
      substitute(work, with);
      work.meanings.push_back({fresh, meaning});
    }
    owned.try_emplace(fresh, 1);
    return true;
  }
  return false;
}

void Canonicalizer::changeVariables(Work &work) {
  llvm::DenseMap<Term, char> owned;
  for (std::vector<Member> &members : work.state.members)
    for (Member &member : members) {
      llvm::SmallVector<Term, 16> leaves;
      member.state.collect(leaves);
      for (size_t index = 0; index < leaves.size(); ++index) {
        if (leaves[index].getSort() == Sort::Bool)
          continue;
        if (changeVariable(work, member, leaves[index], owned)) {
          leaves.clear();
          member.state.collect(leaves);
        }
      }
    }
}

//===----------------------------------------------------------------------===//
// What no longer matters
//===----------------------------------------------------------------------===//

/// Locals that the state does not mention are eliminated where that is exact.
/// What is then said about no local holds in all of the domain.
void Canonicalizer::removeLocals(Work &work) {
  for (std::vector<Member> &members : work.state.members)
    for (Member &member : members) {
      llvm::SmallVector<Term, 16> leaves;
      member.state.collect(leaves);
      auto isRead = [&](Term local) {
        return llvm::any_of(leaves, [&](Term leaf) {
          return normalizer.mentions(leaf, local);
        });
      };
      llvm::erase_if(member.locals, [&](Term local) {
        return !isRead(local) && eliminate(normalizer, member.condition, local);
      });
      llvm::erase_if(member.condition, [&](Term conjunct) {
        return llvm::none_of(member.locals, [&](Term local) {
          return normalizer.mentions(conjunct, local);
        });
      });
    }
}

/// Conjuncts that are connected with no live symbol say nothing about the
/// members: there are values for theirs.
void Canonicalizer::dropIndependent(Conjuncts &domain,
                                    const llvm::DenseMap<Term, char> &live) {
  llvm::EquivalenceClasses<const void *> connected;
  auto getId = [](Term term) -> const void * { return term.getImpl(); };
  static const char anchor = 0;
  const void *living = &anchor;
  connected.insert(living);
  for (Term conjunct : domain) {
    const std::vector<Term> &symbols = normalizer.getSymbols(conjunct);
    for (Term symbol : symbols) {
      connected.unionSets(getId(symbols.front()), getId(symbol));
      if (live.count(symbol))
        connected.unionSets(living, getId(symbol));
    }
  }
  llvm::erase_if(domain, [&](Term conjunct) {
    const std::vector<Term> &symbols = normalizer.getSymbols(conjunct);
    return !symbols.empty() &&
           !connected.isEquivalent(living, getId(symbols.front()));
  });
}

/// A disjunction about a symbol that could otherwise be forgotten becomes one
/// piece for each case.
bool Canonicalizer::splitOnDead(Work &work,
                                const llvm::DenseMap<Term, char> &live,
                                Pending &pending) {
  auto isWorthIt = [&](Term conjunct) {
    return conjunct.is(TermKind::Or) &&
           conjunct.getOperands().size() <= maxSplits &&
           !llvm::all_of(normalizer.getSymbols(conjunct),
                         [&](Term symbol) { return live.count(symbol); });
  };
  Conjuncts &domain = work.state.domain;
  for (auto found = llvm::find_if(domain, isWorthIt); found != domain.end();
       found = llvm::find_if(domain, isWorthIt)) {
    Term conjunct = *found;
    Truth truth = Truth::No;
    for (Term part : conjunct.getOperands()) {
      truth = decide(work, part, pending);
      if (truth != Truth::No)
        break;
    }
    if (truth == Truth::Failed)
      return false;
    // It follows from the case that was chosen.
    llvm::erase(domain, conjunct);
  }
  return true;
}

bool Canonicalizer::removeDead(Work &work, Pending &pending) {
  removeLocals(work);
  llvm::DenseMap<Term, char> live;
  for (std::vector<Member> &members : work.state.members)
    for (Member &member : members) {
      llvm::SmallVector<Term, 16> leaves;
      member.state.collect(leaves);
      llvm::append_range(leaves, member.condition);
      for (Term leaf : leaves)
        for (Term symbol : normalizer.getSymbols(leaf))
          live.try_emplace(symbol, 1);
    }
  Conjuncts &domain = work.state.domain;
  dropIndependent(domain, live);
  auto eliminateAll = [&] {
    for (bool changed = true; changed;) {
      changed = false;
      std::vector<Term> symbols = terms.getFreeSymbols(domain);
      for (Term symbol : llvm::reverse(symbols))
        if (!live.count(symbol) && eliminate(normalizer, domain, symbol))
          changed = true;
      if (changed)
        symbols = terms.getFreeSymbols(domain);
      changed &= llvm::any_of(symbols,
                              [&](Term symbol) { return !live.count(symbol); });
    }
  };
  eliminateAll();
  size_t before = domain.size();
  if (!splitOnDead(work, live, pending))
    return false;
  if (domain.size() != before)
    eliminateAll();
  dropIndependent(domain, live);
  removeRedundant(normalizer, domain);
  return true;
}

//===----------------------------------------------------------------------===//
// Normal form
//===----------------------------------------------------------------------===//

/// By locations and constants; members that differ in symbols only keep their
/// order.
void Canonicalizer::sortMembers(ProductState &state) {
  for (std::vector<Member> &members : state.members) {
    llvm::stable_sort(members, [](const Member &a, const Member &b) {
      if (a.state.locations != b.state.locations)
        return a.state.locations < b.state.locations;
      llvm::SmallVector<Term, 16> left, right;
      a.state.collect(left);
      b.state.collect(right);
      if (left.size() != right.size())
        return left.size() < right.size();
      for (auto [x, y] : llvm::zip(left, right)) {
        bool xIsConstant = x.getOperands().empty() && !x.is(TermKind::Symbol);
        bool yIsConstant = y.getOperands().empty() && !y.is(TermKind::Symbol);
        if (xIsConstant != yIsConstant)
          return xIsConstant;
        if (!xIsConstant || x == y)
          continue;
        return x.is(TermKind::Bool) ? x.getBool() < y.getBool()
                                    : x.getNumber() < y.getNumber();
      }
      return false;
    });
    std::vector<Member> distinct;
    for (Member &member : members)
      if (llvm::none_of(distinct, [&](const Member &other) {
            return other.isSame(member);
          }))
        distinct.push_back(std::move(member));
    members = std::move(distinct);
  }
}

static void sortDomain(Conjuncts &domain) {
  llvm::sort(domain,
             [](Term a, Term b) { return a.getPosition() < b.getPosition(); });
}

/// Symbols are named in the order in which the members mention them.
void Canonicalizer::rename(Work &work) {
  Substitution with;
  unsigned count = 0;
  auto name = [&](Term term) {
    for (Term symbol : normalizer.getSymbols(term))
      if (!with.count(symbol))
        with[symbol] = getFresh("s", count++, symbol.getSort());
  };
  for (std::vector<Member> &members : work.state.members)
    for (Member &member : members) {
      // Bound names start anew with each member.
      unsigned bound = 0;
      Substitution locals;
      llvm::SmallVector<Term, 16> leaves;
      member.state.collect(leaves);
      llvm::append_range(leaves, member.condition);
      for (Term leaf : leaves)
        for (Term symbol : normalizer.getSymbols(leaf))
          if (llvm::is_contained(member.locals, symbol) &&
              !locals.count(symbol))
            locals[symbol] = getFresh("l", bound++, symbol.getSort());
      substitute(work, locals, &member);
      for (Term &local : member.locals)
        if (Term renamed = locals.lookup(local))
          local = renamed;
      leaves.clear();
      member.state.collect(leaves);
      llvm::append_range(leaves, member.condition);
      for (Term leaf : leaves)
        for (Term symbol : normalizer.getSymbols(leaf))
          if (!llvm::is_contained(member.locals, symbol))
            name(symbol);
    }
  for (Term conjunct : work.state.domain)
    name(conjunct);
  // What the new names mean in terms of the history.
  std::vector<std::pair<Term, Term>> meanings;
  for (auto &[symbol, renamed] : with) {
    Term meaning = symbol;
    for (auto &[fresh, form] : work.meanings)
      if (fresh == symbol)
        meaning = form;
    meanings.push_back({renamed, meaning});
  }
  substitute(work, with);
  sortDomain(work.state.domain);
  work.meanings = std::move(meanings);
}

static void addShape(const SymbolicValue &value, std::vector<uintptr_t> &key) {
  key.push_back(uintptr_t(value.term.getImpl()));
  key.push_back(value.elements.size());
  for (const SymbolicValue &element : value.elements)
    addShape(element, key);
  for (Term present : value.present)
    key.push_back(uintptr_t(present.getImpl()));
}

static void addKeys(CanonicalState &result) {
  result.memberKey.clear();
  for (const std::vector<Member> &members : result.state.members) {
    result.memberKey.push_back(members.size());
    for (const Member &member : members) {
      llvm::append_range(result.memberKey, member.state.locations);
      for (const SymbolicValue &value : member.state.values)
        addShape(value, result.memberKey);
      for (Term clock : member.state.clocks)
        result.memberKey.push_back(uintptr_t(clock.getImpl()));
      result.memberKey.push_back(member.locals.size());
      for (Term conjunct : member.condition)
        result.memberKey.push_back(uintptr_t(conjunct.getImpl()));
    }
  }
  result.key = result.memberKey;
  for (Term conjunct : result.state.domain)
    result.key.push_back(uintptr_t(conjunct.getImpl()));
}

void Canonicalizer::restore(CanonicalState &state) {
  sortDomain(state.state.domain);
  addKeys(state);
}

CanonicalState Canonicalizer::finish(Work work) {
  CanonicalState result;
  result.state = std::move(work.state);
  result.history = std::move(work.history);
  result.meanings = std::move(work.meanings);
  addKeys(result);
  return result;
}

bool Canonicalizer::canonicalize(ProductState state, bool isPlain,
                                 std::vector<CanonicalState> &pieces) {
  numFresh = 0;
  Work first;
  first.history = state.domain;
  first.state = std::move(state);
  Pending pending;
  pending.push_back(std::move(first));
  while (!pending.empty()) {
    Work work = std::move(pending.back());
    pending.pop_back();
    if (isPlain) {
      rename(work);
      pieces.push_back(finish(std::move(work)));
      continue;
    }
    useEquations(work);
    if (!settle(work, pending))
      return false;
    useEquations(work);
    changeVariables(work);
    if (!removeDead(work, pending))
      return false;
    useEquations(work);
    sortMembers(work.state);
    rename(work);
    pieces.push_back(finish(std::move(work)));
  }
  return true;
}
