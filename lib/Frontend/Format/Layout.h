//===- Layout.h - Tokens to lines -------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_FRONTEND_FORMAT_LAYOUT_H
#define TIOGA_LIB_FRONTEND_FORMAT_LAYOUT_H

#include "../Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include <optional>
#include <string>
#include <vector>

namespace tioga::format {

/// A token or comment with what was before it.
struct Piece {
  llvm::StringRef text;
  parser::TokenKind kind;
  parser::TokenRole role;
  bool startsItem;
  /// Line ends between the piece before and this one.
  unsigned newlines;
  /// For a bracket: the place of the other one.
  size_t match;
  /// The dot between two numbers, which must not become a decimal point.
  bool isApart = false;

  bool is(llvm::StringRef spelling) const { return text == spelling; }
  bool isNumber() const {
    return kind == parser::TokenKind::Word && llvm::isDigit(text[0]);
  }
  bool isComment() const { return kind == parser::TokenKind::Comment; }
  bool isLineComment() const { return isComment() && text.starts_with("//"); }
  bool isOpening() const {
    return kind == parser::TokenKind::Symbol && (is("(") || is("[") || is("{"));
  }
  bool isClosing() const {
    return kind == parser::TokenKind::Symbol && (is(")") || is("]") || is("}"));
  }
  /// A brace whose contents may stand on lines of their own.
  bool opensGroup() const {
    return is("{") && (role == parser::TokenRole::Statements ||
                       role == parser::TokenRole::List);
  }
  bool opensScope() const {
    return is("{") && role == parser::TokenRole::Scope;
  }
};

/// Whether a space stands between two pieces of a line.
bool needsSpace(const Piece &before, const Piece &piece);

/// A place where a line may end. The lower the rank, the better the place.
struct Break {
  enum Kind {
    Clause,   ///< indented once
    Continued ///< indented once more than the clause, and for each bracket
  };
  Kind kind;
  unsigned rank;
};

/// Whether the line may end between two pieces inside of `depth` brackets.
std::optional<Break> getBreak(const Piece &before, const Piece &piece,
                              unsigned depth);

/// Lays out a file, from the outside to the inside.
class Layout {
public:
  explicit Layout(const std::vector<Piece> &pieces)
      : pieces(pieces), isOpen(pieces.size(), false) {}

  std::string run();

private:
  static constexpr size_t width = 100;

  /// What ends a part of a body.
  enum class Separator { Item, Semicolon, Comma };
  void layOutBody(size_t begin, size_t end, size_t indent, Separator separator);
  void addTrailingComments(size_t &index, size_t end);
  size_t findItemEnd(size_t begin, size_t end, Separator separator) const;
  bool isScopeItem(size_t begin, size_t end) const;

  /// One declaration, statement or element of a list.
  struct Item {
    size_t begin;
    size_t end;
    size_t indent;
    /// Open brackets before each piece.
    std::vector<unsigned> depths;
    /// Whether `assume` and `guarantee` stand on lines of their own.
    bool breaksContracts = false;
    /// Where the line with the current clause begins.
    size_t clauseIndent = 0;
    /// Where further strings of a text are aligned; zero before the first.
    size_t stringColumn = 0;

    unsigned getDepth(size_t index) const { return depths[index - begin]; }
  };
  void layOutItem(size_t begin, size_t end, size_t indent);
  void prepare(Item &item);
  void openGroups(const Item &item);
  bool mustBreak(const Item &item, size_t index) const;
  bool endsLine(const Item &item, size_t index) const;
  bool startsClause(const Item &item, size_t index) const;
  /// Opens the groups of a part that does not fit into a line.
  bool openGroupsBetween(size_t begin, size_t end);
  size_t findBreak(const Item &item, size_t begin, size_t end,
                   size_t column) const;
  size_t getIndent(const Item &item, size_t index) const;
  size_t getWidth(size_t begin, size_t end) const;
  void addLine(Item &item, size_t begin, size_t end, size_t indent);
  void layOutGroup(size_t open, size_t indent);

  const std::vector<Piece> &pieces;
  /// Of a brace: whether its contents stand on lines of their own.
  std::vector<bool> isOpen;
  std::string out;
};

} // namespace tioga::format

#endif // TIOGA_LIB_FRONTEND_FORMAT_LAYOUT_H
