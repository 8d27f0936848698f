//===- Writer.h - Text of the modelling language ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_TARGET_TIOGA_WRITER_H
#define TIOGA_LIB_TARGET_TIOGA_WRITER_H

#include "tioga/Dialect/Tioga/IR/TiogaOps.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace tioga::text {

/// Lines are broken where they would be longer.
constexpr unsigned maxColumns = 100;

/// Legal names for those of the IR, which passes may have made from several:
/// `Machine.x` becomes `Machine_x`.
class NameTable {
public:
  /// Gives names to everything that is declared in a system.
  explicit NameTable(mlir::Operation *system);

  std::string get(llvm::StringRef name) const;
  std::string get(Expr expr);
  std::string get(llvm::ArrayRef<Assignment> update);

private:
  void add(llvm::StringRef name);
  Expr rename(Expr expr);

  llvm::StringMap<std::string> renamed;
  llvm::StringSet<> taken;
  ExprContext exprs;
};

/// Writes lines with indentation, blank lines between groups, and the
/// declarations that the formalisms share.
class Writer {
public:
  Writer(llvm::raw_ostream &os, NameTable &names) : os(os), names(names) {}

  /// Items of one group stand together; a blank line separates groups.
  void startGroup(llvm::StringRef group);
  /// A group of its own.
  void startBlock();
  void line(const llvm::Twine &text);
  void open(const llvm::Twine &head);
  void close();
  void doc(mlir::StringAttr text);
  /// Whether a line of this text would fit.
  bool fits(llvm::StringRef text) const;
  /// `input a, b, c : bool;`, in several lines if there are many.
  void list(llvm::StringRef head, llvm::ArrayRef<std::string> items,
            llvm::StringRef tail);

  std::string name(llvm::StringRef name) const { return names.get(name); }
  std::string expr(ExprAttr attr) { return names.get(attr.getExpr()); }
  std::string update(llvm::ArrayRef<Assignment> assignments) {
    return names.get(assignments);
  }
  /// The type with its legal names.
  std::string type(mlir::Type type) const;
  /// ` stems R1, R2` or nothing.
  std::string stems(mlir::ArrayAttr ids) const;
  /// A requirement's identifier, quoted if need be.
  std::string id(llvm::StringRef id) const;
  /// `(a : bool, b : 0..3)`.
  std::string params(mlir::ArrayAttr params) const;

  /// The enumerations inside a type that were not written yet.
  void enums(mlir::Type type);
  void enumsOf(mlir::Block &block);
  /// Forgets the enumerations of an inner scope.
  size_t markEnums() const { return knownEnums.size(); }
  void forgetEnums(size_t mark) { knownEnums.resize(mark); }

  void var(VarOp op);
  /// Writes the clock at `it` and those without text after it. Returns what
  /// comes after them.
  mlir::Block::iterator clocks(mlir::Block::iterator it,
                               mlir::Block::iterator end);
  void purpose(PurposeOp op);
  void text(TextOp op);

private:
  llvm::raw_ostream &os;
  NameTable &names;
  unsigned indent = 0;
  /// The group written last, one for each open brace.
  llvm::SmallVector<std::string> groups = {""};
  llvm::SmallVector<EnumType> knownEnums;
};

/// One for each formalism; each reports what cannot be written.
llvm::LogicalResult writeNetwork(mlir::Operation *op, Writer &writer);
llvm::LogicalResult writeActions(mlir::Operation *op, Writer &writer);
llvm::LogicalResult writeContract(mlir::Operation *op, Writer &writer);

} // namespace tioga::text

#endif // TIOGA_LIB_TARGET_TIOGA_WRITER_H
