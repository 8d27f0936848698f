//===- Term.h - Terms of SMT-LIB --------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The language in which formulas are built, once, for every solver: what is
// printed as SMT-LIB is what a solver in the process is given. Terms are
// hash-consed; a `TermSink` takes declarations, definitions and assertions in
// the order in which a script would state them.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_SOLVER_TERM_H
#define TIOGA_SOLVER_TERM_H

#include "tioga/Support/Rational.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseMapInfo.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include <memory>
#include <optional>
#include <vector>

namespace tioga::smt {

enum class Sort : uint8_t { Bool, Int, Real };

/// `Bool`, `Int` or `Real`.
llvm::StringRef toString(Sort sort);

enum class TermKind : uint8_t {
  Bool,   ///< `true`, `false`
  Number, ///< of sort Int or Real
  Symbol, ///< a declared constant, a parameter or a bound variable
  Not,
  And,
  Or,
  Implies,
  Ite,
  Eq, ///< of any sort, also between formulas
  Lt,
  Le,
  Gt,
  Ge,
  Add,
  Sub,
  Neg,
  Mul,
  Div,    ///< `/`
  IntDiv, ///< `div`
  Mod,
  ToReal,
  Apply,  ///< of a defined function
  Forall, ///< the bound symbols, then the body
  Exists,
};

struct Function;
class TermContext;

namespace detail {
struct TermNode;
} // namespace detail

/// A handle to a term: one pointer, null when default constructed. Equality is
/// identity.
class Term {
public:
  Term() = default;
  explicit Term(const detail::TermNode *impl) : impl(impl) {}

  explicit operator bool() const { return impl != nullptr; }
  bool operator==(Term other) const { return impl == other.impl; }
  bool operator!=(Term other) const { return impl != other.impl; }

  TermKind getKind() const;
  bool is(TermKind kind) const { return getKind() == kind; }
  Sort getSort() const;
  llvm::ArrayRef<Term> getOperands() const;
  Term getOperand(unsigned index) const { return getOperands()[index]; }

  /// Number only.
  Rational getNumber() const;
  /// Bool only.
  bool getBool() const;
  bool isTrue() const { return is(TermKind::Bool) && getBool(); }
  bool isFalse() const { return is(TermKind::Bool) && !getBool(); }
  /// Symbol only.
  llvm::StringRef getName() const;
  /// Apply only.
  const Function &getFunction() const;
  /// The order of making in its context, the same in every run.
  unsigned getPosition() const;

  const detail::TermNode *getImpl() const { return impl; }

private:
  const detail::TermNode *impl = nullptr;
};

/// A `define-fun`. Its parameters are the symbols of its body that are not
/// bound, in the order in which they were first made, or none if the body is
/// over declared constants.
struct Function {
  std::string name;
  std::vector<Term> params;
  Term body;
  /// One line for the reader, usually with the source line; may be empty.
  std::string comment;
};

/// Terms in place of symbols.
using Binding = llvm::DenseMap<const detail::TermNode *, Term>;

/// Owns terms and functions. Not thread-safe.
///
/// Constructors fold what is constant and nothing else: the printed formula
/// stays close to the model.
class TermContext {
public:
  TermContext();
  ~TermContext();
  TermContext(const TermContext &) = delete;
  TermContext &operator=(const TermContext &) = delete;

  Term getBool(bool value);
  Term getTrue() { return getBool(true); }
  Term getFalse() { return getBool(false); }
  /// A number without fraction has sort Int or Real, as asked for.
  Term getNumber(Rational value, Sort sort);
  Term getInt(int64_t value) { return getNumber(value, Sort::Int); }
  /// The symbol of this name. \pre a name has one sort
  Term getSymbol(llvm::StringRef name, Sort sort);

  Term getNot(Term term);
  Term getAnd(llvm::ArrayRef<Term> terms);
  Term getAnd(Term a, Term b) { return getAnd({a, b}); }
  Term getOr(llvm::ArrayRef<Term> terms);
  Term getOr(Term a, Term b) { return getOr({a, b}); }
  Term getImplies(Term a, Term b);
  Term getIte(Term condition, Term a, Term b);
  /// Numbers of different sorts are compared as reals.
  Term getEq(Term a, Term b);
  /// Lt, Le, Gt or Ge.
  Term getComparison(TermKind kind, Term a, Term b);
  Term getLe(Term a, Term b) { return getComparison(TermKind::Le, a, b); }
  Term getGe(Term a, Term b) { return getComparison(TermKind::Ge, a, b); }
  Term getAdd(llvm::ArrayRef<Term> terms);
  Term getAdd(Term a, Term b) { return getAdd({a, b}); }
  Term getSub(Term a, Term b);
  Term getNeg(Term term);
  Term getMul(Term a, Term b);
  /// Div, IntDiv or Mod; whoever asks has seen to it that `b` is not zero where
  /// it matters.
  Term getDivision(TermKind kind, Term a, Term b);
  Term getToReal(Term term);
  /// Without symbols that occur, the body itself.
  Term getQuantified(TermKind kind, llvm::ArrayRef<Term> symbols, Term body);

  /// Defines a function. A name that is taken gets a suffix. The definition has
  /// to be given to each sink before its first use.
  const Function &define(const llvm::Twine &name, Term body,
                         const llvm::Twine &comment = "");
  /// Gives a term over declared constants a name.
  const Function &defineConstant(const llvm::Twine &name, Term body,
                                 const llvm::Twine &comment = "");
  /// The function with terms for its parameters; what the binding lacks stays
  /// the symbol that it is.
  Term apply(const Function &function, const Binding &binding = Binding());

  /// The value of a literal or of a definition without parameters that is one.
  static std::optional<Rational> getConstant(Term term);

  /// The symbols that are not bound, in the order in which they were made.
  std::vector<Term> getFreeSymbols(Term term);
  std::vector<Term> getFreeSymbols(llvm::ArrayRef<Term> terms);

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
  Term get(TermKind kind, Sort sort, llvm::ArrayRef<Term> operands);
  /// Lifts all to reals if one is.
  llvm::SmallVector<Term, 4> join(llvm::ArrayRef<Term> terms);
};

/// Takes the statements of a script.
class TermSink {
public:
  virtual ~TermSink() = default;

  /// A line for the reader.
  virtual void comment(const llvm::Twine &text) {}
  virtual void declare(Term symbol, const llvm::Twine &comment = "") = 0;
  virtual void define(const Function &function) = 0;
  /// A name makes the assertion a part of unsatisfiable cores. Names are used
  /// once.
  virtual void assertTerm(Term term, const llvm::Twine &name = "") = 0;
  virtual void push() = 0;
  virtual void pop() = 0;
};

/// Declares and asserts in a scope of its own that ends with the object.
class SolverScope {
public:
  explicit SolverScope(TermSink &sink) : sink(sink) { sink.push(); }
  ~SolverScope() { sink.pop(); }
  SolverScope(const SolverScope &) = delete;
  SolverScope &operator=(const SolverScope &) = delete;

private:
  TermSink &sink;
};

} // namespace tioga::smt

namespace llvm {
template <>
struct DenseMapInfo<tioga::smt::Term> {
  using Info = DenseMapInfo<const tioga::smt::detail::TermNode *>;
  static tioga::smt::Term getEmptyKey() {
    return tioga::smt::Term(Info::getEmptyKey());
  }
  static tioga::smt::Term getTombstoneKey() {
    return tioga::smt::Term(Info::getTombstoneKey());
  }
  static unsigned getHashValue(tioga::smt::Term term) {
    return Info::getHashValue(term.getImpl());
  }
  static bool isEqual(tioga::smt::Term a, tioga::smt::Term b) { return a == b; }
};
} // namespace llvm

#endif // TIOGA_SOLVER_TERM_H
