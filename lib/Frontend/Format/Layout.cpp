//===- Layout.cpp - Tokens to lines -----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout.h"
#include "llvm/ADT/STLExtras.h"

using namespace tioga::format;
using tioga::parser::TokenKind;
using tioga::parser::TokenRole;

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

std::string Layout::run() {
  layOutBody(0, pieces.size(), 0, Separator::Item);
  return std::move(out);
}

/// The end of the item without the comments behind it.
size_t Layout::findItemEnd(size_t begin, size_t end,
                           Separator separator) const {
  size_t last = begin + 1;
  for (size_t i = begin; i < end; ++i) {
    const Piece &piece = pieces[i];
    if (piece.isComment())
      continue;
    if (separator == Separator::Item && i > begin && piece.startsItem)
      break;
    if (piece.isOpening())
      i = piece.match;
    last = i + 1;
    if ((separator == Separator::Semicolon && piece.is(";")) ||
        (separator == Separator::Comma && piece.is(",")))
      break;
  }
  return last;
}

/// Whether an item has a body that stands on lines of its own.
bool Layout::isScopeItem(size_t begin, size_t end) const {
  for (size_t i = begin; i < end; ++i)
    if (pieces[i].opensScope())
      return pieces[i].match > i + 1;
    else if (i > begin && pieces[i].startsItem)
      return false;
  return false;
}

/// Adds the comments that stand behind what has just been written.
void Layout::addTrailingComments(size_t &index, size_t end) {
  while (index < end && pieces[index].isComment() &&
         pieces[index].newlines == 0) {
    out += " " + pieces[index].text.str();
    if (pieces[index++].isLineComment())
      return;
  }
}

void Layout::layOutBody(size_t begin, size_t end, size_t indent,
                        Separator separator) {
  size_t i = begin;
  if (begin > 0) {
    addTrailingComments(i, end);
    out += "\n";
  }
  bool isFirst = true, afterItem = false, afterScope = false;
  while (i < end) {
    size_t start = i;
    while (start < end && pieces[start].isComment())
      ++start;
    bool isScope = separator == Separator::Item && isScopeItem(start, end);
    // Scopes are set apart from what is before and behind them.
    bool setApart = afterItem && start < end && (isScope || afterScope);
    if (!isFirst && (pieces[i].newlines >= 2 || setApart))
      out += "\n";
    isFirst = false;
    if (pieces[i].isComment()) {
      out.append(indent, ' ');
      out += pieces[i++].text.str() + "\n";
      afterItem = false;
      continue;
    }
    size_t itemEnd = findItemEnd(i, end, separator);
    layOutItem(i, itemEnd, indent);
    i = itemEnd;
    addTrailingComments(i, end);
    out += "\n";
    afterItem = true;
    afterScope = isScope;
  }
}

//===----------------------------------------------------------------------===//
// Items
//===----------------------------------------------------------------------===//

/// Whether the line must end before a piece: because the author ended it where
/// that may be done, or because of a comment.
bool Layout::mustBreak(const Item &item, size_t index) const {
  const Piece &before = pieces[index - 1], &piece = pieces[index];
  if (before.isLineComment())
    return true;
  if (item.breaksContracts && piece.role == TokenRole::Contract)
    return true;
  if (piece.newlines == 0)
    return false;
  return piece.isComment() || before.isComment() ||
         getBreak(before, piece, item.getDepth(index));
}

bool Layout::endsLine(const Item &item, size_t index) const {
  return mustBreak(item, index) || isOpen[index - 1];
}

bool Layout::startsClause(const Item &item, size_t index) const {
  std::optional<Break> place =
      getBreak(pieces[index - 1], pieces[index], item.getDepth(index));
  return place && place->kind == Break::Clause;
}

/// Opens the groups that the author opened, and those that cannot be closed.
void Layout::openGroups(const Item &item) {
  for (size_t i = item.begin; i < item.end; ++i) {
    const Piece &piece = pieces[i];
    if (!piece.opensGroup() && !piece.opensScope())
      continue;
    bool mayClose = !piece.opensScope() && pieces[i + 1].newlines == 0;
    for (size_t k = i + 1; k < piece.match && mayClose; ++k)
      mayClose = !pieces[k].isComment() && !mustBreak(item, k);
    isOpen[i] = !mayClose && piece.match > i + 1;
    if (isOpen[i])
      i = piece.match;
  }
}

void Layout::prepare(Item &item) {
  unsigned depth = 0;
  for (size_t i = item.begin; i < item.end; ++i) {
    depth -= pieces[i].isClosing();
    item.depths.push_back(depth);
    depth += pieces[i].isOpening();
  }
  openGroups(item);
  bool hasContracts = false, hasBreaks = false;
  for (size_t i = item.begin + 1; i < item.end; ++i) {
    hasContracts |= pieces[i].role == TokenRole::Contract;
    hasBreaks |= endsLine(item, i);
    if (isOpen[i])
      i = pieces[i].match;
  }
  item.breaksContracts =
      hasContracts &&
      (hasBreaks || item.indent + getWidth(item.begin, item.end) > width);
  item.clauseIndent = item.indent;
}

/// The width of pieces in one line, up to a little more than what matters.
size_t Layout::getWidth(size_t begin, size_t end) const {
  size_t result = 0;
  for (size_t i = begin; i < end && result <= width; ++i) {
    if (i > begin)
      result += needsSpace(pieces[i - 1], pieces[i]);
    result += pieces[i].text.size();
  }
  return result;
}

bool Layout::openGroupsBetween(size_t begin, size_t end) {
  // Several statements are better kept short and set below each other.
  for (size_t i = begin + 1; i < end; ++i)
    if (pieces[i].role == TokenRole::Statement ||
        pieces[i].role == TokenRole::Grouping)
      return false;
  bool changed = false;
  for (size_t i = begin; i < end; ++i)
    if (pieces[i].opensGroup() && !isOpen[i] && pieces[i].match > i + 1) {
      isOpen[i] = true;
      changed = true;
      i = pieces[i].match;
    }
  return changed;
}

/// The best place to end a line that begins at `column`; `end` if there is
/// none, or no need.
size_t Layout::findBreak(const Item &item, size_t begin, size_t end,
                         size_t column) const {
  size_t best = end;
  unsigned bestRank = 0;
  for (size_t i = begin; i < end; ++i) {
    if (i > begin) {
      std::optional<Break> place =
          getBreak(pieces[i - 1], pieces[i], item.getDepth(i));
      bool fits = column <= width;
      if (place && (best == end || (fits && place->rank <= bestRank))) {
        best = i;
        bestRank = place->rank;
      }
      if (!fits && best != end)
        return best;
      column += needsSpace(pieces[i - 1], pieces[i]);
    }
    column += pieces[i].text.size();
  }
  return column <= width ? end : best;
}

/// Where a line that begins with the piece is indented to.
size_t Layout::getIndent(const Item &item, size_t index) const {
  const Piece &before = pieces[index - 1], &piece = pieces[index];
  if (before.kind == TokenKind::String && piece.kind == TokenKind::String)
    return item.stringColumn;
  std::optional<Break> place = getBreak(before, piece, item.getDepth(index));
  if (place && place->kind == Break::Clause)
    return item.indent + 2;
  return item.clauseIndent + 2 + 2 * item.getDepth(index);
}

void Layout::addLine(Item &item, size_t begin, size_t end, size_t indent) {
  out.append(indent, ' ');
  size_t lineBegin = out.size() - indent;
  for (size_t i = begin; i < end; ++i) {
    const Piece &piece = pieces[i];
    if (i > begin && needsSpace(pieces[i - 1], piece))
      out += ' ';
    if (piece.kind == TokenKind::String && item.stringColumn == 0)
      item.stringColumn = out.size() - lineBegin;
    if (piece.role == TokenRole::Clause || piece.role == TokenRole::Contract ||
        piece.role == TokenRole::Statement)
      item.clauseIndent = i == begin ? indent : item.indent;
    out += piece.text;
  }
}

void Layout::layOutGroup(size_t open, size_t indent) {
  const Piece &piece = pieces[open];
  Separator separator = piece.opensScope()              ? Separator::Item
                        : piece.role == TokenRole::List ? Separator::Comma
                                                        : Separator::Semicolon;
  layOutBody(open + 1, piece.match, indent + 2, separator);
}

void Layout::layOutItem(size_t begin, size_t end, size_t indent) {
  Item item;
  item.begin = begin;
  item.end = end;
  item.indent = indent;
  prepare(item);
  size_t lineIndent = indent;
  // A clause that needs several lines shares none of them with the next.
  bool isContinued = false;
  for (size_t i = begin; i < end;) {
    size_t lineEnd = i + 1;
    while (lineEnd < end && !endsLine(item, lineEnd) &&
           !(isContinued && startsClause(item, lineEnd)))
      ++lineEnd;
    bool fits = lineIndent + getWidth(i, lineEnd) <= width;
    if (!fits && openGroupsBetween(i, lineEnd))
      continue;
    size_t next = fits ? lineEnd : findBreak(item, i, lineEnd, lineIndent);
    if (!fits && lineIndent + getWidth(i, next) > width &&
        openGroupsBetween(i, next))
      continue;
    addLine(item, i, next, lineIndent);
    if (isOpen[next - 1]) {
      layOutGroup(next - 1, indent);
      next = pieces[next - 1].match;
      lineIndent = indent;
      isContinued = false;
    } else if (next < end) {
      lineIndent = getIndent(item, next);
      isContinued = !startsClause(item, next);
      out += '\n';
    }
    i = next;
  }
}
