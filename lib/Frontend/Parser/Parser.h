//===- Parser.h - From text to syntax tree ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The wall around ANTLR: no ANTLR type and no exception passes it.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_FRONTEND_PARSER_PARSER_H
#define TIOGA_LIB_FRONTEND_PARSER_PARSER_H

#include "../AST.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"

namespace tioga::parser {

/// Receives a range of the text and a message in lower case.
using ErrorHandler =
    llvm::function_ref<void(ast::Range range, const llvm::Twine &message)>;

/// Parses a whole file. Reports every syntax error it can recover from (it
/// resynchronises at `;` or the closing brace of an item) and returns the
/// declarations that could be read; null only if the text as a whole is refused
/// (malformed UTF-8, nesting too deep). The caller counts the errors.
///
/// `text` must outlive the result.
std::unique_ptr<ast::File> parseFile(llvm::StringRef text,
                                     ErrorHandler onError);

/// Parses a single expression (`--goal`), to the end of the text. The
/// expression lives in `file.arena`. Null after an error.
ast::Expr *parseExpression(llvm::StringRef text, ast::File &file,
                           ErrorHandler onError);

enum class TokenKind : uint8_t {
  Word, ///< keywords, identifiers, numbers
  String,
  Symbol,   ///< operators and punctuation
  Comment,  ///< `// ...` or `/* ... */`, doc comments included
  Newlines, ///< white space with two or more line ends: a blank line
  Space,    ///< any other white space
  Unknown
};

/// What a token is to the declaration that it stands in, as far as layout is
/// concerned.
enum class TokenRole : uint8_t {
  Other,
  Scope,      ///< a brace around the items of a system, automaton, ...
  Statements, ///< a brace around parts that end with `;`
  List,       ///< a brace or comma of `enum { A, B }`
  Braces,     ///< a brace of an expression
  Clause,     ///< `when`, `reset` and the like
  Contract,   ///< `assume`, `guarantee`
  Statement,  ///< `then`, `or`, `orelse` between statements
  Grouping,   ///< a parenthesis around statements
  Operator,   ///< an infix operator
  Prefix,     ///< an operator before its operand
  Mark,       ///< `?` and `!` behind a label
  Caption,    ///< the colon of `edge e: ...`
  Definition, ///< the `=` before a value or type
  Name        ///< an identifier
};

struct Token {
  TokenKind kind;
  ast::Range range;
  /// For white space: the number of line ends in it.
  unsigned newlines;
  /// Only set by `annotate`.
  TokenRole role = TokenRole::Other;
  bool startsItem = false;
};

/// Cuts the text into tokens, comments and white space included; they cover the
/// text without gaps. Returns false on malformed UTF-8.
bool tokenize(llvm::StringRef text, llvm::SmallVectorImpl<Token> &tokens);

/// The same for a text without syntax errors, with the roles of the tokens.
/// Returns false after reporting errors.
bool annotate(llvm::StringRef text, llvm::SmallVectorImpl<Token> &tokens,
              ErrorHandler onError);

} // namespace tioga::parser

#endif // TIOGA_LIB_FRONTEND_PARSER_PARSER_H
