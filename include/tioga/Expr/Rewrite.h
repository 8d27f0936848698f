//===- Rewrite.h - Transform expressions ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_EXPR_REWRITE_H
#define TIOGA_EXPR_REWRITE_H

#include "tioga/Expr/Update.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"

namespace tioga {

/// Replaces names by expressions, all at once. Results are memoised, so that
/// applying one substitution to many expressions costs each distinct node once.
///
/// A name with a longer path (`r.f`) follows the replacement of its prefix
/// (`r`): the result is field `f` of the replacement.
class Substitution {
public:
  explicit Substitution(ExprContext &context) : context(context) {}

  /// \pre `name` is a Name of the context; the substitution was not applied yet
  void set(Expr name, Expr replacement);
  bool empty() const { return map.empty(); }
  Expr apply(Expr expr);
  /// Substitutes in the right sides only.
  Update applyToValues(llvm::ArrayRef<Assignment> update);

private:
  ExprContext &context;
  llvm::DenseMap<Expr, Expr> map;
  llvm::DenseMap<Expr, Expr> memo;
};

/// Rewrites every node bottom up. `fn` gets a node whose operands are already
/// rewritten and returns its replacement (itself to keep it).
Expr rewrite(Expr expr, ExprContext &context,
             llvm::function_ref<Expr(Expr)> fn);

/// Visits each distinct node once, operands before users.
void walk(Expr expr, llvm::function_ref<void(Expr)> fn);

/// The names that occur, primed and unprimed ones apart, in the order of first
/// occurrence.
void collectNames(Expr expr, llvm::SetVector<Expr> &names);

/// Makes every name primed (`k` becomes `k'`) or unprimed.
Expr setPrimed(Expr expr, ExprContext &context, bool primed);

/// Pushes negations to the atoms and removes `=>` and `<=>` above them. A
/// negated comparison becomes the opposite comparison; the meaning is the same
/// where the expression is defined. `if` between Booleans is split.
Expr toNegationNormalForm(Expr expr, ExprContext &context, bool negate = false);

/// Disjuncts of conjuncts of an equivalent disjunctive normal form; nothing if
/// there would be more than `limit` disjuncts. Evaluated from left to right it
/// is defined where the expression is: a disjunct that may fail is guarded by
/// the negations of those before it. A disjunct without conjuncts is `true`.
std::optional<llvm::SmallVector<llvm::SmallVector<Expr, 4>, 4>>
toDisjunctiveNormalForm(Expr expr, ExprContext &context, size_t limit = 4096);

/// An equivalent expression that is not larger: constant folding, units,
/// duplicates and complements in `&&` and `||`, trivial comparisons. Keeps the
/// value *and* the definedness (nothing that may fail is dropped). Overflow is
/// no failure here: where the expression overflows, the result may have a
/// value.
Expr simplify(Expr expr, ExprContext &context);

/// The condition, itself defined everywhere, under which an expression has a
/// value; `true` if it always has one. Overflow is no failure here.
/// `getArraySize` tells arrays from maps: it gives the size of what is indexed,
/// or nothing if that is a map.
Expr getDefinedness(
    Expr expr, ExprContext &context,
    llvm::function_ref<std::optional<int64_t>(Expr container)> getArraySize);

/// Applies `update` backwards: the weakest condition on the old state that
/// makes `expr` hold in the new one.
Expr substituteUpdate(Expr expr, llvm::ArrayRef<Assignment> update,
                      ExprContext &context);

/// One update with the effect of `first`, then `second`: the values of `second`
/// read what `first` wrote, and where both assign the same, `second` wins. What
/// `first` assigned in vain is added to `overwritten`.
Update composeUpdates(llvm::ArrayRef<Assignment> first,
                      llvm::ArrayRef<Assignment> second, ExprContext &context,
                      Update *overwritten = nullptr);

/// Operands of a top-level conjunction; the expression itself otherwise; none
/// for a null expression or `true`.
llvm::SmallVector<Expr, 4> getConjuncts(Expr expr);

/// Returns the subexpression at an operand path.
Expr getAtPath(Expr expr, llvm::ArrayRef<unsigned> path);
/// Replaces the one occurrence at an operand path.
Expr replaceAtPath(Expr expr, llvm::ArrayRef<unsigned> path, Expr replacement,
                   ExprContext &context);

} // namespace tioga

#endif // TIOGA_EXPR_REWRITE_H
