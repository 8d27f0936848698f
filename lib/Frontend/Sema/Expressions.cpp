//===- Expressions.cpp - From syntax tree to expression ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constants and functions are inlined, quantifiers written out, enumeration
// literals qualified. What remains is an `Expr` over variables, which the type
// checker of the dialects checks; it reports errors by operand path, which the
// origin, built along with the expression, leads back to the text.
//
//===----------------------------------------------------------------------===//

#include "Sema.h"
#include "tioga/Expr/Parse.h"
#include "tioga/Expr/Rewrite.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace tioga;
using namespace tioga::sema;
using tioga::Expr;
using tioga::ExprKind;

namespace tioga::sema {

/// Lowers one expression.
class ExprLowering {
public:
  ExprLowering(Sema &sema, const ExprMode &mode)
      : sema(sema), exprs(sema.getExprs()), mode(mode) {}

  Lowered lower(const ast::Expr &ast, Env &env);

private:
  using Parts = SmallVector<Lowered, 4>;

  Lowered lowerUnchecked(const ast::Expr &ast, Env &env);
  Lowered lowerNumber(const ast::Expr &ast, Env &env);
  Lowered lowerEnum(const ast::Expr &ast, Env &env);
  Lowered lowerName(const ast::Expr &ast, Env &env);
  Lowered lowerVariable(const ast::Expr &ast, Entity &entity, Env &env);
  Lowered lowerLiteral(const ast::Expr &ast, Entity &entity, Env &env);
  Lowered lowerControl(const ast::Expr &ast, Env &env);
  Lowered lowerField(const ast::Expr &ast, Env &env);
  Lowered lowerFields(const ast::Expr &ast, Env &env);
  Lowered lowerFlat(const ast::Expr &ast, Env &env);
  Lowered lowerPlain(const ast::Expr &ast, Env &env);
  Lowered lowerCall(const ast::Expr &ast, Env &env);
  Lowered lowerBuiltin(const ast::Expr &ast, Builtin builtin, Env &env);
  Lowered inlineFunction(const ast::Expr &ast, Entity &function, Env &env);
  Lowered lowerQuantifier(const ast::Expr &ast, Env &env);

  bool lowerOperands(const ast::Expr &ast, Env &env, Parts &parts);
  bool checkArgument(const ast::Expr &argument, const Lowered &lowered,
                     Entity &function, unsigned index, Env &env);
  bool checkArity(const ast::Expr &ast, size_t arity, Env &env);
  bool checkPrime(const ast::Expr &ast, Expr name, const NameInfo &info,
                  Env &env);
  /// The IR resolves names by their spelling alone: reports a name that would
  /// mean something else there.
  bool checkNotHidden(const ast::Expr &ast, Expr name, const NameInfo *info,
                      Env &env);
  bool checkInlined(const ast::Expr &ast, Entity &function, Env &env);
  /// Counts what stands for the name of a constant or a function.
  bool checkSize(const ast::Expr &ast, Expr inlined, Env &env);
  void reportTooDeep(const ast::Expr &ast, bool isExpanded, Env &env);

  /// An expression whose parts all come from one place.
  Lowered leaf(const ast::Expr &ast, Expr expr, Env &env);
  Lowered node(const ast::Expr &ast, Expr expr, ArrayRef<Lowered> parts,
               Env &env);
  /// Flattens the origins as the expression context does the operands.
  Lowered flat(const ast::Expr &ast, ExprKind kind, ArrayRef<Lowered> parts,
               Env &env);

  Sema &sema;
  ExprContext &exprs;
  const ExprMode &mode;
  bool tooDeep = false;
  /// How many operands were written out from quantifiers, and how many from
  /// constants and functions.
  uint64_t numExpanded = 0, numInlined = 0;
};

} // namespace tioga::sema

/// No expression is written out to more than so many parts.
static constexpr uint64_t maxExpansion = 100000, maxInlined = 1000000;

const Origin &Origin::follow(ArrayRef<unsigned> path) const {
  const Origin *origin = this;
  for (unsigned index : path) {
    if (index >= origin->operands.size())
      break;
    origin = origin->operands[index];
  }
  return *origin;
}

//===----------------------------------------------------------------------===//
// Making expressions with origins
//===----------------------------------------------------------------------===//

Lowered ExprLowering::leaf(const ast::Expr &ast, Expr expr, Env &env) {
  return node(ast, expr, {}, env);
}

Lowered ExprLowering::node(const ast::Expr &ast, Expr expr,
                           ArrayRef<Lowered> parts, Env &env) {
  SmallVector<const Origin *> operands;
  for (const Lowered &part : parts)
    operands.push_back(part.origin);
  auto *origin = new (sema.arena.Allocate<Origin>())
      Origin{&env.getFile(), ast.range, ArrayRef(operands).copy(sema.arena)};
  return {expr, origin};
}

Lowered ExprLowering::flat(const ast::Expr &ast, ExprKind kind,
                           ArrayRef<Lowered> parts, Env &env) {
  SmallVector<Expr> operands;
  Parts flattened;
  for (const Lowered &part : parts) {
    operands.push_back(part.expr);
    if (!part.expr.is(kind)) {
      flattened.push_back(part);
      continue;
    }
    for (unsigned i = 0, e = part.expr.getNumOperands(); i < e; ++i)
      flattened.push_back({part.expr.getOperand(i), &part.origin->follow({i})});
  }
  return node(ast, exprs.get(kind, operands), flattened, env);
}

/// Operators that the two kinds of expressions spell the same way.
static std::optional<ExprKind> getPlainKind(ast::ExprKind kind) {
  switch (kind) {
  case ast::ExprKind::Not:
    return ExprKind::Not;
  case ast::ExprKind::Neg:
    return ExprKind::Neg;
  case ast::ExprKind::Mul:
    return ExprKind::Mul;
  case ast::ExprKind::Div:
    return ExprKind::Div;
  case ast::ExprKind::IntDiv:
    return ExprKind::IntDiv;
  case ast::ExprKind::Mod:
    return ExprKind::Mod;
  case ast::ExprKind::Sub:
    return ExprKind::Sub;
  case ast::ExprKind::Lt:
    return ExprKind::Lt;
  case ast::ExprKind::Le:
    return ExprKind::Le;
  case ast::ExprKind::Gt:
    return ExprKind::Gt;
  case ast::ExprKind::Ge:
    return ExprKind::Ge;
  case ast::ExprKind::Eq:
    return ExprKind::Eq;
  case ast::ExprKind::Ne:
    return ExprKind::Ne;
  case ast::ExprKind::In:
    return ExprKind::In;
  case ast::ExprKind::Implies:
    return ExprKind::Implies;
  case ast::ExprKind::Iff:
    return ExprKind::Iff;
  case ast::ExprKind::If:
    return ExprKind::If;
  case ast::ExprKind::Set:
    return ExprKind::SetLit;
  case ast::ExprKind::Map:
    return ExprKind::MapLit;
  case ast::ExprKind::Array:
    return ExprKind::ArrayLit;
  case ast::ExprKind::Index:
    return ExprKind::Index;
  default:
    return std::nullopt;
  }
}

//===----------------------------------------------------------------------===//
// Dispatch
//===----------------------------------------------------------------------===//

Lowered ExprLowering::lower(const ast::Expr &ast, Env &env) {
  // Brackets leave no node, so that twice the depth may be needed.
  if (tooDeep || sema.depth >= 2 * maxExprDepth) {
    reportTooDeep(ast, /*isExpanded=*/sema.numResolving > 1, env);
    return {};
  }
  llvm::SaveAndRestore<unsigned> guard(sema.depth, sema.depth + 1);
  Lowered lowered = lowerUnchecked(ast, env);
  if (lowered && lowered.expr.getDepth() > maxExprDepth) {
    reportTooDeep(ast, /*isExpanded=*/true, env);
    return {};
  }
  return lowered;
}

void ExprLowering::reportTooDeep(const ast::Expr &ast, bool isExpanded,
                                 Env &env) {
  if (!tooDeep)
    sema.error(env, ast.range)
        << "expression nests deeper than " << maxExprDepth << " levels"
        << (isExpanded ? " when constants and functions are expanded" : "");
  tooDeep = true;
}

Lowered ExprLowering::lowerUnchecked(const ast::Expr &ast, Env &env) {
  switch (ast.kind) {
  case ast::ExprKind::True:
  case ast::ExprKind::False:
    return leaf(ast, exprs.getBool(ast.kind == ast::ExprKind::True), env);
  case ast::ExprKind::Int:
  case ast::ExprKind::Real:
    return lowerNumber(ast, env);
  case ast::ExprKind::Enum:
    return lowerEnum(ast, env);
  case ast::ExprKind::Name:
    return lowerName(ast, env);
  case ast::ExprKind::Call:
    return lowerCall(ast, env);
  case ast::ExprKind::Paren:
    return lower(*ast.operands[0], env);
  case ast::ExprKind::Field:
    return lowerField(ast, env);
  case ast::ExprKind::Record:
  case ast::ExprKind::With:
    return lowerFields(ast, env);
  case ast::ExprKind::And:
  case ast::ExprKind::Or:
  case ast::ExprKind::Add:
    return lowerFlat(ast, env);
  case ast::ExprKind::Forall:
  case ast::ExprKind::Exists:
  case ast::ExprKind::Sum:
    return lowerQuantifier(ast, env);
  default:
    return lowerPlain(ast, env);
  }
}

bool ExprLowering::lowerOperands(const ast::Expr &ast, Env &env, Parts &parts) {
  bool ok = true;
  for (const ast::Expr *operand : ast.operands) {
    parts.push_back(lower(*operand, env));
    ok &= bool(parts.back());
  }
  return ok;
}

static SmallVector<Expr, 4> getExprs(ArrayRef<Lowered> parts) {
  return llvm::map_to_vector<4>(parts, [](const Lowered &l) { return l.expr; });
}

Lowered ExprLowering::lowerPlain(const ast::Expr &ast, Env &env) {
  Parts parts;
  if (!lowerOperands(ast, env, parts))
    return {};
  return node(ast, exprs.get(*getPlainKind(ast.kind), getExprs(parts)), parts,
              env);
}

Lowered ExprLowering::lowerFlat(const ast::Expr &ast, Env &env) {
  // `a && b && c` leans left and may be long: walk down its spine in a loop.
  SmallVector<const ast::Expr *> operands;
  const ast::Expr *left = &ast;
  for (; left->kind == ast.kind; left = left->operands[0])
    operands.push_back(left->operands[1]);
  operands.push_back(left);
  Parts parts;
  bool ok = true;
  for (const ast::Expr *operand : llvm::reverse(operands)) {
    parts.push_back(lower(*operand, env));
    ok &= bool(parts.back());
  }
  if (!ok)
    return {};
  ExprKind kind = ast.kind == ast::ExprKind::And  ? ExprKind::And
                  : ast.kind == ast::ExprKind::Or ? ExprKind::Or
                                                  : ExprKind::Add;
  return flat(ast, kind, parts, env);
}

//===----------------------------------------------------------------------===//
// Literals and records
//===----------------------------------------------------------------------===//

Lowered ExprLowering::lowerNumber(const ast::Expr &ast, Env &env) {
  std::optional<Rational> number = Rational::parseDecimal(ast.name.text);
  if (number)
    return leaf(ast, exprs.getNumber(*number), env);
  sema.error(env, ast.range)
      << (ast.kind == ast::ExprKind::Int
              ? "integer literal does not fit in 64 bits"
              : "real literal is not a fraction of two numbers of 64 bits");
  return {};
}

Lowered ExprLowering::lowerEnum(const ast::Expr &ast, Env &env) {
  Entity *entity = env.lookup(ast.qualifier.text);
  if (entity && entity->kind == EntityKind::Automaton)
    return lowerControl(ast, env);
  if (!entity || entity->kind != EntityKind::Type) {
    sema.reportUnknown(env, ast.qualifier, "enumeration");
    return {};
  }
  if (!sema.resolve(*entity, env, ast.qualifier.range))
    return {};
  auto type = dyn_cast<EnumType>(entity->type);
  if (!type) {
    sema.error(env, ast.qualifier.range).noteDeclaration(*entity)
        << "'" << ast.qualifier.text << "' is not an enumeration";
    return {};
  }
  if (type.getIndex(ast.name.text))
    return leaf(ast, exprs.getEnum(type.getName(), ast.name.text), env);
  Suggestion suggestion(ast.name.text);
  for (StringAttr literal : type.getLiterals())
    suggestion.consider(literal.getValue());
  sema.error(env, ast.name.range).noteDeclaration(*entity)
      << "'" << ast.qualifier.text << "' has no literal '" << ast.name.text
      << "'" << suggestion.str();
  return {};
}

/// `Machine::Idle`: a location.
Lowered ExprLowering::lowerControl(const ast::Expr &ast, Env &env) {
  if (!mode.allowControls) {
    sema.error(env, ast.range) << "locations cannot be used in " << mode.where;
    return {};
  }
  Entity &automaton = *env.lookup(ast.qualifier.text);
  Suggestion suggestion(ast.name.text);
  auto &decl = *static_cast<const ast::ScopeDecl *>(automaton.decl);
  for (const ast::Decl *item : decl.items) {
    if (item->kind != ast::DeclKind::Location)
      continue;
    if (item->name.text == ast.name.text)
      return leaf(ast, exprs.getEnum(ast.qualifier.text, ast.name.text), env);
    suggestion.consider(item->name.text);
  }
  sema.error(env, ast.name.range).noteDeclaration(automaton)
      << "automaton '" << ast.qualifier.text << "' has no location '"
      << ast.name.text << "'" << suggestion.str();
  return {};
}

Lowered ExprLowering::lowerField(const ast::Expr &ast, Env &env) {
  Lowered record = lower(*ast.operands[0], env);
  if (!record)
    return {};
  Expr expr = exprs.getField(record.expr, ast.name.text);
  const ast::Expr &base = *ast.operands[0];
  Entity *automaton =
      base.kind == ast::ExprKind::Name ? env.lookup(base.name.text) : nullptr;
  if (automaton && automaton->kind == EntityKind::Automaton) {
    const NameInfo *info = env.getScope().lookup(expr.getName());
    if (info && info->kind == NameKind::Control) {
      sema.error(env, ast.name.range).noteDeclaration(*automaton)
          << "automaton '" << base.name.text << "' has no variable or clock '"
          << ast.name.text << "'";
      return {};
    }
  }
  // A field of a name is a name with a longer path.
  if (expr.is(ExprKind::Name))
    return leaf(ast, expr, env);
  return node(ast, expr, record, env);
}

Lowered ExprLowering::lowerFields(const ast::Expr &ast, Env &env) {
  Parts parts;
  bool ok = lowerOperands(ast, env, parts);
  llvm::StringMap<ast::Range> seen;
  SmallVector<StringRef> names;
  SmallVector<Expr, 4> values;
  for (const ast::FieldValue &field : ast.fields) {
    auto [it, inserted] = seen.try_emplace(field.name.text, field.name.range);
    if (!inserted) {
      sema.error(env, field.name.range)
              .note(sema.getLoc(env, it->second), "the first one is here")
          << "field '" << field.name.text << "' is given twice";
      ok = false;
    }
    parts.push_back(lower(*field.value, env));
    ok &= bool(parts.back());
    names.push_back(field.name.text);
    values.push_back(parts.back().expr);
  }
  if (!ok)
    return {};
  if (ast.kind == ast::ExprKind::Record)
    return node(ast, exprs.getRecord(names, values), parts, env);
  return node(ast, exprs.getWith(parts[0].expr, names, values), parts, env);
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

Lowered ExprLowering::lowerName(const ast::Expr &ast, Env &env) {
  Entity *entity = env.lookup(ast.name.text);
  if (!entity) {
    sema.reportUnknown(env, ast.name, "name");
    return {};
  }
  if (entity->state == Entity::State::Failed)
    return {};
  switch (entity->kind) {
  case EntityKind::Name:
    return lowerVariable(ast, *entity, env);
  case EntityKind::Const:
    if (!sema.resolve(*entity, env, ast.name.range))
      return {};
    if (!ast.primed)
      return checkSize(ast, entity->value, env) ? leaf(ast, entity->value, env)
                                                : Lowered();
    sema.error(env, ast.range).noteDeclaration(*entity)
        << "constant '" << ast.name.text << "' has no primed value";
    return {};
  case EntityKind::EnumLiteral:
    return lowerLiteral(ast, *entity, env);
  case EntityKind::Automaton:
    if (mode.allowControls && !ast.primed)
      return leaf(ast, exprs.getName(ast.name.text), env);
    break;
  case EntityKind::Function:
    sema.error(env, ast.range).noteDeclaration(*entity)
        << "function '" << ast.name.text << "' needs arguments";
    return {};
  default:
    break;
  }
  sema.reportUnknown(env, ast.name, "value");
  return {};
}

Lowered ExprLowering::lowerLiteral(const ast::Expr &ast, Entity &entity,
                                   Env &env) {
  if (entity.ambiguous) {
    sema.error(env, ast.range)
        << "several enumerations have the literal '" << ast.name.text
        << "'; write 'Type::" << ast.name.text << "'";
    return {};
  }
  if (ast.primed) {
    sema.error(env, ast.range)
        << "literal '" << ast.name.text << "' has no primed value";
    return {};
  }
  return leaf(
      ast, exprs.getEnum(cast<EnumType>(entity.type).getName(), ast.name.text),
      env);
}

static StringRef describeKind(NameKind kind) {
  switch (kind) {
  case NameKind::Variable:
    return "variable";
  case NameKind::Clock:
    return "clock";
  case NameKind::Parameter:
    return "parameter";
  case NameKind::Control:
    return "automaton";
  }
  llvm_unreachable("unknown kind of name");
}

Lowered ExprLowering::lowerVariable(const ast::Expr &ast, Entity &entity,
                                    Env &env) {
  if (mode.onlyConstants) {
    sema.error(env, ast.range).noteDeclaration(entity)
        << "'" << ast.name.text << "' is a " << describeKind(entity.info->kind)
        << "; " << mode.where << " must be constant";
    return {};
  }
  Expr name = exprs.getName(entity.value.getName(), ast.primed);
  if (!checkNotHidden(ast, name, entity.info, env) ||
      !checkPrime(ast, name, *entity.info, env))
    return {};
  return leaf(ast, name, env);
}

bool ExprLowering::checkNotHidden(const ast::Expr &ast, Expr name,
                                  const NameInfo *info, Env &env) {
  const NameInfo *found = env.getScope().lookup(name.getName());
  if (found == info)
    return true;
  Diag diag = sema.error(env, ast.range);
  diag << "'" << name.getName()
       << "' is hidden here by something else of that name; rename one of them";
  if (found && !isa<UnknownLoc>(found->loc))
    diag.note(found->loc, "this hides it");
  return false;
}

bool ExprLowering::checkPrime(const ast::Expr &ast, Expr name,
                              const NameInfo &info, Env &env) {
  // Without sema's own part of the name of a function parameter.
  StringRef text = name.getName().split("$$").first;
  if (!name.isPrimed()) {
    if (!mode.onlyPrimed || info.kind == NameKind::Parameter)
      return true;
    sema.error(env, ast.range)
        << "there is no old value in the first step; write '" << text << "''";
    return false;
  }
  if (info.kind == NameKind::Parameter || info.kind == NameKind::Clock) {
    sema.error(env, ast.range)
        << (info.kind == NameKind::Clock ? "clock '" : "parameter '") << text
        << "' has no primed value";
    return false;
  }
  bool isInput = info.owner == Owner::Input;
  if (mode.primes == Primes::None) {
    sema.error(env, ast.range) << "'" << text << "'' is a new value, which "
                               << mode.where << " cannot speak of";
    return false;
  }
  if (mode.primes == Primes::Inputs && !isInput) {
    sema.error(env, ast.range)
        << mode.where << " cannot speak of '" << text << "'', the new value of "
        << (info.owner == Owner::Output ? "an output" : "a hidden variable")
        << "; move it to the guarantee";
    return false;
  }
  if (mode.primes == Primes::Controlled && isInput) {
    sema.error(env, ast.range)
        << mode.where << " cannot speak of '" << text
        << "'', the new value of an input; move it to the assumption";
    return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

Lowered ExprLowering::lowerCall(const ast::Expr &ast, Env &env) {
  Entity *entity = env.lookup(ast.name.text);
  if (entity && entity->kind == EntityKind::Function)
    return inlineFunction(ast, *entity, env);
  if (std::optional<Builtin> builtin = getBuiltin(ast.name.text))
    return lowerBuiltin(ast, *builtin, env);
  if (entity) {
    sema.reportUnknown(env, ast.name, "function");
    return {};
  }
  Suggestion suggestion(ast.name.text);
  env.suggest(suggestion);
  for (unsigned i = 0; i <= unsigned(Builtin::Abs); ++i)
    suggestion.consider(getBuiltinName(Builtin(i)));
  sema.reportMissing(env, ast.name, "function", suggestion);
  return {};
}

bool ExprLowering::checkArity(const ast::Expr &ast, size_t arity, Env &env) {
  if (ast.operands.size() == arity)
    return true;
  Diag diag = sema.error(env, ast.range);
  diag << "'" << ast.name.text << "' takes " << arity
       << (arity == 1 ? " argument" : " arguments") << ", but there "
       << (ast.operands.size() == 1 ? "is " : "are ") << ast.operands.size();
  Entity *entity = env.lookup(ast.name.text);
  if (entity && entity->kind == EntityKind::Function)
    diag.noteDeclaration(*entity);
  return false;
}

Lowered ExprLowering::lowerBuiltin(const ast::Expr &ast, Builtin builtin,
                                   Env &env) {
  Parts parts;
  bool ok = lowerOperands(ast, env, parts);
  if (!checkArity(ast, getBuiltinArity(builtin), env) || !ok)
    return {};
  return node(ast, exprs.getCall(builtin, getExprs(parts)), parts, env);
}

Lowered ExprLowering::inlineFunction(const ast::Expr &ast, Entity &function,
                                     Env &env) {
  Parts parts;
  bool ok = lowerOperands(ast, env, parts);
  if (!sema.resolve(function, env, ast.name.range) ||
      !checkArity(ast, function.formals.size(), env) || !ok)
    return {};
  Substitution substitution(exprs);
  for (auto [index, part] : llvm::enumerate(parts)) {
    ok &= checkArgument(*ast.operands[index], part, function, index, env);
    substitution.set(function.formals[index], part.expr);
  }
  if (!ok || !checkInlined(ast, function, env))
    return {};
  Expr inlined = substitution.apply(function.value);
  return checkSize(ast, inlined, env) ? leaf(ast, inlined, env) : Lowered();
}

uint64_t Sema::getSize(Expr expr) {
  if (expr.getNumOperands() == 0)
    return 1;
  if (auto known = exprSizes.find(expr); known != exprSizes.end())
    return known->second;
  uint64_t size = 1;
  for (Expr operand : expr.getOperands())
    size = llvm::SaturatingAdd(size, getSize(operand));
  return exprSizes[expr] = size;
}

bool ExprLowering::checkSize(const ast::Expr &ast, Expr inlined, Env &env) {
  // What is no larger than the name itself is not counted.
  numInlined = llvm::SaturatingAdd(numInlined, sema.getSize(inlined) - 1);
  if (numInlined <= maxInlined)
    return true;
  sema.error(env, ast.range)
      << "expression has more than " << maxInlined << " parts when '"
      << ast.name.text << "' is expanded";
  return false;
}

bool ExprLowering::checkArgument(const ast::Expr &argument,
                                 const Lowered &lowered, Entity &function,
                                 unsigned index, Env &env) {
  mlir::Type expected = function.formalTypes[index];
  // A clock may be passed on, although it may not stand alone elsewhere.
  if (lowered.expr.is(ExprKind::Name) && isa<RealType>(expected))
    if (const NameInfo *info = env.getScope().lookup(lowered.expr.getName()))
      if (info->kind == NameKind::Clock)
        return true;
  mlir::Type type = sema.inferType(lowered, env, mode);
  if (!type)
    return false;
  if (isAssignable(type, expected))
    return true;
  auto &decl = *static_cast<const ast::FunctionDecl *>(function.decl);
  sema.error(env, argument.range).noteDeclaration(function)
      << "'" << decl.name.text << "' expects " << typeToString(expected)
      << " for '" << decl.formals[index].name.text << "', found "
      << typeToString(type);
  return false;
}

bool ExprLowering::checkInlined(const ast::Expr &ast, Entity &function,
                                Env &env) {
  llvm::SetVector<Expr> names;
  collectNames(function.value, names);
  for (Expr name : names) {
    if (llvm::any_of(function.formals, [&](Expr formal) {
          StringRef rest = name.getName();
          return rest.consume_front(formal.getName()) &&
                 (rest.empty() || rest.front() == '.');
        }))
      continue;
    const NameInfo *info = function.env->getScope().lookup(name.getName());
    if (!info)
      continue;
    if (!checkNotHidden(ast, name, info, env) ||
        !checkPrime(ast, name, *info, env))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Quantifiers
//===----------------------------------------------------------------------===//

Lowered ExprLowering::lowerQuantifier(const ast::Expr &ast, Env &env) {
  StringRef word = ast.kind == ast::ExprKind::Forall   ? "forall"
                   : ast.kind == ast::ExprKind::Exists ? "exists"
                                                       : "sum";
  mlir::Type type = sema.resolveType(*ast.formal.type, env);
  if (!type)
    return {};
  auto values = sema.enumerate(type, env, ast.formal.type->range,
                               ("'" + word + "'").str());
  if (!values)
    return {};
  Parts parts;
  for (const tioga::Value &value : *values) {
    if (++numExpanded > maxExpansion) {
      sema.error(env, ast.range) << "'" << word << "' stands for more than "
                                 << maxExpansion << " expressions";
      return {};
    }
    Env inner(env);
    Entity bound;
    bound.kind = EntityKind::Const;
    bound.file = &env.getFile();
    bound.range = ast.formal.name.range;
    bound.type = type;
    bound.value = value.toExpr(exprs);
    inner.bind(ast.formal.name.text, bound);
    // An error is the same for all values.
    parts.push_back(lower(*ast.operands[0], inner));
    if (!parts.back())
      return {};
  }
  if (parts.size() == 1)
    return parts.front();
  ExprKind kind = ast.kind == ast::ExprKind::Forall   ? ExprKind::And
                  : ast.kind == ast::ExprKind::Exists ? ExprKind::Or
                                                      : ExprKind::Add;
  return flat(ast, kind, parts, env);
}

Lowered Sema::lower(const ast::Expr &expr, Env &env, const ExprMode &mode) {
  return ExprLowering(*this, mode).lower(expr, env);
}
