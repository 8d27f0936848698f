//===- Env.cpp - Compile-time names -----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Env.h"

using namespace mlir;
using namespace tioga;
using namespace tioga::sema;

Entity *Env::lookup(StringRef name) {
  for (Env *env = this; env; env = env->parent) {
    auto found = env->entities.find(name);
    if (found != env->entities.end())
      return &found->second;
    for (Env *import : env->imports)
      if (Entity *entity = import->lookup(name))
        return entity;
  }
  return nullptr;
}

Entity *Env::lookupLabel(StringRef name) {
  for (Env *env = this; env; env = env->parent) {
    auto found = env->labels.find(name);
    if (found != env->labels.end())
      return &found->second;
  }
  return nullptr;
}

std::pair<Entity *, bool> Env::declare(ast::Name name, EntityKind kind) {
  auto &table = kind == EntityKind::Label ? labels : entities;
  auto [it, inserted] = table.try_emplace(name.text);
  Entity &entity = it->second;
  // A literal of an enumeration is still there with its qualifier.
  if (!inserted && entity.kind != EntityKind::EnumLiteral)
    return {&entity, false};
  entity = Entity();
  entity.kind = kind;
  entity.file = file;
  entity.range = name.range;
  entity.env = this;
  return {&entity, true};
}

Entity &Env::bind(StringRef name, Entity entity) {
  return entities[name] = std::move(entity);
}

Entity &Env::bindLabel(StringRef name, Entity entity) {
  return labels[name] = std::move(entity);
}

std::string Env::getLocalName(StringRef name) const {
  std::string unique = name.str();
  for (unsigned i = 1; reserved.contains(unique); ++i)
    unique = (name + "$" + Twine(i)).str();
  return unique;
}

void Env::suggest(Suggestion &suggestion) const {
  for (const Env *env = this; env; env = env->parent) {
    for (const auto &entry : env->entities)
      suggestion.consider(entry.getKey());
    for (const Env *import : env->imports)
      import->suggest(suggestion);
  }
}

void Env::suggestLabels(Suggestion &suggestion) const {
  for (const Env *env = this; env; env = env->parent)
    for (const auto &entry : env->labels)
      suggestion.consider(entry.getKey());
}
