//===- Sema.h - From syntax trees to IR -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sema resolves names, checks types, expands everything that exists only at
// compile time, and generates the IR. The work is split by what it is about:
//
//   Sema.cpp          files, systems, diagnostics
//   Declarations.cpp  constants, types, functions: worked out on first use
//   Expressions.cpp   syntax tree to `Expr`
//   Conditions.cpp    conditions and constants, type-checked
//   Updates.cpp       assignments
//   Templates.cpp     parameters and instances
//   GenAutomata.cpp, GenActions.cpp, GenContracts.cpp, Conjunction.cpp
//
// An error does not stop it: what cannot be made sense of is left out, so that
// one run reports all errors of a file.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_FRONTEND_SEMA_SEMA_H
#define TIOGA_LIB_FRONTEND_SEMA_SEMA_H

#include "Env.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "tioga/Expr/Update.h"
#include "tioga/Expr/Value.h"
#include "llvm/ADT/DenseSet.h"

namespace tioga::sema {

/// An error under construction; sent when it goes out of scope. Says nothing
/// if the same place has been complained about already, as happens when a
/// template is expanded several times.
class Diag {
public:
  Diag(std::optional<mlir::InFlightDiagnostic> diagnostic,
       const Expansion *expansion)
      : diagnostic(std::move(diagnostic)), expansion(expansion) {}
  Diag(Diag &&) = delete;
  ~Diag();

  template <typename T>
  Diag &operator<<(T &&part) {
    if (diagnostic)
      *diagnostic << std::forward<T>(part);
    return *this;
  }
  Diag &note(mlir::Location loc, const llvm::Twine &message);
  /// `previous declaration is here`, if the entity has a place.
  Diag &noteDeclaration(const Entity &entity,
                        llvm::StringRef message = "it is declared here");

private:
  std::optional<mlir::InFlightDiagnostic> diagnostic;
  const Expansion *expansion;
};

/// Which names may be primed.
enum class Primes : uint8_t {
  None,
  All,
  Inputs,    ///< assumptions: only inputs
  Controlled ///< guarantees: only outputs and hidden variables
};

/// What an expression may contain, by the place it stands in.
struct ExprMode {
  /// In the words of a user, with article: "a guard".
  llvm::StringRef where;
  Primes primes = Primes::None;
  /// There are no old values yet: all names are primed.
  bool onlyPrimed = false;
  bool allowClocks = true;
  bool allowControls = false;
  /// Neither variables nor clocks.
  bool onlyConstants = false;

  ExprRules getRules() const {
    ExprRules rules;
    rules.allowPrimed = primes != Primes::None;
    rules.allowClocks = allowClocks;
    rules.allowControls = allowControls;
    return rules;
  }
};

/// Where an expression came from. It has the operands of the expression, or
/// none if the expression was inlined as a whole.
struct Origin {
  const SourceFile *file;
  ast::Range range;
  llvm::ArrayRef<const Origin *> operands;

  /// The origin of the subexpression at an operand path, as far as known.
  const Origin &follow(llvm::ArrayRef<unsigned> path) const;
};

struct Lowered {
  Expr expr;
  const Origin *origin = nullptr;
  explicit operator bool() const { return bool(expr); }
};

/// What an instance gives to a template; none for a system with defaults only.
struct Arguments {
  const ast::InstanceDecl *instance = nullptr;
  /// Where the arguments are looked up.
  Env *env = nullptr;
};

class Sema {
public:
  /// The loader knows what is missing from the trees for its syntax errors.
  Sema(mlir::MLIRContext *context, const FileLoader &loader);

  /// Null if there was an error, all of which have been reported.
  mlir::OwningOpRef<mlir::ModuleOp> run(const SourceFile &main);

  //===--------------------------------------------------------------------===//
  // Diagnostics and locations (Sema.cpp)
  //===--------------------------------------------------------------------===//

  Diag error(const Env &env, ast::Range range);
  mlir::Location getLoc(const Env &env, ast::Range range) const;
  /// Reports a second declaration of the name in the very same scope.
  Entity *declare(Env &env, ast::Name name, EntityKind kind);
  /// "'x' is a clock, not a label", or "unknown label 'x'; did you mean 'y'?".
  void reportUnknown(Env &env, ast::Name name, llvm::StringRef what);
  /// "unknown location 'x'; did you mean 'y'?".
  void reportMissing(const Env &env, ast::Name name, llvm::StringRef what,
                     const Suggestion &suggestion);
  /// Whether it may have been declared by what was left out for a syntax error,
  /// so that it is no news that it is missing.
  bool isLost(llvm::StringRef word) const;
  Env &makeEnv(Env &parent);
  mlir::StringAttr getDoc(llvm::StringRef doc);
  mlir::ArrayAttr getStems(llvm::ArrayRef<ast::ReqId> stems);
  mlir::ArrayAttr getNames(llvm::ArrayRef<llvm::StringRef> names);

  //===--------------------------------------------------------------------===//
  // Declarations that all formalisms share (Declarations.cpp)
  //===--------------------------------------------------------------------===//

  /// Declares the constants, types, functions and enumeration literals among
  /// the items.
  void declareShared(llvm::ArrayRef<ast::Decl *> items, Env &env);
  /// Works out all that are left, for their errors.
  void resolveAll(Env &env);
  /// Works out a constant, type or function; `use` is where it is needed.
  bool resolve(Entity &entity, const Env &user, ast::Range use);
  /// Null after an error.
  mlir::Type resolveType(const ast::Type &type, Env &env);
  /// The values of a type that is small enough to be enumerated; nothing after
  /// an error. `what` names the thing that ranges over it.
  std::optional<std::vector<Value>> enumerate(mlir::Type type, const Env &env,
                                              ast::Range range,
                                              llvm::StringRef what);
  /// Declares a variable, in scope and IR. Null after an error.
  VarOp addVariable(Env &env, const ast::Decl &decl, const ast::Type &type,
                    const ast::Expr *init, Owner owner);
  ClockOp addClock(Env &env, const ast::Decl &decl);
  void addName(Env &env, ast::Name name, llvm::StringRef irName, NameKind kind,
               mlir::Type type, Owner owner = Owner::State);
  mlir::ArrayAttr getParams(llvm::ArrayRef<ast::Formal> formals, Env &env);
  void addText(Env &env, const ast::TextDecl &decl);
  void addPurpose(Env &env, const ast::PurposeDecl &decl, ExprMode mode);

  //===--------------------------------------------------------------------===//
  // Expressions (Expressions.cpp, Conditions.cpp) and updates (Updates.cpp)
  //===--------------------------------------------------------------------===//

  /// Resolves and expands; null after an error.
  Lowered lower(const ast::Expr &expr, Env &env, const ExprMode &mode);
  /// Infers the type; null after an error.
  mlir::Type inferType(const Lowered &lowered, Env &env, const ExprMode &mode);
  /// Null after an error.
  Expr lowerCondition(const ast::Expr &expr, Env &env, const ExprMode &mode);
  /// The conjunction of several conditions; null if there are none, or after
  /// an error.
  ExprAttr lowerConditions(llvm::ArrayRef<ast::Expr *> conditions, Env &env,
                           const ExprMode &mode);
  /// Reports a clock in the guard of something with an urgent label.
  bool checkUrgentGuard(const ast::Expr &ast, ExprAttr guard, LabelOp label,
                        Env &env);
  /// Works out what is constant and mentions an enumeration that no variable or
  /// parameter in scope has: the IR would not know it.
  Expr foldUnknownEnums(Expr expr, Env &env);
  /// Checks that a value fits a type, and reports if not.
  bool checkType(mlir::Type from, mlir::Type to, const Env &env,
                 ast::Range range, llvm::StringRef what);
  /// A constant expression, as written and as a value. `type` may be null, and
  /// becomes the type that was inferred then. Nothing after an error.
  struct Constant {
    Expr expr;
    Value value;
  };
  std::optional<Constant> lowerConstant(const ast::Expr &expr, Env &env,
                                        mlir::Type &type, llvm::StringRef what);
  std::optional<int64_t> lowerInteger(const ast::Expr &expr, Env &env,
                                      llvm::StringRef what);

  /// Resets first, then assignments. Null if there is nothing to do, or after
  /// an error.
  UpdateAttr lowerUpdate(llvm::ArrayRef<ast::Name> resets,
                         llvm::ArrayRef<ast::Update> updates, Env &env,
                         const ExprMode &mode);
  /// The clock's name; null after an error.
  Expr lowerReset(const ast::Name &name, Env &env);

  //===--------------------------------------------------------------------===//
  // Templates (Templates.cpp)
  //===--------------------------------------------------------------------===//

  /// Binds the parameters of a template in `env`, its body's scope.
  bool bindParams(const ast::ScopeDecl &decl, const Arguments &arguments,
                  Env &env);
  /// Whether every parameter has a default value.
  static bool hasDefaults(const ast::ScopeDecl &decl);
  /// Calls `fn` once for each instance that the declaration stands for, with
  /// its name and the scope of its arguments.
  void
  forEachInstance(const ast::InstanceDecl &decl, Env &env,
                  llvm::function_ref<void(llvm::StringRef name, Env &env)> fn);
  /// Records the use of a template for locations and notes; `env` is the scope
  /// of its arguments.
  const Expansion *makeExpansion(const ast::InstanceDecl &decl, Env &env);

  //===--------------------------------------------------------------------===//
  // Systems
  //===--------------------------------------------------------------------===//

  /// What a system is made from.
  struct SystemSource {
    const ast::ScopeDecl &decl;
    llvm::StringRef name;
    llvm::StringRef doc;
    /// Its body's scope, parameters bound.
    Env &env;
    mlir::Location loc;
  };
  void generateAutomata(const SystemSource &source); // GenAutomata.cpp
  void generateActions(const SystemSource &source);  // GenActions.cpp
  void generateContract(const SystemSource &source); // GenContracts.cpp
  void generateConjunction(const ast::ConjunctionDecl &decl,
                           Env &env); // Conjunction.cpp

  /// The contract of this name, generated if need be. Null after an error. If
  /// `asSymbol`, it is part of the result, so that others can refer to it.
  mlir::Operation *getContract(ast::Name name, Env &env, bool asSymbol);

  mlir::MLIRContext *getContext() const { return context; }
  mlir::OpBuilder &getBuilder() { return builder; }
  ExprContext &getExprs() { return exprs; }
  /// Reports a template that nothing is made from.
  void reportUnused(const Env &env, const ast::Decl &decl);
  /// Reports an observer as reserved.
  void reportObserver(const Env &env, const ast::Decl &decl);

  /// An enumeration may not have the name of a different one in its system.
  EnumType getEnumType(llvm::StringRef name,
                       llvm::ArrayRef<mlir::StringAttr> literals);

private:
  friend class ExprLowering;

  Env &getFileEnv(const SourceFile &file);
  void generate(const ast::Decl &decl, Env &env);
  void generateSystem(const ast::ScopeDecl &decl, llvm::StringRef name,
                      llvm::StringRef doc, const Arguments &arguments,
                      Env &declEnv);
  bool checkSystemParams(const ast::ScopeDecl &decl, Env &env);
  mlir::Operation *generateContractFor(ast::Name name, Entity &entity, Env &env,
                                       bool asSymbol);
  void generateInstance(const ast::InstanceDecl &decl, Env &env);
  bool isGenerated(llvm::StringRef name);

  void bindEnums(llvm::ArrayRef<ast::Decl *> items, Env &env);
  void bindEnum(const ast::Type *type, llvm::StringRef hint, bool isNamed,
                Env &env);
  void bindLiterals(EnumType type, const ast::Type &ast, Env &env);
  bool resolveConst(Entity &entity);
  bool resolveFunction(Entity &entity);
  mlir::Type resolveWritten(const ast::Type &type, Env &env);
  mlir::Type resolveRange(const ast::Type &type, Env &env);
  mlir::Type resolveRecord(const ast::Type &type, Env &env);
  mlir::Type resolveNamed(const ast::Type &type, Env &env);

  /// How large a type is when all that it is made from is written out.
  struct TypeSize {
    unsigned depth = 1;
    /// The values that a value has where there is room for one element.
    uint64_t numParts = 1;
  };
  TypeSize getSize(mlir::Type type);
  mlir::Type reportTooLarge(const ast::Type &type, const Env &env);
  /// The number of nodes when nothing is shared.
  uint64_t getSize(Expr expr);

  bool bindParam(const ast::Param &param, const ast::Expr *argument,
                 Env *argumentEnv, Env &env);
  bool bindValueParam(const ast::Param &param, const ast::Expr *argument,
                      Env *argumentEnv, Env &env);

  mlir::MLIRContext *context;
  const FileLoader &loader;
  ExprContext exprs;
  mlir::OpBuilder builder;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  /// Contracts that the result does not hold, but is made from.
  mlir::OwningOpRef<mlir::ModuleOp> scratch;
  const SourceFile *mainFile = nullptr;
  bool hadErrors = false;
  /// What types and expressions call each other for, and declarations among
  /// that: the stack is finite.
  unsigned depth = 0, numResolving = 0;
  llvm::DenseMap<mlir::Type, TypeSize> typeSizes;
  llvm::DenseMap<Expr, uint64_t> exprSizes;
  llvm::DenseSet<std::pair<const SourceFile *, uint64_t>> reported;
  std::vector<std::unique_ptr<Env>> envs;
  std::vector<std::unique_ptr<Expansion>> expansions;
  llvm::DenseMap<const SourceFile *, Env *> fileEnvs;
  llvm::BumpPtrAllocator arena;
  llvm::DenseMap<const ast::Type *, EnumType> enumTypes;
  llvm::StringMap<EnumType> enumsByName;
  /// Contracts being generated, to tell one that is made from itself.
  llvm::DenseSet<const ast::Decl *> inProgress;
};

} // namespace tioga::sema

#endif // TIOGA_LIB_FRONTEND_SEMA_SEMA_H
