//===- Mutant.h - Models with a fault, as lists of edits --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A mutant is not a model but the few edits that make one out of the original.
// Engines read it as an overlay (Overlay.h); it becomes IR only to be written
// out or to be run through passes.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_MUTATION_MUTANT_H
#define TIOGA_MUTATION_MUTANT_H

#include "tioga/Dialect/Contract/IR/ContractOps.h"
#include "tioga/Dialect/TA/IR/TAOps.h"
#include "tioga/Expr/Update.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include <variant>
#include <vector>

namespace tioga {

/// A reference to a symbol, as the target of an edge.
struct SymbolText {
  llvm::StringRef name;
};

/// A list of names, as the clocks that an action resets.
using NameList = llvm::SmallVector<llvm::StringRef, 2>;

/// What an attribute becomes. `std::monostate` removes it; `true` and `false`
/// set and remove a unit attribute; a StringRef is a string attribute.
using EditValue =
    std::variant<std::monostate, bool, Expr, Update, llvm::StringRef,
                 SymbolText, ta::Direction, NameList>;

/// One attribute of an operation that is inserted.
struct NewAttribute {
  llvm::StringRef name;
  EditValue value;
};

/// One change to the model.
struct Edit {
  enum class Kind : uint8_t {
    Replace, ///< an attribute, or one occurrence inside an expression
    Erase,   ///< an operation
    Insert   ///< a new operation after `op`
  };
  Kind kind = Kind::Replace;
  mlir::Operation *op = nullptr;
  /// Replace: which attribute.
  llvm::StringRef attribute;
  /// Replace: the operand path of the occurrence inside an expression; empty if
  /// all of it is replaced.
  llvm::SmallVector<unsigned, 4> path;
  EditValue value;
  /// Insert: the name of the operation and its attributes.
  llvm::StringRef opName;
  std::vector<NewAttribute> attributes;

  static Edit replace(mlir::Operation *op, llvm::StringRef attribute,
                      EditValue value, llvm::ArrayRef<unsigned> path = {});
  static Edit erase(mlir::Operation *op);
  static Edit insert(mlir::Operation *after, llvm::StringRef opName,
                     llvm::ArrayRef<NewAttribute> attributes);
};

struct Operator;

/// A model with one fault (or two, for mutants of second order).
struct Mutant {
  /// `operator/automaton/element/occurrence/variant` (of an action system, its
  /// own name stands for the automaton's), the same for as long as
  /// these parts of the model keep their names; joined by `+` for the second
  /// order.
  std::string id;
  const Operator *op = nullptr;
  /// What was done, in one line.
  std::string description;
  /// The element that is changed first.
  mlir::Operation *element = nullptr;
  std::vector<Edit> edits;
  /// Mutants of the instances of one template that change the same place of the
  /// text in the same way have the same group.
  unsigned group = 0;

  /// The source range of the element.
  mlir::Location getLoc() const { return element->getLoc(); }
};

/// The mutants of one system and the expressions they mention.
class MutantSet {
public:
  explicit MutantSet(mlir::Operation *system)
      : system(system), context(std::make_unique<ExprContext>()) {}

  /// The operation that is mutated: a `ta.network`, an `action.system` or a
  /// `contract.interface`.
  mlir::Operation *getSystem() const { return system; }
  ExprContext &getExprContext() { return *context; }
  std::vector<Mutant> mutants;
  /// How many different values `Mutant::group` has.
  unsigned numGroups = 0;

  /// Null if there is none.
  const Mutant *lookup(llvm::StringRef id) const;

private:
  mlir::Operation *system;
  std::unique_ptr<ExprContext> context;
};

/// How elements are called in ids: locations by name, edges by name or, if they
/// have none, by source, label and target (`L0-close-L1`, the second such edge
/// `L0-close-L1.2`), contracts by the id of their requirement.
class ElementNames {
public:
  explicit ElementNames(ta::NetworkOp network);
  explicit ElementNames(contract::InterfaceOp interface);
  llvm::StringRef lookup(mlir::Operation *op) const;

private:
  /// Numbers what has the name of something before it.
  void add(mlir::Operation *op, std::string name,
           llvm::StringMap<unsigned> &used);

  llvm::DenseMap<mlir::Operation *, std::string> names;
};

/// Applies the edits of a mutant to a copy of the system it belongs to, put
/// behind `system` in the same block under the name `name`. The copy is not
/// verified.
mlir::Operation *materialize(const Mutant &mutant, mlir::Operation *system,
                             llvm::StringRef name);

} // namespace tioga

#endif // TIOGA_MUTATION_MUTANT_H
