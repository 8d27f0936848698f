//===- Sema.cpp - Files, systems, diagnostics -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sema.h"
#include "mlir/IR/Verifier.h"
#include "tioga/Dialect/Action/IR/ActionOps.h"
#include "tioga/Dialect/Contract/IR/ContractOps.h"
#include "tioga/Dialect/TA/IR/TAOps.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace tioga;
using namespace tioga::sema;

//===----------------------------------------------------------------------===//
// Diagnostics and locations
//===----------------------------------------------------------------------===//

Diag::~Diag() {
  if (!diagnostic)
    return;
  for (const Expansion *use = expansion; use; use = use->outer)
    diagnostic->attachNote(use->loc) << "in instance '" << use->name << "'";
}

Diag &Diag::note(Location loc, const Twine &message) {
  if (diagnostic)
    diagnostic->attachNote(loc) << message;
  return *this;
}

Diag &Diag::noteDeclaration(const Entity &entity, StringRef message) {
  if (entity.file)
    note(entity.file->getLoc(entity.range), message);
  return *this;
}

Diag Sema::error(const Env &env, ast::Range range) {
  hadErrors = true;
  const SourceFile &file = env.getFile();
  uint64_t place = uint64_t(range.begin) << 32 | range.end;
  if (!reported.insert({&file, place}).second)
    return Diag(std::nullopt, nullptr);
  return Diag(file.emitError(range), env.getExpansion());
}

Location Sema::getLoc(const Env &env, ast::Range range) const {
  Location loc = env.getFile().getLoc(range);
  if (const Expansion *use = env.getExpansion())
    return CallSiteLoc::get(loc, use->loc);
  return loc;
}

Entity *Sema::declare(Env &env, ast::Name name, EntityKind kind) {
  auto [entity, inserted] = env.declare(name, kind);
  if (inserted)
    return entity;
  error(env, name.range)
          .noteDeclaration(*entity, "previous declaration is here")
      << "'" << name.text << "' is already declared";
  return nullptr;
}

static StringRef describe(const Entity &entity) {
  switch (entity.kind) {
  case EntityKind::Const:
    return "a constant";
  case EntityKind::Type:
    return "a type";
  case EntityKind::Function:
    return "a function";
  case EntityKind::EnumLiteral:
    return "a literal of an enumeration";
  case EntityKind::Name:
    return !entity.info                               ? "a variable"
           : entity.info->kind == NameKind::Clock     ? "a clock"
           : entity.info->kind == NameKind::Parameter ? "a parameter"
           : entity.info->owner == Owner::Input       ? "an input"
           : entity.info->owner == Owner::Output      ? "an output"
                                                      : "a variable";
  case EntityKind::Label:
    return "a label";
  case EntityKind::Automaton:
    return "an automaton";
  case EntityKind::System:
    return "a system";
  }
  llvm_unreachable("unknown kind of entity");
}

void Sema::reportUnknown(Env &env, ast::Name name, StringRef what) {
  bool wantsLabel = what == "label";
  Entity *entity = env.lookup(name.text);
  if (!entity && !wantsLabel)
    entity = env.lookupLabel(name.text);
  if (entity && entity->state == Entity::State::Failed) {
    hadErrors = true;
    return;
  }
  bool startsWithVowel = StringRef("aeiou").contains(what.front());
  if (entity) {
    error(env, name.range).noteDeclaration(*entity)
        << "'" << name.text << "' is " << describe(*entity) << ", not "
        << (startsWithVowel ? "an " : "a ") << what;
    return;
  }
  Suggestion suggestion(name.text);
  if (wantsLabel)
    env.suggestLabels(suggestion);
  else
    env.suggest(suggestion);
  reportMissing(env, name, what, suggestion);
}

void Sema::reportMissing(const Env &env, ast::Name name, StringRef what,
                         const Suggestion &suggestion) {
  hadErrors = true;
  // If anything may be missing, a slip of the pen is told from that by what it
  // resembles.
  if (loader.isIncomplete() ? !suggestion.str().empty() : !isLost(name.text))
    error(env, name.range) << "unknown " << what << " '" << name.text << "'"
                           << suggestion.str();
}

bool Sema::isLost(StringRef word) const {
  return loader.isIncomplete() || loader.getLostWords().contains(word) ||
         // A member of a family of instances.
         loader.getLostWords().contains(word.split('$').first);
}

void Sema::reportUnused(const Env &env, const ast::Decl &decl) {
  emitWarning(getLoc(env, decl.name.range))
      << "template '" << decl.name.text
      << "' has no instance: nothing is made from it, and its body is not "
         "checked";
}

void Sema::reportObserver(const Env &env, const ast::Decl &decl) {
  emitWarning(getLoc(env, decl.name.range))
      << "observer '" << decl.name.text
      << "' has no effect: observers are reserved for later";
}

Env &Sema::makeEnv(Env &parent) {
  envs.push_back(std::make_unique<Env>(parent));
  return *envs.back();
}

StringAttr Sema::getDoc(StringRef doc) {
  return doc.empty() ? StringAttr() : builder.getStringAttr(doc);
}

ArrayAttr Sema::getStems(ArrayRef<ast::ReqId> stems) {
  SmallVector<StringRef> names =
      llvm::map_to_vector(stems, [](const ast::ReqId &id) { return id.text; });
  return getNames(names);
}

ArrayAttr Sema::getNames(ArrayRef<StringRef> names) {
  return names.empty() ? ArrayAttr() : builder.getStrArrayAttr(names);
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

Sema::Sema(MLIRContext *context, const FileLoader &loader)
    : context(context), loader(loader), builder(context) {
  context->loadDialect<TiogaDialect, ta::TADialect, action::ActionDialect,
                       contract::ContractDialect>();
}

static bool isSystem(const ast::Decl &decl) {
  switch (decl.kind) {
  case ast::DeclKind::System:
  case ast::DeclKind::Actions:
  case ast::DeclKind::Contract:
  case ast::DeclKind::Conjunction:
  case ast::DeclKind::Instance:
    return true;
  default:
    return false;
  }
}

Env &Sema::getFileEnv(const SourceFile &file) {
  if (Env *known = fileEnvs.lookup(&file))
    return *known;
  envs.push_back(std::make_unique<Env>(file));
  Env &env = *envs.back();
  fileEnvs[&file] = &env;
  for (const SourceFile *import : file.getImports())
    env.addImport(&getFileEnv(*import));
  for (const ast::Decl *decl : file.getDecls())
    if (isSystem(*decl))
      if (Entity *entity = declare(env, decl->name, EntityKind::System))
        entity->decl = decl;
  declareShared(file.getDecls(), env);
  resolveAll(env);
  return env;
}

OwningOpRef<ModuleOp> Sema::run(const SourceFile &main) {
  mainFile = &main;
  module = ModuleOp::create(main.getLoc({0, 0}));
  scratch = ModuleOp::create(main.getLoc({0, 0}));
  Env &env = getFileEnv(main);
  for (const ast::Decl *decl : main.getDecls()) {
    builder.setInsertionPointToEnd(module->getBody());
    if (isSystem(*decl) && !isGenerated(decl->name.text))
      generate(*decl, env);
  }
  if (hadErrors || failed(verify(*module)))
    return {};
  return std::move(module);
}

//===----------------------------------------------------------------------===//
// Systems
//===----------------------------------------------------------------------===//

bool Sema::isGenerated(StringRef name) {
  return SymbolTable::lookupSymbolIn(*module, name) != nullptr;
}

void Sema::generate(const ast::Decl &decl, Env &env) {
  if (decl.kind == ast::DeclKind::Instance)
    return generateInstance(static_cast<const ast::InstanceDecl &>(decl), env);
  if (decl.kind == ast::DeclKind::Conjunction)
    return generateConjunction(static_cast<const ast::ConjunctionDecl &>(decl),
                               env);
  auto &scope = static_cast<const ast::ScopeDecl &>(decl);
  if (checkSystemParams(scope, env) && hasDefaults(scope))
    generateSystem(scope, scope.name.text, scope.doc, {}, env);
}

bool Sema::checkSystemParams(const ast::ScopeDecl &decl, Env &env) {
  bool ok = true;
  for (const ast::Param &param : decl.params)
    if (param.kind != ast::ParamKind::Value) {
      error(env, param.name.range)
          << "parameter '" << param.name.text << "' of '" << decl.name.text
          << "' must be a value: there is nothing outside to refer to";
      ok = false;
    }
  return ok;
}

void Sema::generateSystem(const ast::ScopeDecl &decl, StringRef name,
                          StringRef doc, const Arguments &arguments,
                          Env &declEnv) {
  // The names of enumerations are told apart within one system only.
  llvm::SaveAndRestore<llvm::StringMap<EnumType>> guard(enumsByName,
                                                        enumsByName);
  Env &env = makeEnv(declEnv);
  if (arguments.instance)
    env.setExpansion(makeExpansion(*arguments.instance, *arguments.env));
  if (!bindParams(decl, arguments, env))
    return;
  SystemSource source{decl, name, doc, env, getLoc(env, decl.range)};
  if (decl.kind == ast::DeclKind::System)
    generateAutomata(source);
  else if (decl.kind == ast::DeclKind::Actions)
    generateActions(source);
  else
    generateContract(source);
}

void Sema::generateInstance(const ast::InstanceDecl &decl, Env &env) {
  Entity *entity = env.lookup(decl.templ.text);
  if (!entity || entity->kind != EntityKind::System ||
      entity->decl->kind == ast::DeclKind::Instance ||
      entity->decl->kind == ast::DeclKind::Conjunction) {
    if (entity && entity->kind == EntityKind::System)
      error(env, decl.templ.range).noteDeclaration(*entity)
          << "'" << decl.templ.text << "' is not a template";
    else
      reportUnknown(env, decl.templ, "system");
    return;
  }
  auto &templ = *static_cast<const ast::ScopeDecl *>(entity->decl);
  if (!checkSystemParams(templ, *entity->env))
    return;
  StringRef doc = decl.doc.empty() ? templ.doc : decl.doc;
  forEachInstance(decl, env, [&](StringRef name, Env &argumentEnv) {
    generateSystem(templ, name, doc, {&decl, &argumentEnv}, *entity->env);
  });
}

Operation *Sema::getContract(ast::Name name, Env &env, bool asSymbol) {
  Entity *entity = env.lookup(name.text);
  if (!entity || entity->kind != EntityKind::System) {
    reportUnknown(env, name, "contract");
    return nullptr;
  }
  for (ModuleOp place : {*module, *scratch})
    if (Operation *known = SymbolTable::lookupSymbolIn(place, name.text))
      if (place == *module || !asSymbol) {
        if (isa<contract::InterfaceOp>(known))
          return known;
        error(env, name.range).noteDeclaration(*entity)
            << "'" << name.text << "' is not a contract";
        return nullptr;
      }
  return generateContractFor(name, *entity, env, asSymbol);
}

Operation *Sema::generateContractFor(ast::Name name, Entity &entity, Env &env,
                                     bool asSymbol) {
  const ast::Decl *decl = entity.decl;
  if (decl->kind == ast::DeclKind::System ||
      decl->kind == ast::DeclKind::Actions) {
    error(env, name.range).noteDeclaration(entity)
        << "'" << name.text << "' is not a contract";
    return nullptr;
  }
  if (decl->kind == ast::DeclKind::Contract &&
      !hasDefaults(*static_cast<const ast::ScopeDecl *>(decl))) {
    error(env, name.range).noteDeclaration(entity)
        << "contract '" << name.text
        << "' needs arguments; declare an instance of it";
    return nullptr;
  }
  if (!inProgress.insert(decl).second) {
    error(env, name.range).noteDeclaration(entity)
        << "contract '" << name.text << "' is made from itself";
    return nullptr;
  }
  // An import is compiled only where the result refers to it.
  bool isOwn = entity.file == mainFile;
  OpBuilder::InsertionGuard guard(builder);
  ModuleOp place = isOwn || asSymbol ? *module : *scratch;
  builder.setInsertionPointToEnd(place.getBody());
  generate(*decl, *entity.env);
  inProgress.erase(decl);
  return SymbolTable::lookupSymbolIn(place, name.text);
}
