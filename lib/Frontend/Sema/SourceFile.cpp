//===- SourceFile.cpp - Files and source locations --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceFile.h"
#include "../Parser/Parser.h"
#include "tioga/Dialect/Tioga/IR/TiogaOps.h"
#include "tioga/Support/ReadFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace tioga;
using namespace tioga::sema;

SourceFile::SourceFile(StringRef path, StringRef text, MLIRContext *context)
    : context(context), path(path), text(text),
      pathAttr(StringAttr::get(context, path)) {
  lineStarts.push_back(0);
  for (size_t i = 0, e = text.size(); i < e; ++i)
    if (text[i] == '\n')
      lineStarts.push_back(i + 1);
}

std::pair<unsigned, unsigned>
SourceFile::getLineAndColumn(unsigned offset) const {
  auto next = llvm::upper_bound(lineStarts, offset);
  unsigned line = next - lineStarts.begin();
  return {line, offset - lineStarts[line - 1] + 1};
}

Location SourceFile::getLoc(ast::Range range) const {
  auto [line, column] = getLineAndColumn(range.begin);
  auto [endLine, endColumn] = getLineAndColumn(range.end);
  Location begin = FileLineColLoc::get(pathAttr, line, column);
  return FusedLoc::get(context, {begin},
                       RangeEndAttr::get(context, endLine, endColumn));
}

const SourceFile *FileLoader::loadMain() {
  const llvm::MemoryBuffer *buffer =
      sourceMgr.getMemoryBuffer(sourceMgr.getMainFileID());
  SourceFile *main = parse(buffer->getBufferIdentifier(), buffer->getBuffer());
  if (!main)
    return nullptr;
  if (main->getDecls().empty() && !errors) {
    main->emitError({0, 0}) << "the file is empty: expected a system, action "
                               "system, contract or declaration";
    errors = true;
    return nullptr;
  }
  SmallString<128> real;
  if (!llvm::sys::fs::real_path(main->getPath(), real))
    byPath[real] = main;
  chain.push_back(std::string(real));
  loadImports(*main);
  return main;
}

SourceFile *FileLoader::parse(StringRef path, StringRef text) {
  files.push_back(std::make_unique<SourceFile>(path, text, context));
  SourceFile &file = *files.back();
  file.ast = parser::parseFile(
      text, [&](ast::Range range, const llvm::Twine &message) {
        file.emitError(range) << message;
        errors = true;
      });
  incomplete |= !file.ast || file.ast->isIncomplete;
  if (file.ast)
    lostWords.insert(file.ast->lostWords.keys().begin(),
                     file.ast->lostWords.keys().end());
  return file.ast ? &file : nullptr;
}

void FileLoader::loadImports(SourceFile &file) {
  for (ast::Decl *decl : file.getDecls()) {
    if (decl->kind != ast::DeclKind::Import)
      continue;
    if (const SourceFile *imported =
            import(file, *static_cast<ast::ImportDecl *>(decl)))
      file.imports.push_back(imported);
    else
      errors = incomplete = true;
  }
}

const SourceFile *FileLoader::import(SourceFile &from,
                                     const ast::ImportDecl &decl) {
  SmallString<128> path(llvm::sys::path::parent_path(from.getPath()));
  llvm::sys::path::append(path, decl.path);
  SmallString<128> real;
  if (std::error_code error = llvm::sys::fs::real_path(path, real)) {
    from.emitError(decl.pathRange)
        << "cannot import '" << decl.path << "': " << error.message();
    return nullptr;
  }
  if (llvm::is_contained(chain, real)) {
    from.emitError(decl.pathRange)
        << "import of '" << decl.path << "' is cyclic";
    return nullptr;
  }
  // Null if it was refused; then that has been reported.
  if (auto known = byPath.find(real); known != byPath.end())
    return known->second;
  auto buffer = readFile(path, options.maxFileSize);
  if (!buffer) {
    std::error_code error = buffer.getError();
    InFlightDiagnostic diagnostic = from.emitError(decl.pathRange)
                                    << "cannot import '" << decl.path << "': ";
    if (error == std::errc::file_too_large)
      diagnostic << "it has more than " << options.maxFileSize << " bytes";
    else
      diagnostic << error.message();
    return nullptr;
  }
  StringRef text = (*buffer)->getBuffer();
  sourceMgr.AddNewSourceBuffer(std::move(*buffer), SMLoc());
  SourceFile *file = parse(path, text);
  byPath[real] = file;
  if (!file)
    return nullptr;
  chain.push_back(std::string(real));
  loadImports(*file);
  chain.pop_back();
  return file;
}
