//===- Declarations.cpp - Constants, types, functions, names ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constants, types and functions are declared first and worked out when they
// are needed: their order is free, and a cycle is met on the way.
//
//===----------------------------------------------------------------------===//

#include "Sema.h"
#include "tioga/Dialect/Tioga/IR/Domain.h"
#include "tioga/Expr/Parse.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace tioga;
using namespace tioga::sema;

/// What may be enumerated in quantifiers and families of instances.
static constexpr uint64_t maxEnumerated = 10000;
/// How many declarations may wait for one that stands further down.
static constexpr unsigned maxResolving = 500;
/// Doubled in each of fifty definitions, a type would be as large as the world.
static constexpr uint64_t maxTypeParts = 1000000;

//===----------------------------------------------------------------------===//
// Declaring
//===----------------------------------------------------------------------===//

void Sema::declareShared(ArrayRef<ast::Decl *> items, Env &env) {
  for (const ast::Decl *item : items) {
    EntityKind kind;
    if (item->kind == ast::DeclKind::Const)
      kind = EntityKind::Const;
    else if (item->kind == ast::DeclKind::TypeDef)
      kind = EntityKind::Type;
    else if (item->kind == ast::DeclKind::Function)
      kind = EntityKind::Function;
    else
      continue;
    if (Entity *entity = declare(env, item->name, kind)) {
      entity->state = Entity::State::Unresolved;
      entity->decl = item;
    }
  }
  bindEnums(items, env);
}

void Sema::resolveAll(Env &env) {
  // Functions and constants may not be added meanwhile, but the table has no
  // order: go by place, so that errors come in the order of the text.
  SmallVector<Entity *> open;
  for (auto &entry : env.getEntities())
    if (entry.second.state == Entity::State::Unresolved)
      open.push_back(&entry.second);
  llvm::sort(open, [](const Entity *a, const Entity *b) {
    return a->range.begin < b->range.begin;
  });
  for (Entity *entity : open)
    resolve(*entity, env, entity->range);
}

bool Sema::resolve(Entity &entity, const Env &user, ast::Range use) {
  using State = Entity::State;
  if (entity.state == State::InProgress) {
    StringRef name = entity.decl->name.text;
    Diag diag = error(user, use);
    if (entity.kind == EntityKind::Const)
      diag << "constant '" << name << "' depends on itself";
    else if (entity.kind == EntityKind::Type)
      diag << "type '" << name << "' contains itself";
    else
      diag << "function '" << name << "' calls itself";
    diag.noteDeclaration(entity);
    return false;
  }
  if (entity.state != State::Unresolved)
    return entity.state == State::Done;
  if (numResolving >= maxResolving) {
    error(user, use) << "'" << entity.decl->name.text << "' ends a chain of "
                     << "more than " << maxResolving
                     << " declarations, each of which needs the next; declare "
                     << "it before those that need it";
    entity.state = State::Failed;
    return false;
  }
  llvm::SaveAndRestore<unsigned> guard(numResolving, numResolving + 1);
  entity.state = State::InProgress;
  bool ok = false;
  if (entity.kind == EntityKind::Const) {
    ok = resolveConst(entity);
  } else if (entity.kind == EntityKind::Function) {
    ok = resolveFunction(entity);
  } else {
    auto &decl = *static_cast<const ast::TypeDecl *>(entity.decl);
    entity.type = resolveType(*decl.type, *entity.env);
    ok = bool(entity.type);
  }
  entity.state = ok ? State::Done : State::Failed;
  return ok;
}

bool Sema::resolveConst(Entity &entity) {
  auto &decl = *static_cast<const ast::ConstDecl *>(entity.decl);
  if (decl.type) {
    entity.type = resolveType(*decl.type, *entity.env);
    if (!entity.type)
      return false;
  }
  std::string what = ("constant '" + decl.name.text + "'").str();
  std::optional<Constant> constant =
      lowerConstant(*decl.value, *entity.env, entity.type, what);
  if (!constant)
    return false;
  entity.value = constant->value.toExpr(exprs);
  return true;
}

bool Sema::resolveFunction(Entity &entity) {
  auto &decl = *static_cast<const ast::FunctionDecl *>(entity.decl);
  Env &env = makeEnv(*entity.env);
  bool ok = true;
  for (const ast::Formal &formal : decl.formals) {
    mlir::Type type = resolveType(*formal.type, env);
    ok &= bool(type);
    if (!type)
      type = IntType::get(context);
    // No variable that the body mentions, through other functions too, may be
    // taken for a parameter: these have names that only sema makes.
    std::string irName = (formal.name.text + "$$" + decl.name.text).str();
    addName(env, formal.name, irName, NameKind::Parameter, type);
    entity.formals.push_back(exprs.getName(irName));
    entity.formalTypes.push_back(type);
  }
  entity.type = resolveType(*decl.result, env);
  if (!ok || !entity.type)
    return false;
  ExprMode mode;
  mode.where = "a function";
  mode.primes = Primes::All;
  Lowered body = lower(*decl.body, env, mode);
  if (!body)
    return false;
  mlir::Type type = inferType(body, env, mode);
  if (!type || !checkType(type, entity.type, env, decl.body->range,
                          ("function '" + decl.name.text + "'").str()))
    return false;
  entity.value = body.expr;
  return true;
}

//===----------------------------------------------------------------------===//
// Enumerations
//===----------------------------------------------------------------------===//

EnumType Sema::getEnumType(StringRef name, ArrayRef<StringAttr> literals) {
  std::string unique = name.str();
  for (unsigned i = 1;; ++i) {
    EnumType type = EnumType::get(context, unique, literals);
    auto [it, inserted] = enumsByName.try_emplace(unique, type);
    if (inserted || it->second == type)
      return type;
    unique = (name + "$" + Twine(i)).str();
  }
}

/// Calls `fn` for the types that are written in a declaration, with a name for
/// an enumeration that has none of its own.
static void
forEachType(const ast::Decl &decl,
            llvm::function_ref<void(const ast::Type *, StringRef)> fn) {
  auto visitFormals = [&](ArrayRef<ast::Formal> formals) {
    for (const ast::Formal &formal : formals)
      fn(formal.type, formal.name.text);
  };
  StringRef name = decl.name.text;
  switch (decl.kind) {
  case ast::DeclKind::TypeDef:
    return fn(static_cast<const ast::TypeDecl &>(decl).type, name);
  case ast::DeclKind::Const:
    return fn(static_cast<const ast::ConstDecl &>(decl).type, name);
  case ast::DeclKind::Var:
    return fn(static_cast<const ast::VarDecl &>(decl).type, name);
  case ast::DeclKind::Signal:
    return fn(static_cast<const ast::SignalDecl &>(decl).type, name);
  case ast::DeclKind::Label:
    return visitFormals(static_cast<const ast::LabelDecl &>(decl).formals);
  case ast::DeclKind::Action:
    return visitFormals(static_cast<const ast::ActionDecl &>(decl).formals);
  case ast::DeclKind::Function: {
    auto &function = static_cast<const ast::FunctionDecl &>(decl);
    visitFormals(function.formals);
    return fn(function.result, name);
  }
  case ast::DeclKind::View:
    for (const ast::Decl *item :
         static_cast<const ast::ScopeDecl &>(decl).items)
      forEachType(*item, fn);
    return;
  default:
    return;
  }
}

void Sema::bindEnums(ArrayRef<ast::Decl *> items, Env &env) {
  for (const ast::Decl *item : items)
    forEachType(*item, [&](const ast::Type *type, StringRef hint) {
      bindEnum(type, hint, item->kind == ast::DeclKind::TypeDef, env);
    });
}

void Sema::bindEnum(const ast::Type *type, StringRef hint, bool isNamed,
                    Env &env) {
  if (!type)
    return;
  if (type->kind != ast::TypeKind::Enum) {
    bindEnum(type->key, hint, false, env);
    bindEnum(type->element, hint, false, env);
    for (const ast::Formal &field : type->fields)
      bindEnum(field.type, field.name.text, false, env);
    return;
  }
  SmallVector<StringAttr> literals;
  llvm::StringMap<ast::Range> seen;
  for (const ast::Name &literal : type->literals) {
    auto [it, inserted] = seen.try_emplace(literal.text, literal.range);
    if (inserted)
      literals.push_back(builder.getStringAttr(literal.text));
    else
      error(env, literal.range)
              .note(getLoc(env, it->second), "the first one is here")
          << "literal '" << literal.text << "' occurs twice";
  }
  // `var mode : enum { ... }` makes an enumeration `Mode`.
  std::string name = hint.str();
  if (!isNamed) {
    name[0] = llvm::toUpper(name[0]);
    while (env.lookup(name))
      name += "$";
  }
  EnumType enumeration = getEnumType(name, literals);
  enumTypes[type] = enumeration;
  bindLiterals(enumeration, *type, env);
}

void Sema::bindLiterals(EnumType type, const ast::Type &ast, Env &env) {
  env.getScope().addEnums(type);
  for (const ast::Name &literal : ast.literals) {
    auto [it, inserted] = env.getEntities().try_emplace(literal.text);
    Entity &entity = it->second;
    if (inserted) {
      entity = Entity();
      entity.kind = EntityKind::EnumLiteral;
      entity.file = &env.getFile();
      entity.range = literal.range;
      entity.type = type;
    } else if (entity.kind == EntityKind::EnumLiteral && entity.type != type) {
      entity.ambiguous = true;
    }
  }
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

mlir::Type Sema::resolveType(const ast::Type &type, Env &env) {
  auto reportTooDeep = [&] {
    error(env, type.range) << "type nests deeper than " << maxExprDepth
                           << " levels when type definitions are expanded";
    return mlir::Type();
  };
  if (depth >= 2 * maxExprDepth)
    return reportTooDeep();
  llvm::SaveAndRestore<unsigned> guard(depth, depth + 1);
  mlir::Type result = resolveWritten(type, env);
  if (!result)
    return {};
  TypeSize size = getSize(result);
  if (size.depth > maxExprDepth)
    return reportTooDeep();
  if (size.numParts <= maxTypeParts)
    return result;
  return reportTooLarge(type, env);
}

mlir::Type Sema::reportTooLarge(const ast::Type &type, const Env &env) {
  error(env, type.range) << "a value of this type has more than "
                         << maxTypeParts << " parts";
  return {};
}

Sema::TypeSize Sema::getSize(mlir::Type type) {
  if (auto known = typeSizes.find(type); known != typeSizes.end())
    return known->second;
  TypeSize size;
  auto add = [&](mlir::Type part, uint64_t times = 1) {
    TypeSize inner = getSize(part);
    size.depth = std::max(size.depth, inner.depth + 1);
    size.numParts =
        llvm::SaturatingMultiplyAdd(inner.numParts, times, size.numParts);
  };
  if (auto record = dyn_cast<RecordType>(type)) {
    for (mlir::Type field : record.getTypes())
      add(field);
  } else if (auto set = dyn_cast<SetType>(type)) {
    add(set.getElement());
  } else if (auto map = dyn_cast<MapType>(type)) {
    add(map.getKey());
    add(map.getValue());
  } else if (auto array = dyn_cast<ArrayType>(type)) {
    add(array.getElement(), array.getSize());
  }
  return typeSizes[type] = size;
}

mlir::Type Sema::resolveWritten(const ast::Type &type, Env &env) {
  switch (type.kind) {
  case ast::TypeKind::Bool:
    return BoolType::get(context);
  case ast::TypeKind::Int:
    return IntType::get(context);
  case ast::TypeKind::Real:
    return RealType::get(context);
  case ast::TypeKind::Enum:
    // In a place that was not looked at before: a quantifier.
    if (!enumTypes.lookup(&type))
      bindEnum(&type, "Enum", /*isNamed=*/false, env);
    return enumTypes.lookup(&type);
  case ast::TypeKind::Record:
    return resolveRecord(type, env);
  case ast::TypeKind::Set:
    if (mlir::Type element = resolveType(*type.element, env))
      return SetType::get(context, element);
    return {};
  case ast::TypeKind::Map: {
    mlir::Type key = resolveType(*type.key, env);
    mlir::Type element = resolveType(*type.element, env);
    return key && element ? MapType::get(context, key, element) : MapType();
  }
  case ast::TypeKind::Array: {
    std::optional<int64_t> size =
        lowerInteger(*type.size, env, "the size of an array");
    mlir::Type element = resolveType(*type.element, env);
    if (!size || !element)
      return {};
    if (*size > int64_t(maxTypeParts))
      return reportTooLarge(type, env);
    if (*size > 0)
      return ArrayType::get(context, *size, element);
    error(env, type.size->range)
        << "the size of an array must be positive, but this is " << *size;
    return {};
  }
  case ast::TypeKind::Range:
    return resolveRange(type, env);
  case ast::TypeKind::Named:
    return resolveNamed(type, env);
  }
  llvm_unreachable("unknown kind of type");
}

mlir::Type Sema::resolveRange(const ast::Type &type, Env &env) {
  std::optional<int64_t> low =
      lowerInteger(*type.low, env, "the bound of a range");
  std::optional<int64_t> high =
      lowerInteger(*type.high, env, "the bound of a range");
  if (!low || !high)
    return {};
  if (*low <= *high)
    return RangeType::get(context, *low, *high);
  error(env, type.range) << "range " << *low << ".." << *high << " is empty";
  return {};
}

mlir::Type Sema::resolveRecord(const ast::Type &type, Env &env) {
  SmallVector<StringAttr> names;
  SmallVector<mlir::Type> types;
  llvm::StringMap<ast::Range> seen;
  bool ok = true;
  for (const ast::Formal &field : type.fields) {
    auto [it, inserted] = seen.try_emplace(field.name.text, field.name.range);
    if (!inserted) {
      error(env, field.name.range)
              .note(getLoc(env, it->second), "the first one is here")
          << "field '" << field.name.text << "' occurs twice";
      ok = false;
    }
    names.push_back(builder.getStringAttr(field.name.text));
    types.push_back(resolveType(*field.type, env));
    ok &= bool(types.back());
  }
  return ok ? RecordType::get(context, names, types) : RecordType();
}

mlir::Type Sema::resolveNamed(const ast::Type &type, Env &env) {
  Entity *entity = env.lookup(type.name.text);
  if (!entity || entity->kind != EntityKind::Type) {
    reportUnknown(env, type.name, "type");
    return {};
  }
  if (!resolve(*entity, env, type.range))
    return {};
  env.getScope().addEnums(entity->type);
  return entity->type;
}

std::optional<std::vector<tioga::Value>> Sema::enumerate(mlir::Type type,
                                                         const Env &env,
                                                         ast::Range range,
                                                         StringRef what) {
  if (!isa<BoolType, EnumType, RangeType>(type)) {
    error(env, range) << what << " needs bool, a range or an enumeration, not "
                      << typeToString(type);
    return std::nullopt;
  }
  auto values = enumerateDomain(type, maxEnumerated);
  if (!values)
    error(env, range) << what << " ranges over more than " << maxEnumerated
                      << " values";
  return values;
}

//===----------------------------------------------------------------------===//
// Variables, clocks, parameters
//===----------------------------------------------------------------------===//

void Sema::addName(Env &env, ast::Name name, StringRef irName, NameKind kind,
                   mlir::Type type, Owner owner) {
  Entity *entity = declare(env, name, EntityKind::Name);
  if (!entity)
    return;
  env.getScope().addEnums(type);
  env.getScope().add(irName,
                     NameInfo{kind, type, owner, getLoc(env, name.range)});
  entity->value = exprs.getName(irName);
  entity->type = type;
  entity->info = env.getScope().lookup(irName);
}

VarOp Sema::addVariable(Env &env, const ast::Decl &decl, const ast::Type &type,
                        const ast::Expr *init, Owner owner) {
  mlir::Type resolved = resolveType(type, env);
  std::optional<Constant> value;
  if (init) {
    mlir::Type expected = resolved;
    value =
        lowerConstant(*init, env, expected,
                      ("the initial value of '" + decl.name.text + "'").str());
  }
  if (!resolved) {
    // Others may mention it, whatever its type should have been.
    if (Entity *entity = declare(env, decl.name, EntityKind::Name))
      entity->state = Entity::State::Failed;
    return {};
  }
  std::string irName = env.getLocalName(decl.name.text);
  addName(env, decl.name, irName, NameKind::Variable, resolved, owner);
  if (init && !value)
    return {};
  return builder.create<VarOp>(
      getLoc(env, decl.name.range), OwnerAttr::get(context, owner),
      builder.getStringAttr(irName), TypeAttr::get(resolved),
      value ? ExprAttr::get(context, value->expr) : ExprAttr(),
      getDoc(decl.doc));
}

ClockOp Sema::addClock(Env &env, const ast::Decl &decl) {
  std::string irName = env.getLocalName(decl.name.text);
  addName(env, decl.name, irName, NameKind::Clock, RealType::get(context));
  return builder.create<ClockOp>(getLoc(env, decl.name.range),
                                 builder.getStringAttr(irName),
                                 getDoc(decl.doc));
}

ArrayAttr Sema::getParams(ArrayRef<ast::Formal> formals, Env &env) {
  SmallVector<Attribute> params;
  llvm::StringMap<ast::Range> seen;
  bool ok = true;
  for (const ast::Formal &formal : formals) {
    auto [it, inserted] = seen.try_emplace(formal.name.text, formal.name.range);
    if (!inserted) {
      error(env, formal.name.range)
              .note(getLoc(env, it->second), "the first one is here")
          << "parameter '" << formal.name.text << "' occurs twice";
      ok = false;
      continue;
    }
    mlir::Type type = resolveType(*formal.type, env);
    ok &= bool(type);
    if (type)
      params.push_back(ParamAttr::get(
          context, builder.getStringAttr(formal.name.text), type));
  }
  return ok && !params.empty() ? builder.getArrayAttr(params) : ArrayAttr();
}

void Sema::addText(Env &env, const ast::TextDecl &decl) {
  builder.create<TextOp>(getLoc(env, decl.range),
                         builder.getStringAttr(decl.id.text),
                         builder.getStringAttr(decl.text));
}

void Sema::addPurpose(Env &env, const ast::PurposeDecl &decl, ExprMode mode) {
  mode.where = "a test purpose";
  SmallVector<Attribute> steps;
  for (const ast::Expr *step : decl.steps)
    if (Expr condition = lowerCondition(*step, env, mode))
      steps.push_back(ExprAttr::get(context, condition));
  if (steps.size() != decl.steps.size())
    return;
  builder.create<PurposeOp>(getLoc(env, decl.range),
                            builder.getStringAttr(decl.name.text),
                            builder.getArrayAttr(steps), getDoc(decl.doc));
}
