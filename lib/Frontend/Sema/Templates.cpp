//===- Templates.cpp - Parameters and instances -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A template is expanded by generating its body in a scope in which its
// parameters are bound: a value to a constant, a label, clock or variable to
// the one that the instance names.
//
//===----------------------------------------------------------------------===//

#include "Sema.h"

using namespace mlir;
using namespace tioga;
using namespace tioga::sema;

bool Sema::hasDefaults(const ast::ScopeDecl &decl) {
  return llvm::all_of(decl.params, [](const ast::Param &param) {
    return param.kind == ast::ParamKind::Value && param.defaultValue;
  });
}

const Expansion *Sema::makeExpansion(const ast::InstanceDecl &decl, Env &env) {
  std::string name = decl.name.text.str();
  if (decl.index.name)
    name += "[" + env.lookup(decl.index.name.text)->value.str() + "]";
  expansions.push_back(std::make_unique<Expansion>(
      Expansion{name, getLoc(env, decl.name.range), env.getExpansion()}));
  return expansions.back().get();
}

bool Sema::bindParams(const ast::ScopeDecl &decl, const Arguments &arguments,
                      Env &env) {
  if (decl.hasBrokenParams)
    return !arguments.instance;
  size_t numGiven =
      arguments.instance ? arguments.instance->arguments.size() : 0;
  if (numGiven > decl.params.size()) {
    error(*arguments.env,
          arguments.instance->arguments[decl.params.size()]->range)
            .note(getLoc(env, decl.name.range), "it is declared here")
        << "'" << decl.name.text << "' takes " << decl.params.size()
        << (decl.params.size() == 1 ? " argument" : " arguments")
        << ", but there are " << numGiven;
    return false;
  }
  bool ok = true;
  for (auto [index, param] : llvm::enumerate(decl.params)) {
    const ast::Expr *argument =
        index < numGiven ? arguments.instance->arguments[index] : nullptr;
    if (!argument && !param.defaultValue) {
      assert(arguments.instance && "only systems with defaults stand alone");
      error(*arguments.env, arguments.instance->name.range)
              .note(getLoc(env, param.name.range), "it is declared here")
          << "'" << arguments.instance->name.text << "' gives no argument for '"
          << param.name.text << "'";
      return false;
    }
    ok &= bindParam(param, argument, arguments.env, env);
  }
  return ok;
}

bool Sema::bindValueParam(const ast::Param &param, const ast::Expr *argument,
                          Env *argumentEnv, Env &env) {
  mlir::Type type = resolveType(*param.type, env);
  if (!type)
    return false;
  std::string what = ("parameter '" + param.name.text + "'").str();
  std::optional<Constant> constant =
      argument ? lowerConstant(*argument, *argumentEnv, type, what)
               : lowerConstant(*param.defaultValue, env, type, what);
  Entity *entity = declare(env, param.name, EntityKind::Const);
  if (!entity)
    return false;
  entity->type = type;
  if (constant)
    entity->value = constant->value.toExpr(exprs);
  else
    entity->state = Entity::State::Failed;
  return bool(constant);
}

bool Sema::bindParam(const ast::Param &param, const ast::Expr *argument,
                     Env *argumentEnv, Env &env) {
  if (param.kind == ast::ParamKind::Value)
    return bindValueParam(param, argument, argumentEnv, env);
  StringRef what = param.kind == ast::ParamKind::Label   ? "label"
                   : param.kind == ast::ParamKind::Clock ? "clock"
                                                         : "variable";
  if (argument->kind != ast::ExprKind::Name || argument->primed) {
    error(*argumentEnv, argument->range)
            .note(getLoc(env, param.name.range), "it is declared here")
        << "parameter '" << param.name.text << "' stands for a " << what
        << "; write its name";
    return false;
  }
  if (param.kind == ast::ParamKind::Label) {
    Entity *label = argumentEnv->lookupLabel(argument->name.text);
    if (label && label->label)
      env.bindLabel(param.name.text, *label);
    else if (!label)
      reportUnknown(*argumentEnv, argument->name, what);
    return label && label->label;
  }
  Entity *entity = argumentEnv->lookup(argument->name.text);
  NameKind expected = param.kind == ast::ParamKind::Clock ? NameKind::Clock
                                                          : NameKind::Variable;
  if (!entity || entity->kind != EntityKind::Name || !entity->info ||
      entity->info->kind != expected) {
    reportUnknown(*argumentEnv, argument->name, what);
    return false;
  }
  if (param.type) {
    mlir::Type type = resolveType(*param.type, env);
    if (!type)
      return false;
    if (type != entity->type) {
      error(*argumentEnv, argument->range)
              .note(getLoc(env, param.name.range), "it is declared here")
          << "parameter '" << param.name.text << "' stands for a variable of "
          << "type " << typeToString(type) << ", but '" << argument->name.text
          << "' is " << typeToString(entity->type);
      return false;
    }
  }
  Entity *bound = declare(env, param.name, EntityKind::Name);
  if (!bound)
    return false;
  bound->value = entity->value;
  bound->type = entity->type;
  bound->info = entity->info;
  env.reserve(entity->value.getName());
  return true;
}

/// The part of an instance's name that tells it from the rest of its family.
static std::string getIndexText(const tioga::Value &value) {
  if (value.is(tioga::Value::Kind::Enum))
    return value.getLiteral().str();
  std::string text = value.str();
  // A minus is not part of a name.
  if (text.front() == '-')
    text.front() = 'm';
  return text;
}

void Sema::forEachInstance(
    const ast::InstanceDecl &decl, Env &env,
    llvm::function_ref<void(StringRef name, Env &env)> fn) {
  if (!decl.index.name)
    return fn(decl.name.text, env);
  mlir::Type type = resolveType(*decl.index.type, env);
  if (!type)
    return;
  auto values =
      enumerate(type, env, decl.index.type->range, "a family of instances");
  if (!values)
    return;
  for (const tioga::Value &value : *values) {
    Env &inner = makeEnv(env);
    Entity index;
    index.kind = EntityKind::Const;
    index.file = &env.getFile();
    index.range = decl.index.name.range;
    index.type = type;
    index.value = value.toExpr(exprs);
    inner.bind(decl.index.name.text, index);
    fn((decl.name.text + "$" + getIndexText(value)).str(), inner);
  }
}
