//===- SymbolicTracker.h - States after symbolic messages -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In which states may a system without time be after a sequence of messages
// whose arguments stay symbols? Tests of such systems are made of the answers:
// which output is allowed next is a condition on what was sent and received.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_ENGINE_SYMBOLICTRACKER_H
#define TIOGA_ENGINE_SYMBOLICTRACKER_H

#include "tioga/Engine/Encoder/ExprEncoder.h"
#include "tioga/Engine/SymbolicConformance.h"
#include "tioga/Engine/System.h"

namespace tioga {

/// A label with arguments.
struct SymbolicMessage {
  unsigned label = 0;
  /// One per parameter.
  std::vector<SymbolicValue> arguments;
  /// The scalar parts of all arguments, in order.
  std::vector<smt::Term> leaves;
};

/// How a symbol is written in the language; for a number that stands for a
/// literal of an enumeration, also which literals there are.
struct LeafText {
  Expr expr;
  EnumType enumeration;
};

/// Where conditions of several systems live together, with a solver. Not for
/// several threads. All terms it returns are in normal form.
class SymbolicSpace {
public:
  explicit SymbolicSpace(const SymbolicOptions &options = {});
  ~SymbolicSpace();

  smt::TermContext &getTerms();
  ExprEncoder &getExprs();

  smt::Term normalize(smt::Term term);
  smt::Term negate(smt::Term term);
  smt::Term getAnd(llvm::ArrayRef<smt::Term> terms);
  smt::Term getOr(llvm::ArrayRef<smt::Term> terms);
  smt::Term getEqual(smt::Term a, smt::Term b);
  /// Whether a condition of a model or a test holds; null if it has no formula.
  smt::Term encode(Expr condition, ExprEncoder::Resolver resolve);

  /// Nothing if the solver does not know.
  std::optional<bool> isSatisfiable(llvm::ArrayRef<smt::Term> conjuncts,
                                    smt::Term question);
  /// Whether the conjuncts imply the condition. False if the solver does not
  /// know.
  bool isImplied(llvm::ArrayRef<smt::Term> conjuncts, smt::Term condition);
  /// Values of symbols for which all conjuncts hold; of a symbol that does not
  /// occur, zero. Nothing if there are none, or the solver finds none.
  std::optional<std::vector<Rational>>
  solve(llvm::ArrayRef<smt::Term> conjuncts, llvm::ArrayRef<smt::Term> symbols);
  /// Leaves out of a condition what the conjuncts decide.
  smt::Term simplify(smt::Term condition, llvm::ArrayRef<smt::Term> conjuncts);

  /// Symbols for all arguments of a label, named after `prefix`. Nothing if a
  /// type has too many values.
  std::optional<SymbolicMessage>
  makeMessage(const System &system, unsigned label, const llvm::Twine &prefix);
  /// A message with these scalar parts.
  SymbolicMessage makeMessage(const System &system, unsigned label,
                              llvm::ArrayRef<smt::Term> leaves);
  /// The arguments belong to their types.
  smt::Term getDomain(const System &system, const SymbolicMessage &message);

  /// Writes a condition or a number in the language. Null if it has no such
  /// form: a quantifier is left, or `getText` knows no expression for a symbol.
  Expr toExpr(smt::Term term, ExprContext &context,
              llvm::function_ref<std::optional<LeafText>(smt::Term)> getText);

  struct Impl;
  Impl &getImpl() { return *impl; }

private:
  std::unique_ptr<Impl> impl;
};

/// All states in which a system may be, as a function of the arguments so far.
///
/// Internal steps happen when something is observed, not before. An input that
/// a state does not take, not even after internal steps, leaves it where it is:
/// that is what a program does with it, and what `tioga serve` does. A system
/// that makes internal steps for ever is as quiet as one that makes none.
class SymbolicTracker {
public:
  /// Refers to its arguments. Call `start` before anything else.
  SymbolicTracker(SymbolicSpace &space, const System &system);
  SymbolicTracker(const SymbolicTracker &other) = default;

  /// All of these return false if that failed, for `getReason`.
  bool start();
  bool step(const SymbolicMessage &message);
  /// Nothing was observed for long enough.
  bool stepQuiescent();
  /// From now on these hold; forgets what they exclude.
  bool restrict(llvm::ArrayRef<smt::Term> conjuncts);

  /// The system may be in some state at all; may take or send the message; may
  /// have nothing to say.
  smt::Term getPresent();
  smt::Term getEnabled(const SymbolicMessage &message);
  smt::Term getQuiescent();

  /// Of the last call that failed.
  const std::string &getReason() const { return reason; }
  const System &getSystem() const { return *system; }

private:
  struct Impl;
  SymbolicSpace *space;
  const System *system;
  std::shared_ptr<const Impl> impl;
  std::string reason;
};

} // namespace tioga

#endif // TIOGA_ENGINE_SYMBOLICTRACKER_H
