//===- Conditions.cpp - Operators on guards, invariants, updates *- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Generator.h"
#include "tioga/Dialect/Tioga/IR/Domain.h"
#include "tioga/Expr/DifferenceBounds.h"
#include "tioga/Expr/Rewrite.h"

using namespace mlir;
using namespace tioga;

namespace {
struct Comparison {
  ExprKind kind;
  /// Spelling in ids, which people type into shells.
  llvm::StringRef id;
  llvm::StringRef text;
};
} // namespace

static constexpr Comparison comparisons[] = {
    {ExprKind::Lt, "lt", "<"},  {ExprKind::Le, "le", "<="},
    {ExprKind::Eq, "eq", "=="}, {ExprKind::Ge, "ge", ">="},
    {ExprKind::Gt, "gt", ">"},  {ExprKind::Ne, "ne", "!="}};

static std::string quote(Expr expr) { return "'" + expr.str() + "'"; }

/// Replaces the comparisons of guards that `accepts` admits, one at a time.
static void changeOperator(
    MutantGenerator &generator,
    llvm::function_ref<bool(const BasicConstraint &, ExprKind)> accepts) {
  ExprContext &context = generator.getExprContext();
  for (const AutomatonView &automaton : generator.getAutomata()) {
    for (const EdgeView &edge : automaton.edges) {
      if (edge.isLocked)
        continue;
      for (const BasicConstraint &constraint : edge.constraints) {
        for (const Comparison &comparison : comparisons) {
          if (constraint.atom.is(comparison.kind) ||
              !accepts(constraint, comparison.kind))
            continue;
          Expr atom = generator.import(constraint.atom);
          Expr changed = context.get(comparison.kind, atom.getOperands());
          generator.add(
              automaton, edge.op, getOccurrence("guard", constraint.path),
              comparison.id,
              Edit::replace(edge.op, "guard", changed, constraint.path),
              edge.describe() + ": " + quote(atom) + " becomes " +
                  quote(changed));
        }
      }
    }
  }
}

/// What is not ordered can only be equal or not.
static bool isEquality(ExprKind kind) {
  return kind == ExprKind::Eq || kind == ExprKind::Ne;
}

void mutation::changeGuard(MutantGenerator &generator) {
  changeOperator(
      generator, [](const BasicConstraint &constraint, ExprKind kind) {
        return constraint.isOrdered ? kind != ExprKind::Ne : isEquality(kind);
      });
}

void mutation::changeClockOperator(MutantGenerator &generator) {
  changeOperator(generator,
                 [](const BasicConstraint &constraint, ExprKind kind) {
                   return constraint.hasClock &&
                          (kind == ExprKind::Le || kind == ExprKind::Gt);
                 });
}

void mutation::changeVariableOperator(MutantGenerator &generator) {
  changeOperator(generator, [](const BasicConstraint &constraint,
                               ExprKind kind) {
    return !constraint.hasClock && (constraint.isOrdered || isEquality(kind));
  });
}

static bool isClock(Expr name, const AutomatonView &automaton) {
  return name.is(ExprKind::Name) &&
         llvm::any_of(automaton.clocks, [&](const VisibleName &clock) {
           return clock.name == name.getName();
         });
}

static bool mentionsClock(Expr expr, const AutomatonView &automaton) {
  llvm::SetVector<Expr> mentioned;
  collectNames(expr, mentioned);
  return llvm::any_of(mentioned,
                      [&](Expr name) { return isClock(name, automaton); });
}

/// Negates a condition in such a way that clock constraints stay what engines
/// know: `x == 2` becomes `x < 2 || x > 2`.
static Expr negate(Expr guard, const AutomatonView &automaton,
                   ExprContext &context) {
  Expr negated = toNegationNormalForm(guard, context, /*negate=*/true);
  auto split = [&](Expr expr) {
    if (!expr.is(ExprKind::Ne) || !mentionsClock(expr, automaton))
      return expr;
    return context.get(ExprKind::Or,
                       context.get(ExprKind::Lt, expr.getOperands()),
                       context.get(ExprKind::Gt, expr.getOperands()));
  };
  return rewrite(negated, context, split);
}

void mutation::negateGuard(MutantGenerator &generator) {
  ExprContext &context = generator.getExprContext();
  for (const AutomatonView &automaton : generator.getAutomata()) {
    for (const EdgeView &edge : automaton.edges) {
      if (edge.isLocked)
        continue;
      Expr guard = generator.import(edge.getGuard());
      if (!guard) {
        generator.add(automaton, edge.op, "guard", "not",
                      Edit::replace(edge.op, "guard", context.getFalse()),
                      edge.describe() + ": never possible");
        continue;
      }
      Expr negated = negate(guard, automaton, context);
      generator.add(automaton, edge.op, "guard", "not",
                    Edit::replace(edge.op, "guard", negated),
                    edge.describe() + ": guard " + quote(guard) + " becomes " +
                        quote(negated));
    }
  }
}

/// The edit that gives an edge the guard of another.
static Edit giveGuard(MutantGenerator &generator, const EdgeView &edge,
                      const EdgeView &other) {
  if (Expr guard = other.getGuard())
    return Edit::replace(edge.op, "guard", generator.import(guard));
  return Edit::replace(edge.op, "guard", std::monostate());
}

/// Whether the guard of `edge` makes sense on `other`: it mentions no parameter
/// that `other` lacks.
static bool canMove(MutantGenerator &generator, const EdgeView &edge,
                    const EdgeView &other) {
  if (edge.label == other.label || !edge.getGuard())
    return true;
  return other.label ? generator.canCarry(edge, other.label)
                     : !edge.label || !LabelOp(edge.label).getNumParams();
}

void mutation::swapGuards(MutantGenerator &generator) {
  for (const AutomatonView &automaton : generator.getAutomata()) {
    for (size_t i = 0; i < automaton.edges.size(); ++i) {
      for (size_t j = i + 1; j < automaton.edges.size(); ++j) {
        const EdgeView &first = automaton.edges[i];
        const EdgeView &second = automaton.edges[j];
        if (first.isLocked || second.isLocked ||
            ta::EdgeOp(first.op).getSource() !=
                ta::EdgeOp(second.op).getSource() ||
            first.getGuard() == second.getGuard() ||
            !canMove(generator, first, second) ||
            !canMove(generator, second, first))
          continue;
        generator.add(automaton, first.op, "guard", second.name,
                      {giveGuard(generator, first, second),
                       giveGuard(generator, second, first)},
                      first.describe() + ": guard exchanged with that of " +
                          second.describe());
      }
    }
  }
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// The atom with `delta` added to its bound.
static Expr moveBound(Expr atom, unsigned side, int64_t delta,
                      ExprContext &context) {
  Expr bound = addConstant(atom.getOperand(side), delta, context);
  llvm::SmallVector<Expr, 2> operands(atom.getOperands());
  operands[side] = bound;
  return context.get(atom.getKind(), operands);
}

static std::string getDeltaText(int64_t delta) {
  return (delta > 0 ? "+" : "") + std::to_string(delta);
}

/// Whether a constraint bounds one clock from above.
static bool isUpperBound(const BasicConstraint &constraint,
                         const AutomatonView &automaton) {
  auto bounds = getDifferenceBounds(
      constraint.atom, [&](Expr name) { return isClock(name, automaton); });
  return bounds && bounds->size() == 1 && bounds->front().left &&
         !bounds->front().right;
}

void mutation::changeInvariant(MutantGenerator &generator) {
  ExprContext &context = generator.getExprContext();
  for (const AutomatonView &automaton : generator.getAutomata()) {
    for (const LocationView &location : automaton.locations) {
      if (location.isLocked)
        continue;
      for (const BasicConstraint &constraint : location.constraints) {
        if (!isUpperBound(constraint, automaton))
          continue;
        Expr atom = generator.import(constraint.atom);
        Expr changed = moveBound(atom, getBoundSide(atom), 1, context);
        generator.add(
            automaton, location.op, getOccurrence("invariant", constraint.path),
            "+1",
            Edit::replace(location.op, "invariant", changed, constraint.path),
            "location " + location.name + ": invariant " + quote(atom) +
                " becomes " + quote(changed));
      }
    }
  }
}

void mutation::changeGuardConstant(MutantGenerator &generator) {
  ExprContext &context = generator.getExprContext();
  for (const AutomatonView &automaton : generator.getAutomata()) {
    for (const EdgeView &edge : automaton.edges) {
      if (edge.isLocked)
        continue;
      for (const BasicConstraint &constraint : edge.constraints) {
        if (!constraint.isOrdered)
          continue;
        for (int64_t delta : {1, -1}) {
          Expr atom = generator.import(constraint.atom);
          Expr changed = moveBound(atom, getBoundSide(atom), delta, context);
          generator.add(
              automaton, edge.op, getOccurrence("guard", constraint.path),
              getDeltaText(delta),
              Edit::replace(edge.op, "guard", changed, constraint.path),
              edge.describe() + ": " + quote(atom) + " becomes " +
                  quote(changed));
        }
      }
    }
  }
}

using OccurrenceFn =
    llvm::function_ref<void(Expr, llvm::ArrayRef<unsigned> path)>;

/// Visits the occurrences of literals in an expression.
static void forEachLeaf(Expr expr, llvm::SmallVectorImpl<unsigned> &path,
                        OccurrenceFn fn) {
  if (expr.getOperands().empty())
    return fn(expr, path);
  for (auto [index, operand] : llvm::enumerate(expr.getOperands())) {
    path.push_back(index);
    forEachLeaf(operand, path, fn);
    path.pop_back();
  }
}

/// Changes each number in one condition of an element.
static void changeNumbers(MutantGenerator &generator,
                          const AutomatonView &automaton, Operation *op,
                          llvm::StringRef attribute, Expr condition,
                          const std::string &what) {
  if (!condition)
    return;
  Expr whole = generator.import(condition);
  llvm::SmallVector<unsigned, 8> path;
  forEachLeaf(whole, path, [&](Expr leaf, llvm::ArrayRef<unsigned> place) {
    if (!leaf.is(ExprKind::IntLit) && !leaf.is(ExprKind::RealLit))
      return;
    for (int64_t delta : generator.getOptions().deltas) {
      Expr changed = addConstant(leaf, delta, generator.getExprContext());
      Expr result =
          replaceAtPath(whole, place, changed, generator.getExprContext());
      generator.add(automaton, op, getOccurrence(attribute, place),
                    getDeltaText(delta),
                    Edit::replace(op, attribute, changed, place),
                    what + ": " + attribute + " " + quote(whole) + " becomes " +
                        quote(result));
    }
  });
}

/// Changes each number in the update of an edge. Resets to zero count too.
static void changeUpdateNumbers(MutantGenerator &generator,
                                const AutomatonView &automaton,
                                const EdgeView &edge) {
  Update update = generator.import(edge.getUpdate());
  for (auto [position, assignment] : llvm::enumerate(update)) {
    Expr value = assignment.value;
    size_t index = position;
    llvm::SmallVector<unsigned, 8> inner;
    forEachLeaf(value, inner, [&](Expr leaf, llvm::ArrayRef<unsigned> place) {
      if (!leaf.is(ExprKind::IntLit) && !leaf.is(ExprKind::RealLit))
        return;
      for (int64_t delta : generator.getOptions().deltas) {
        Expr changed = addConstant(leaf, delta, generator.getExprContext());
        // A clock cannot be set to a negative value.
        if (changed.is(ExprKind::Neg) &&
            isClock(update[index].target, automaton))
          continue;
        Update result = update;
        result[index].value =
            replaceAtPath(value, place, changed, generator.getExprContext());
        llvm::SmallVector<unsigned, 8> full = {unsigned(index)};
        full.append(place.begin(), place.end());
        generator.add(automaton, edge.op, getOccurrence("update", full),
                      getDeltaText(delta),
                      Edit::replace(edge.op, "update", result),
                      edge.describe() + ": update '" + updateToString(update) +
                          "' becomes '" + updateToString(result) + "'");
      }
    });
  }
}

void mutation::changeConstant(MutantGenerator &generator) {
  for (const AutomatonView &automaton : generator.getAutomata()) {
    for (const LocationView &location : automaton.locations)
      if (ExprAttr invariant = ta::LocationOp(location.op).getInvariantAttr();
          invariant && !location.isLocked)
        changeNumbers(generator, automaton, location.op, "invariant",
                      invariant.getExpr(), "location " + location.name.str());
    for (const EdgeView &edge : automaton.edges) {
      if (edge.isLocked)
        continue;
      changeNumbers(generator, automaton, edge.op, "guard", edge.getGuard(),
                    edge.describe());
      changeUpdateNumbers(generator, automaton, edge);
    }
  }
}

//===----------------------------------------------------------------------===//
// Clocks and updates
//===----------------------------------------------------------------------===//

/// Replaces each clock in one condition of an element by each other clock.
static void changeClocks(MutantGenerator &generator,
                         const AutomatonView &automaton, Operation *op,
                         llvm::StringRef attribute, Expr condition,
                         const std::string &what) {
  if (!condition)
    return;
  ExprContext &context = generator.getExprContext();
  Expr whole = generator.import(condition);
  llvm::SmallVector<unsigned, 8> path;
  forEachLeaf(whole, path, [&](Expr leaf, llvm::ArrayRef<unsigned> place) {
    if (!isClock(leaf, automaton))
      return;
    for (const VisibleName &clock : automaton.clocks) {
      if (clock.name == leaf.getName())
        continue;
      Expr changed = context.getName(clock.name);
      Expr result = replaceAtPath(whole, place, changed, context);
      generator.add(automaton, op, getOccurrence(attribute, place), clock.name,
                    Edit::replace(op, attribute, changed, place),
                    what + ": " + attribute + " " + quote(whole) + " becomes " +
                        quote(result));
    }
  });
}

void mutation::changeClock(MutantGenerator &generator) {
  for (const AutomatonView &automaton : generator.getAutomata()) {
    for (const LocationView &location : automaton.locations)
      if (ExprAttr invariant = ta::LocationOp(location.op).getInvariantAttr();
          invariant && !location.isLocked)
        changeClocks(generator, automaton, location.op, "invariant",
                     invariant.getExpr(), "location " + location.name.str());
    for (const EdgeView &edge : automaton.edges)
      if (!edge.isLocked)
        changeClocks(generator, automaton, edge.op, "guard", edge.getGuard(),
                     edge.describe());
  }
}

/// The edit that gives an edge another update; an empty one is absent.
static Edit giveUpdate(const EdgeView &edge, Update update) {
  if (update.empty())
    return Edit::replace(edge.op, "update", std::monostate());
  return Edit::replace(edge.op, "update", std::move(update));
}

/// Where a name is assigned; the size of the update if nowhere.
static size_t findAssignment(llvm::ArrayRef<Assignment> update,
                             llvm::StringRef name) {
  return llvm::find_if(update,
                       [&](const Assignment &assignment) {
                         return assignment.target.getName() == name;
                       }) -
         update.begin();
}

void mutation::invertReset(MutantGenerator &generator) {
  ExprContext &context = generator.getExprContext();
  for (const AutomatonView &automaton : generator.getAutomata()) {
    for (const EdgeView &edge : automaton.edges) {
      if (edge.isLocked || ta::EdgeOp(edge.op).getRestart())
        continue;
      for (const VisibleName &clock : automaton.clocks) {
        Update update = generator.import(edge.getUpdate());
        size_t position = findAssignment(update, clock.name);
        bool isReset = position != update.size();
        if (isReset)
          update.erase(update.begin() + position);
        else
          update.push_back({context.getName(clock.name), context.getInt(0)});
        generator.add(automaton, edge.op, "update",
                      (isReset ? "-" : "+") + clock.name,
                      giveUpdate(edge, std::move(update)),
                      edge.describe() + ": clock " + clock.name +
                          (isReset ? " no longer reset" : " reset too"));
      }
    }
  }
}

/// Ranges with more values are not enumerated by `change-update`.
static constexpr uint64_t maxUpdateValues = 256;

void mutation::changeUpdate(MutantGenerator &generator) {
  ExprContext &context = generator.getExprContext();
  for (const AutomatonView &automaton : generator.getAutomata()) {
    for (const VisibleName &variable : automaton.variables) {
      auto values = enumerateDomain(variable.type, maxUpdateValues);
      if (!values || !isa<BoolType, RangeType, EnumType>(variable.type))
        continue;
      for (const EdgeView &edge : automaton.edges) {
        if (edge.isLocked || ta::EdgeOp(edge.op).getRestart())
          continue;
        for (const Value &value : *values) {
          Update update = generator.import(edge.getUpdate());
          Expr literal = value.toExpr(context);
          size_t position = findAssignment(update, variable.name);
          if (position == update.size())
            update.push_back({context.getName(variable.name), literal});
          else if (update[position].value == literal)
            continue;
          else
            update[position].value = literal;
          generator.add(automaton, edge.op, "update",
                        variable.name + "=" + literal.str(),
                        giveUpdate(edge, std::move(update)),
                        edge.describe() + ": assigns " + literal.str() +
                            " to " + variable.name);
        }
      }
    }
  }
}
