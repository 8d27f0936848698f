//===- Env.h - Compile-time names -------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sema's view of names. Constants, types, functions, templates and instances
// exist only here: they are expanded before anything reaches the IR. Variables
// and clocks appear here as the expression that stands for them, and in a
// `Scope` with their type, which is what the shared type checker reads.
//
// Labels have a table of their own, as in the IR: a clock `c` does not hide a
// label `c`.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_FRONTEND_SEMA_ENV_H
#define TIOGA_LIB_FRONTEND_SEMA_ENV_H

#include "SourceFile.h"
#include "tioga/Dialect/Tioga/IR/Scope.h"
#include "llvm/ADT/StringSet.h"

namespace tioga::sema {

class Env;

enum class EntityKind : uint8_t {
  Const,       ///< value, type
  Type,        ///< type
  Function,    ///< value is the body over the formals as names; type
  EnumLiteral, ///< a literal of the enumeration `type`
  Name,        ///< value is the name of a variable, clock or parameter; info
  Label,       ///< label
  Automaton,   ///< decl; a template if it has parameters
  System       ///< decl; any formalism
};

/// Something that a name stands for. Constants, types and functions are worked
/// out when they are first used, so the order of declarations is free.
struct Entity {
  enum class State : uint8_t { Unresolved, InProgress, Done, Failed };

  EntityKind kind;
  State state = State::Done;
  /// Two enumerations have this literal; it needs its qualifier.
  bool ambiguous = false;
  const SourceFile *file = nullptr;
  const ast::Decl *decl = nullptr;
  ast::Range range;
  /// Where its own names are looked up.
  Env *env = nullptr;
  Expr value;
  mlir::Type type;
  LabelOp label;
  /// Name: the declaration that the IR must resolve the name to.
  const NameInfo *info = nullptr;
  /// Function: the parameters, as they occur in the body, and their types.
  llvm::SmallVector<Expr, 0> formals;
  llvm::SmallVector<mlir::Type, 0> formalTypes;
};

/// The use of a template: where it stands, and inside which other one.
struct Expansion {
  std::string name;
  mlir::Location loc;
  const Expansion *outer;
};

/// A scope of compile-time names and the matching typed scope.
class Env {
public:
  explicit Env(const SourceFile &file) : file(&file) {}
  explicit Env(Env &parent)
      : parent(&parent), file(parent.file), expansion(parent.expansion),
        scope(&parent.scope) {}
  Env(const Env &) = delete;
  Env &operator=(const Env &) = delete;

  /// Null if there is none, here or further out.
  Entity *lookup(llvm::StringRef name);
  Entity *lookupLabel(llvm::StringRef name);
  /// The new entity, or the one of the same name that this very scope has.
  std::pair<Entity *, bool> declare(ast::Name name, EntityKind kind);
  /// Adds without complaint, hiding what was there.
  Entity &bind(llvm::StringRef name, Entity entity);
  Entity &bindLabel(llvm::StringRef name, Entity entity);
  /// Makes the names of an imported file visible here.
  void addImport(Env *other) { imports.push_back(other); }
  /// Reserves a name that a parameter of this template stands for: nothing
  /// declared in its body may hide it from the IR.
  void reserve(llvm::StringRef name) { reserved.insert(name); }
  /// What something declared here is called in the IR.
  std::string getLocalName(llvm::StringRef name) const;
  /// Considers the visible names, or the visible labels.
  void suggest(Suggestion &suggestion) const;
  void suggestLabels(Suggestion &suggestion) const;

  const SourceFile &getFile() const { return *file; }
  const Expansion *getExpansion() const { return expansion; }
  void setExpansion(const Expansion *use) { expansion = use; }
  Scope &getScope() { return scope; }
  llvm::StringMap<Entity> &getEntities() { return entities; }

private:
  Env *parent = nullptr;
  const SourceFile *file;
  const Expansion *expansion = nullptr;
  llvm::StringMap<Entity> entities;
  llvm::StringMap<Entity> labels;
  llvm::SmallVector<Env *> imports;
  llvm::StringSet<> reserved;
  Scope scope;
};

} // namespace tioga::sema

#endif // TIOGA_LIB_FRONTEND_SEMA_ENV_H
