//===- Syntax.h - Declarations of TChecker files ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file is a list of declarations, one a line: a keyword, fields separated by
// colons, and attributes in braces. The values of attributes are texts here;
// Program.h reads those that are expressions and statements.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_FRONTEND_TCHECKER_SYNTAX_H
#define TIOGA_LIB_FRONTEND_TCHECKER_SYNTAX_H

#include "../Sema/SourceFile.h"
#include <vector>

namespace tioga::tchecker {

/// A piece of the file, with its place.
struct Text {
  llvm::StringRef text;
  ast::Range range;
};

struct Attribute {
  Text key;
  /// Trimmed; may be empty.
  Text value;
};

enum class DeclKind : uint8_t {
  System,
  Clock,
  Int,
  Process,
  Event,
  Location,
  Edge,
  Sync
};

struct SyncMember {
  Text process, event;
  bool weak;
};

struct Declaration {
  DeclKind kind;
  ast::Range range;
  /// What stands between the colons, but for synchronisations.
  llvm::SmallVector<Text, 5> fields;
  llvm::SmallVector<SyncMember, 4> members;
  llvm::SmallVector<Attribute, 3> attributes;
  /// The comments before it and behind it, without `#`.
  std::string doc;
};

struct File {
  std::vector<Declaration> declarations;
  /// Comments after the last declaration.
  std::string trailing;
  /// Comments that begin with `tioga:`, without that.
  std::vector<Text> annotations;
};

/// Reads the declarations of a file. Reports all errors; returns false if there
/// was one.
bool parseFile(const sema::SourceFile &source, File &file);

} // namespace tioga::tchecker

#endif // TIOGA_LIB_FRONTEND_TCHECKER_SYNTAX_H
