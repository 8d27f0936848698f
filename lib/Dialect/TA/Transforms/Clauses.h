//===- Clauses.h - Conditions as zones and data -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_DIALECT_TA_TRANSFORMS_CLAUSES_H
#define TIOGA_LIB_DIALECT_TA_TRANSFORMS_CLAUSES_H

#include "Automaton.h"
#include "tioga/Expr/DifferenceBounds.h"
#include "tioga/Zone/Federation.h"

namespace tioga::ta {

/// One disjunct of a condition.
struct Clause {
  llvm::SmallVector<DifferenceBound, 4> clocks;
  /// Conditions without clocks.
  llvm::SmallVector<Expr, 2> data;
  /// Conditions with clocks that are no difference bounds, as `x < n`.
  llvm::SmallVector<Expr, 1> mixed;

  bool isClocksOnly() const { return data.empty() && mixed.empty(); }
};

/// The condition in negation normal form, with `x < 3 || x > 3` for `x != 3`,
/// for clocks only.
Expr toClockBounds(Expr condition, FlatNetwork &network);

/// The disjuncts of a condition (null for `true`); nothing if there are more
/// than `limit`. Disjuncts that are `false` are left out.
std::optional<std::vector<Clause>>
getClauses(Expr condition, FlatNetwork &network, size_t limit = 1024);

/// The condition that clauses stand for; null for `true`.
Expr toCondition(llvm::ArrayRef<Clause> clauses, FlatNetwork &network);

/// A comparison that prints well: `x <= 3`, `x >= 2`, `x - y < 1`, `x - y > 1`.
Expr toAtom(const DifferenceBound &bound, ExprContext &context);

/// Reads a condition with clocks x as one about the past: it held when `reset`
/// was zero. Every clock is replaced by its difference to `reset`.
Expr readAtReset(Expr condition, Expr reset, FlatNetwork &network);

/// Which matrix index a clock has, and the factor that makes constants
/// integers.
class ClockSpace {
public:
  /// `scale` is the common denominator of all constants.
  explicit ClockSpace(int64_t scale) : scale(scale) {}

  /// The index of a clock, which is added if it is new.
  ClockIndex add(Expr clock);
  /// 0 for a null expression; nothing for an unknown clock.
  std::optional<ClockIndex> lookup(Expr clock) const;
  unsigned getDimension() const { return clocks.size() + 1; }
  Expr getClock(ClockIndex index) const { return clocks[index - 1]; }
  int64_t getScale() const { return scale; }

  /// Nothing if the bound does not fit or a clock is unknown.
  std::optional<Constraint> toConstraint(const DifferenceBound &bound) const;
  DifferenceBound fromConstraint(const Constraint &constraint) const;

  /// Intersects. Sets `fits` to false if a bound cannot be represented.
  void constrain(Zone &zone, llvm::ArrayRef<DifferenceBound> bounds,
                 bool &fits) const;
  /// The set of pure clock clauses; nothing if there are others or a bound does
  /// not fit.
  std::optional<Federation> toFederation(llvm::ArrayRef<Clause> clauses) const;
  Clause toClause(llvm::ArrayRef<Constraint> constraints) const;

private:
  int64_t scale;
  std::vector<Expr> clocks;
  llvm::DenseMap<Expr, ClockIndex> indices;
};

/// The common denominator of all constants of a network. Fails with a located
/// error if it leaves 64 bits.
mlir::FailureOr<int64_t> getScale(const FlatNetwork &network);

/// Drops clauses that contradict themselves or that another one includes.
void dropAbsorbed(std::vector<Clause> &clauses, int64_t scale);

/// A short list of constraints of `zone` that, together with `known`, describes
/// it. \pre `zone` is not empty.
llvm::SmallVector<Constraint, 8> getConstraintsBeyond(const Zone &zone,
                                                      const Zone &known);

/// Simplifies a condition and drops difference bounds that the others imply;
/// `false` if the clocks contradict. Null for `true`.
Expr dropImplied(Expr condition, FlatNetwork &network, int64_t scale);

/// The same for disjunctions: of disjuncts with the same data, the clock
/// constraints become few. Conditions with very many disjuncts are simplified
/// only.
Expr normalizeClocks(Expr condition, FlatNetwork &network, int64_t scale);

/// Decides comparisons in which all clocks cancel out, as `x - (x + 1) < 0`.
/// They arise when clocks are replaced, and are no clock constraints.
Expr cancelClocks(Expr condition, FlatNetwork &network);

} // namespace tioga::ta

#endif // TIOGA_LIB_DIALECT_TA_TRANSFORMS_CLAUSES_H
