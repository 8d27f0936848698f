//===- Scope.h - Names of a UPPAAL model ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_FRONTEND_UPPAAL_SCOPE_H
#define TIOGA_LIB_FRONTEND_UPPAAL_SCOPE_H

#include "AST.h"
#include "tioga/Expr/Expr.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

namespace tioga::uppaal {

struct DataType {
  enum Kind : uint8_t { Bool, Int, Clock, Chan, Array, Struct, Void };
  Kind kind = Int;
  /// Int.
  int64_t low = 0, high = 0;
  /// Chan.
  bool isUrgent = false, isBroadcast = false;
  /// Array: the first index, and the number of elements.
  const DataType *element = nullptr;
  int64_t indexLow = 0, size = 0;
  /// Struct.
  std::vector<std::pair<std::string, const DataType *>> fields;

  bool isArithmetic() const { return kind == Bool || kind == Int; }
  /// What is at the bottom of an array of arrays.
  const DataType &getBase() const {
    return kind == Array ? element->getBase() : *this;
  }
  const DataType *getField(llvm::StringRef name) const {
    for (const auto &[field, type] : fields)
      if (field == name)
        return type;
    return nullptr;
  }
};

/// Types have the same values and operations.
bool isSame(const DataType &a, const DataType &b);

class NameScope;
struct Symbol;

/// A step into an array or a structure.
struct Access {
  /// Counted from zero; null for a field.
  Expr index;
  std::string field;
};

/// Something that has a value and can be given another: a variable or a part
/// of one.
struct Place {
  const Symbol *root = nullptr;
  llvm::SmallVector<Access, 2> path;
  const DataType *type = nullptr;
  /// Clocks and channels in arrays are names of their own: what is added to
  /// the name of the array.
  std::string suffix;
};

/// A value with what is known about it.
struct Operand {
  Expr expr;
  const DataType *type = nullptr;
  /// The least and greatest value of an integer.
  int64_t low = 0, high = 0;
  explicit operator bool() const { return type != nullptr; }
};

struct Symbol {
  enum Kind : uint8_t {
    Variable, ///< `value` is its name in the IR
    Constant, ///< `value` is a literal
    Local,    ///< of a function: its value is in the state
    Clock,    ///< `irName` is the name, for arrays the beginning of the names
    Channel,
    Alias, ///< a reference parameter that stands for `place`
    TypeName,
    Function,
    Template,
    Process ///< an automaton of the network, or a family of them
  };
  Kind kind = Variable;
  std::string name;
  Range range;
  const DataType *type = nullptr;
  Operand value;
  std::string irName;
  Place place;
  bool isConst = false;
  const Decl *decl = nullptr;
  const TemplateNode *templ = nullptr;
  /// Function: where it is declared.
  NameScope *scope = nullptr;
};

class NameScope {
public:
  explicit NameScope(NameScope *parent = nullptr) : parent(parent) {}
  NameScope *getParent() const { return parent; }
  const Symbol *lookup(llvm::StringRef name) const {
    for (const NameScope *scope = this; scope; scope = scope->parent)
      if (const Symbol *symbol = scope->lookupLocal(name))
        return symbol;
    return nullptr;
  }
  const Symbol *lookupLocal(llvm::StringRef name) const {
    return symbols.lookup(name);
  }
  void add(const Symbol *symbol) { symbols[symbol->name] = symbol; }
  const llvm::StringMap<const Symbol *> &getSymbols() const { return symbols; }

private:
  NameScope *parent;
  llvm::StringMap<const Symbol *> symbols;
};

} // namespace tioga::uppaal

#endif // TIOGA_LIB_FRONTEND_UPPAAL_SCOPE_H
