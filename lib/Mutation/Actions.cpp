//===- Actions.cpp - Operators on action systems ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Guards, bodies and initial values are changed; parameters, types and the set
// of actions are not. docs/Mutation.md says how mutants are counted.
//
//===----------------------------------------------------------------------===//

#include "Generator.h"
#include "tioga/Dialect/Tioga/IR/Domain.h"
#include "tioga/Expr/DifferenceBounds.h"
#include "tioga/Expr/Evaluate.h"
#include "tioga/Expr/Rewrite.h"

using namespace mlir;
using namespace tioga;

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

MutantGenerator::MutantGenerator(action::SystemOp system,
                                 const MutationOptions &options, MutantSet &set)
    : options(options), set(set), actionSystem(system) {
  Block &body = system.getBody().front();
  // Redeclarations were reported by the verifier.
  (void)labels.declare(body);
  (void)actionScopes.emplace_back().declare(body);
  for (auto label : body.getOps<LabelOp>())
    for (unsigned i = 0, e = label.getNumParams(); i != e; ++i)
      actionScopes.front().addEnums(label.getParam(i).getType());
  for (Operation &op : body) {
    if (auto var = dyn_cast<VarOp>(op); var && var.getInit())
      sites.push_back({ActionSite::Kind::Initial, &op, "init",
                       import(var.getInit()->getExpr()), 0, var.getName(),
                       "init", &actionScopes.front()});
    else if (auto action = dyn_cast<action::ActionOp>(op);
             action && !action.getLocked())
      readAction(action);
  }
}

void MutantGenerator::readAction(action::ActionOp action) {
  Scope &scope = actionScopes.emplace_back(&actionScopes.front());
  if (action.isInternal())
    scope.declareParams(action.getParamsAttr());
  else
    scope.declareParams(labels.lookup(*action.getLabel()));
  ExprAttr guard = action.getGuardAttr();
  sites.push_back({ActionSite::Kind::Condition, action, "guard",
                   guard ? import(guard.getExpr()) : Expr(), 0,
                   action.getSymName(), "guard", &scope});
  unsigned number = 0, count = 0;
  action.getBody().walk([&](Operation *op) {
    count += isa<action::AssignOp, action::RequireOp>(op);
  });
  readStatements(action.getBody().front(), action.getSymName(), scope, number,
                 count > 1);
}

void MutantGenerator::readStatements(Block &block, llvm::StringRef element,
                                     const Scope &scope, unsigned &number,
                                     bool isNumbered) {
  auto getPlace = [&](const llvm::Twine &place) {
    ++number;
    return isNumbered ? ("s" + llvm::Twine(number) + "." + place).str()
                      : place.str();
  };
  for (Operation &op : block) {
    if (auto require = dyn_cast<action::RequireOp>(op)) {
      sites.push_back({ActionSite::Kind::Condition, &op, "condition",
                       import(require.getCondition().getExpr()), 0, element,
                       getPlace("require"), &scope});
    } else if (auto assign = dyn_cast<action::AssignOp>(op)) {
      std::string place = getPlace("update");
      for (auto [index, assignment] :
           llvm::enumerate(assign.getUpdate().getAssignments()))
        sites.push_back({ActionSite::Kind::Value, &op, "update",
                         import(assignment.value), unsigned(index), element,
                         place + "." + assignment.target.getName().str(),
                         &scope});
    } else if (auto choice = dyn_cast<action::ChoiceOp>(op)) {
      for (Region &alternative : choice.getAlternatives())
        readStatements(alternative.front(), element, scope, number, isNumbered);
    }
  }
}

//===----------------------------------------------------------------------===//
// Adding
//===----------------------------------------------------------------------===//

static Update getUpdate(const ActionSite &site) {
  auto update = cast<action::AssignOp>(site.op).getUpdate().getAssignments();
  return Update(update.begin(), update.end());
}

/// Whether the model with `expr` at a site is one.
bool MutantGenerator::isValid(const ActionSite &site, Expr expr) const {
  auto ignore = [](llvm::ArrayRef<unsigned>, const llvm::Twine &) {};
  MLIRContext *context = site.op->getContext();
  ExprRules rules;
  if (site.kind == ActionSite::Kind::Condition)
    return checkCondition(expr, *site.scope, rules, context, ignore);
  rules.allowClocks = false;
  if (site.kind == ActionSite::Kind::Value) {
    Assignment assignment = getUpdate(site)[site.assignment];
    assignment.value = expr;
    return checkAssignment(assignment, *site.scope, rules, context, ignore);
  }
  EvalResult value =
      evaluate(expr, [](llvm::StringRef, bool) { return nullptr; });
  return value && isInDomain(value.value, cast<VarOp>(site.op).getType());
}

void MutantGenerator::addAt(const ActionSite &site,
                            llvm::ArrayRef<unsigned> path, Expr replacement,
                            const llvm::Twine &variant) {
  ExprContext &context = getExprContext();
  Expr whole = site.expr ? site.expr : context.getTrue();
  Expr result = path.empty() ? replacement
                             : replaceAtPath(whole, path, replacement, context);
  if (result == whole || !isValid(site, result) ||
      !seen.insert({&site, result}).second)
    return;
  Edit edit = Edit::replace(site.op, site.attribute, result);
  std::string what = site.attribute.str();
  if (site.kind == ActionSite::Kind::Value) {
    Update update = import(getUpdate(site));
    what = "new value of " + update[site.assignment].target.str();
    update[site.assignment].value = result;
    edit.value = std::move(update);
  } else if (site.kind == ActionSite::Kind::Initial) {
    what = "initial value";
  }
  add(site.element, site.op, getOccurrence(site.occurrence, path), variant,
      edit,
      site.element + ": " + what + " '" + whole.str() + "' becomes '" +
          result.str() + "'");
}

//===----------------------------------------------------------------------===//
// Helpers of operators
//===----------------------------------------------------------------------===//

using OccurrenceFn =
    llvm::function_ref<void(Expr, llvm::ArrayRef<unsigned> path)>;

static void forEachOccurrence(Expr expr, llvm::SmallVectorImpl<unsigned> &path,
                              OccurrenceFn fn) {
  fn(expr, path);
  for (auto [index, operand] : llvm::enumerate(expr.getOperands())) {
    path.push_back(index);
    forEachOccurrence(operand, path, fn);
    path.pop_back();
  }
}

/// Visits all subexpressions of all sites, outer ones first.
static void forEachOccurrence(
    MutantGenerator &generator,
    llvm::function_ref<void(const ActionSite &, Expr, llvm::ArrayRef<unsigned>)>
        fn) {
  for (const ActionSite &site : generator.getSites()) {
    if (!site.expr)
      continue;
    llvm::SmallVector<unsigned, 8> path;
    forEachOccurrence(site.expr, path,
                      [&](Expr expr, llvm::ArrayRef<unsigned> place) {
                        fn(site, expr, place);
                      });
  }
}

static Type getType(Expr expr, const ActionSite &site) {
  auto ignore = [](llvm::ArrayRef<unsigned>, const llvm::Twine &) {};
  return checkExpr(expr, *site.scope, ExprRules(), site.op->getContext(),
                   ignore);
}

static bool isClock(Expr expr, const Scope &scope) {
  if (!expr.is(ExprKind::Name))
    return false;
  const NameInfo *info = scope.lookup(expr.getName());
  return info && info->kind == NameKind::Clock;
}

static bool mentionsClock(Expr expr, const Scope &scope) {
  llvm::SetVector<Expr> names;
  collectNames(expr, names);
  return llvm::any_of(names, [&](Expr name) { return isClock(name, scope); });
}

static bool isOrdering(Expr expr) {
  return expr.is(ExprKind::Lt) || expr.is(ExprKind::Le) ||
         expr.is(ExprKind::Gt) || expr.is(ExprKind::Ge);
}

static bool isArithmetic(Expr expr) {
  return expr.getKind() >= ExprKind::Add && expr.getKind() <= ExprKind::Mod;
}

//===----------------------------------------------------------------------===//
// Boolean expressions
//===----------------------------------------------------------------------===//

static bool isConnective(Expr expr) {
  return expr.getKind() >= ExprKind::Not && expr.getKind() <= ExprKind::Iff;
}

/// Visits Boolean expressions below connectives.
static void forEachAtom(Expr expr, llvm::SmallVectorImpl<unsigned> &path,
                        OccurrenceFn fn) {
  if (!isConnective(expr))
    return fn(expr, path);
  for (auto [index, operand] : llvm::enumerate(expr.getOperands())) {
    path.push_back(index);
    forEachAtom(operand, path, fn);
    path.pop_back();
  }
}

/// Visits the Boolean expressions that the user wants to be changed.
static void forEachBoolean(
    MutantGenerator &generator,
    llvm::function_ref<void(const ActionSite &, Expr, llvm::ArrayRef<unsigned>)>
        fn) {
  Granularity granularity = generator.getOptions().granularity;
  for (const ActionSite &site : generator.getSites()) {
    Expr expr = site.expr ? site.expr : generator.getExprContext().getTrue();
    llvm::SmallVector<unsigned, 8> path;
    auto visit = [&](Expr part, llvm::ArrayRef<unsigned> place) {
      if (isa_and_nonnull<BoolType>(getType(part, site)))
        fn(site, part, place);
    };
    if (granularity == Granularity::All)
      forEachOccurrence(expr, path, visit);
    else if (!isa_and_nonnull<BoolType>(getType(expr, site)))
      continue;
    else if (granularity == Granularity::Whole)
      fn(site, expr, {});
    else
      forEachAtom(expr, path, visit);
  }
}

void mutation::replaceByTrue(MutantGenerator &generator) {
  forEachBoolean(generator, [&](const ActionSite &site, Expr,
                                llvm::ArrayRef<unsigned> path) {
    generator.addAt(site, path, generator.getExprContext().getTrue(), "true");
  });
}

void mutation::replaceByFalse(MutantGenerator &generator) {
  forEachBoolean(generator, [&](const ActionSite &site, Expr,
                                llvm::ArrayRef<unsigned> path) {
    generator.addAt(site, path, generator.getExprContext().getFalse(), "false");
  });
}

/// `x == 2` becomes `x < 2 || x > 2` for clocks, since engines know no other
/// way to say it.
static Expr negate(Expr expr, const Scope &scope, ExprContext &context) {
  if (expr.is(ExprKind::BoolLit))
    return context.getBool(!expr.getBool());
  if (!mentionsClock(expr, scope))
    return context.getNot(expr);
  Expr negated = toNegationNormalForm(expr, context, /*negate=*/true);
  auto split = [&](Expr part) {
    if (!part.is(ExprKind::Ne) || !mentionsClock(part, scope))
      return part;
    return context.get(ExprKind::Or,
                       context.get(ExprKind::Lt, part.getOperands()),
                       context.get(ExprKind::Gt, part.getOperands()));
  };
  return rewrite(negated, context, split);
}

void mutation::negateBoolean(MutantGenerator &generator) {
  forEachBoolean(generator, [&](const ActionSite &site, Expr expr,
                                llvm::ArrayRef<unsigned> path) {
    generator.addAt(site, path,
                    negate(expr, *site.scope, generator.getExprContext()),
                    "not");
  });
}

//===----------------------------------------------------------------------===//
// Numbers, constants, operations
//===----------------------------------------------------------------------===//

namespace {
struct Comparison {
  ExprKind kind;
  /// Spelling in ids, which people type into shells.
  llvm::StringRef id;
};
} // namespace

static constexpr Comparison comparisons[] = {{ExprKind::Lt, "lt"},
                                             {ExprKind::Le, "le"},
                                             {ExprKind::Gt, "gt"},
                                             {ExprKind::Ge, "ge"},
                                             {ExprKind::Eq, "eq"}};

void mutation::replaceRelational(MutantGenerator &generator) {
  forEachOccurrence(generator, [&](const ActionSite &site, Expr expr,
                                   llvm::ArrayRef<unsigned> path) {
    if (!isOrdering(expr))
      return;
    for (const Comparison &other : comparisons)
      if (other.kind != ExprKind::Eq && !expr.is(other.kind))
        generator.addAt(
            site, path,
            generator.getExprContext().get(other.kind, expr.getOperands()),
            other.id);
  });
}

void mutation::invertAddition(MutantGenerator &generator) {
  ExprContext &context = generator.getExprContext();
  forEachOccurrence(generator, [&](const ActionSite &site, Expr expr,
                                   llvm::ArrayRef<unsigned> path) {
    if (expr.is(ExprKind::Sub))
      return generator.addAt(
          site, path, context.get(ExprKind::Add, expr.getOperands()), "plus");
    if (!expr.is(ExprKind::Add))
      return;
    // `a + b + c` has two signs.
    llvm::ArrayRef<Expr> operands = expr.getOperands();
    for (unsigned i = 1; i < operands.size(); ++i) {
      Expr left = i == 1 ? operands[0]
                         : context.get(ExprKind::Add, operands.take_front(i));
      llvm::SmallVector<Expr> sum = {
          context.get(ExprKind::Sub, left, operands[i])};
      llvm::append_range(sum, operands.drop_front(i + 1));
      generator.addAt(
          site, path,
          sum.size() == 1 ? sum[0] : context.get(ExprKind::Add, sum),
          "minus" + (operands.size() == 2 ? llvm::Twine() : llvm::Twine(i)));
    }
  });
}

/// Adds a number to each literal, and to each variable that is known to be a
/// number by the operation it stands in. An initial number stays: one step
/// beside it is often no value of its type at all.
static void addToNumbers(MutantGenerator &generator, int64_t delta,
                         llvm::StringRef variant) {
  forEachOccurrence(generator, [&](const ActionSite &site, Expr expr,
                                   llvm::ArrayRef<unsigned> path) {
    if (site.kind == ActionSite::Kind::Initial)
      return;
    bool isNumber = expr.is(ExprKind::IntLit) || expr.is(ExprKind::RealLit);
    if (expr.is(ExprKind::Name) && !path.empty() &&
        !isClock(expr, *site.scope)) {
      Expr parent = getAtPath(site.expr, path.drop_back());
      isNumber = isOrdering(parent) || isArithmetic(parent);
    }
    if (isNumber)
      generator.addAt(site, path,
                      addConstant(expr, delta, generator.getExprContext()),
                      variant);
  });
}

void mutation::increment(MutantGenerator &generator) {
  addToNumbers(generator, 1, "+1");
}

void mutation::decrement(MutantGenerator &generator) {
  addToNumbers(generator, -1, "-1");
}

void mutation::changeEnumeration(MutantGenerator &generator) {
  forEachOccurrence(generator, [&](const ActionSite &site, Expr expr,
                                   llvm::ArrayRef<unsigned> path) {
    if (!expr.is(ExprKind::EnumLit))
      return;
    EnumType type = site.scope->lookupEnum(expr.getEnumName());
    if (!type)
      return;
    for (StringAttr literal : type.getLiterals())
      if (literal.getValue() != expr.getName())
        generator.addAt(site, path,
                        generator.getExprContext().getEnum(expr.getEnumName(),
                                                           literal.getValue()),
                        literal.getValue());
  });
}

/// The arguments that an operation may be replaced by: those of its own type.
static llvm::ArrayRef<Expr> getSubstitutes(Expr expr) {
  switch (expr.getKind()) {
  case ExprKind::Add:
  case ExprKind::Sub:
  case ExprKind::Mul:
    return expr.getOperands();
  case ExprKind::Call:
    break;
  default:
    return {};
  }
  switch (expr.getBuiltin()) {
  case Builtin::Add:
  case Builtin::Remove:
  case Builtin::Put:
  case Builtin::Abs:
    return expr.getOperands().take_front();
  case Builtin::Union:
  case Builtin::Inter:
  case Builtin::Diff:
  case Builtin::Min:
  case Builtin::Max:
    return expr.getOperands();
  case Builtin::IsEmpty:
  case Builtin::Size:
  case Builtin::Subset:
  case Builtin::HasKey:
    return {};
  }
  llvm_unreachable("covered switch");
}

void mutation::removeApplication(MutantGenerator &generator) {
  forEachOccurrence(generator, [&](const ActionSite &site, Expr expr,
                                   llvm::ArrayRef<unsigned> path) {
    for (auto [index, argument] : llvm::enumerate(getSubstitutes(expr)))
      generator.addAt(site, path, argument, "arg" + llvm::Twine(index + 1));
  });
}

//===----------------------------------------------------------------------===//
// Clocks
//===----------------------------------------------------------------------===//

void mutation::changeClockGuard(MutantGenerator &generator) {
  forEachOccurrence(generator, [&](const ActionSite &site, Expr expr,
                                   llvm::ArrayRef<unsigned> path) {
    if (!expr.isComparison() || !mentionsClock(expr, *site.scope))
      return;
    for (const Comparison &other : comparisons)
      if (!expr.is(other.kind))
        generator.addAt(
            site, path,
            generator.getExprContext().get(other.kind, expr.getOperands()),
            other.id);
  });
}

/// Visits comparisons that must hold, or may have to, for the whole to hold.
static void forEachPositive(Expr expr, llvm::SmallVectorImpl<unsigned> &path,
                            OccurrenceFn fn) {
  if (expr.isComparison())
    return fn(expr, path);
  unsigned first = expr.is(ExprKind::Implies) ? 1 : 0;
  if (!first && !expr.is(ExprKind::And) && !expr.is(ExprKind::Or))
    return;
  for (unsigned i = first; i < expr.getNumOperands(); ++i) {
    path.push_back(i);
    forEachPositive(expr.getOperand(i), path, fn);
    path.pop_back();
  }
}

/// Which side of a comparison bounds a clock from above; nothing if neither.
static std::optional<unsigned> getUpperBoundSide(Expr atom,
                                                 const Scope &scope) {
  auto bounds = getDifferenceBounds(
      atom, [&](Expr part) { return isClock(part, scope); });
  if (bounds)
    return bounds->size() == 1 && bounds->front().left && !bounds->front().right
               ? std::optional(getBoundSide(atom))
               : std::nullopt;
  // A clock against data.
  if ((atom.is(ExprKind::Lt) || atom.is(ExprKind::Le)) &&
      isClock(atom.getOperand(0), scope))
    return 1;
  if ((atom.is(ExprKind::Gt) || atom.is(ExprKind::Ge)) &&
      isClock(atom.getOperand(1), scope))
    return 0;
  return std::nullopt;
}

void mutation::changeTimeInvariant(MutantGenerator &generator) {
  ExprContext &context = generator.getExprContext();
  const Scope &scope = generator.getActionScope();
  unsigned number = 0;
  for (auto invariant :
       generator.getActionSystem().getBody().getOps<action::InvariantOp>()) {
    std::string name = "invariant" + std::to_string(++number);
    Expr whole = generator.import(invariant.getCondition().getExpr());
    llvm::SmallVector<unsigned, 8> path;
    forEachPositive(whole, path, [&](Expr atom, llvm::ArrayRef<unsigned> at) {
      std::optional<unsigned> side = getUpperBoundSide(atom, scope);
      if (!side)
        return;
      llvm::SmallVector<Expr, 2> operands(atom.getOperands());
      operands[*side] = addConstant(operands[*side], 1, context);
      Expr changed = context.get(atom.getKind(), operands);
      generator.add(name, invariant, getOccurrence("condition", at), "+1",
                    Edit::replace(invariant, "condition", changed, at),
                    "invariant '" + whole.str() + "' becomes '" +
                        replaceAtPath(whole, at, changed, context).str() + "'");
    });
  }
}

void mutation::invertClockReset(MutantGenerator &generator) {
  Block &body = generator.getActionSystem().getBody().front();
  for (auto action : body.getOps<action::ActionOp>()) {
    if (action.getLocked())
      continue;
    NameList resets;
    if (action.getResets())
      for (auto clock : action.getResets()->getAsRange<StringAttr>())
        resets.push_back(clock.getValue());
    for (auto clock : body.getOps<ClockOp>()) {
      NameList changed = resets;
      auto found = llvm::find(changed, clock.getName());
      bool isReset = found != changed.end();
      if (isReset)
        changed.erase(found);
      else
        changed.push_back(clock.getName());
      Edit edit = Edit::replace(action, "resets", std::monostate());
      if (!changed.empty())
        edit.value = std::move(changed);
      generator.add(action.getSymName(), action, "resets",
                    (isReset ? "-" : "+") + clock.getName(), edit,
                    action.getSymName() + ": clock " + clock.getName() +
                        (isReset ? " no longer reset" : " reset too"));
    }
  }
}
