//===- DocComment.cpp - Text for readers ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Builder.h"
#include "TiogaLexer.h"
#include "llvm/ADT/StringExtras.h"

using namespace tioga::parser;
using llvm::StringRef;

/// Takes the marks of one `///` or `/** ... */` away and adds its lines.
static void addLines(StringRef comment,
                     llvm::SmallVectorImpl<StringRef> &lines) {
  if (comment.consume_front("///")) {
    comment.consume_front(" ");
    lines.push_back(comment.rtrim());
    return;
  }
  comment = comment.drop_front(3).drop_back(2);
  bool first = true;
  while (true) {
    auto [line, rest] = comment.split('\n');
    line = line.rtrim();
    // Most writers begin the further lines with a star.
    StringRef trimmed = line.ltrim();
    if (first || trimmed.consume_front("*"))
      line = trimmed;
    line.consume_front(" ");
    lines.push_back(line);
    if (rest.empty())
      break;
    comment = rest;
    first = false;
  }
  while (!lines.empty() && lines.back().trim().empty())
    lines.pop_back();
}

/// Doc comments right before a declaration belong to it, with other comments
/// between them or not; a blank line or another token ends the search. One that
/// stands behind a token, on its line, is no doc comment of what follows.
StringRef Builder::docBefore(const SourceToken &token) {
  llvm::SmallVector<const RawToken *, 8> comments;
  bool startsLine = true;
  for (size_t i = token.getRawIndex(); i-- > 0;) {
    const RawToken &each = raw[i];
    size_t newlines = text.slice(each.begin, each.end).count('\n');
    bool isSpace = each.type == TiogaLexer::SPACE;
    if (isSpace && newlines >= 2)
      break;
    if (each.type == TiogaLexer::DOC_COMMENT) {
      comments.push_back(&each);
      startsLine = false;
    } else if (isSpace) {
      startsLine |= newlines == 1;
    } else if (each.type != TiogaLexer::LINE_COMMENT &&
               each.type != TiogaLexer::BLOCK_COMMENT) {
      if (!startsLine)
        comments.pop_back();
      break;
    }
  }
  if (comments.empty())
    return {};
  llvm::SmallVector<StringRef, 8> lines;
  for (const RawToken *each : llvm::reverse(comments))
    addLines(text.slice(each->begin, each->end), lines);
  return save(llvm::join(lines, "\n"));
}
