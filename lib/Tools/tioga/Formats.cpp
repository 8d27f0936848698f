//===- Formats.cpp - The formats that models come in ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Formats.h"
#include "VerifyEcdar.h"
#include "mlir/Parser/Parser.h"
#include "tioga/Frontend/ImportLTS.h"
#include "tioga/Frontend/ImportTChecker.h"
#include "tioga/Frontend/ImportTable.h"
#include "tioga/Frontend/ImportUppaal.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace tioga;
using Module = mlir::OwningOpRef<mlir::ModuleOp>;

llvm::StringRef ModelFile::getEnding() const {
  return llvm::sys::path::extension(path);
}

llvm::StringRef ModelFile::getXMLRoot() const {
  llvm::StringRef rest = text;
  rest.consume_front("\xef\xbb\xbf");
  for (rest = rest.ltrim(); rest.consume_front("<"); rest = rest.ltrim()) {
    if (rest.consume_front("!--")) {
      rest = rest.substr(rest.find("-->")).drop_front(3);
    } else if (rest.starts_with("?") || rest.starts_with("!")) {
      // The declaration, or the document type, whose subset may hold more.
      size_t end = rest.find_first_of(">[");
      if (end != llvm::StringRef::npos && rest[end] == '[')
        end = rest.find('>', rest.find("]", end));
      rest = rest.substr(end).drop_front(1);
    } else {
      return rest.take_while(
          [](char c) { return llvm::isAlnum(c) || c == '_' || c == '-'; });
    }
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Our own
//===----------------------------------------------------------------------===//

static bool isIR(const ModelFile &file) {
  llvm::StringRef ending = file.getEnding();
  return ending == ".mlir" || ending == ".mlirbc" ||
         file.text.starts_with("ML\xefR");
}

static Module importIR(const ModelFile &, llvm::SourceMgr &sourceMgr,
                       mlir::MLIRContext *context, const ImportOptions &) {
  return mlir::parseSourceFile<mlir::ModuleOp>(sourceMgr,
                                               mlir::ParserConfig(context));
}

static bool isTable(const ModelFile &file) {
  return file.getEnding() == ".csv" && !file.isDirectory;
}

static Module importCSV(const ModelFile &, llvm::SourceMgr &sourceMgr,
                        mlir::MLIRContext *context,
                        const ImportOptions &options) {
  return importTable(sourceMgr, context, options);
}

/// What nothing else wants: then the errors are about our own language.
static bool isTioga(const ModelFile &file) { return !file.isDirectory; }

static Module importText(const ModelFile &, llvm::SourceMgr &sourceMgr,
                         mlir::MLIRContext *context,
                         const ImportOptions &options) {
  return importTioga(sourceMgr, context, options);
}

/// A directory that nothing wants.
static bool isAnything(const ModelFile &) { return true; }

static Module rejectDirectory(const ModelFile &file, llvm::SourceMgr &,
                              mlir::MLIRContext *context,
                              const ImportOptions &) {
  mlir::emitError(mlir::FileLineColLoc::get(context, file.path, 1, 1),
                  "cannot read '")
      << file.path << "': it is a directory, and not one of a known format";
  return nullptr;
}

//===----------------------------------------------------------------------===//
// UPPAAL
//===----------------------------------------------------------------------===//

static bool isUppaal(const ModelFile &file) {
  return file.getXMLRoot() == "nta" || file.getEnding() == ".xta" ||
         file.getEnding() == ".ta";
}

static Module importUppaalFile(const ModelFile &, llvm::SourceMgr &sourceMgr,
                               mlir::MLIRContext *context,
                               const ImportOptions &options) {
  return importUppaal(sourceMgr, context, options);
}

//===----------------------------------------------------------------------===//
// Ecdar
//===----------------------------------------------------------------------===//

static bool isEcdarProject(const ModelFile &file) {
  return file.isDirectory && isEcdarDirectory(file.path);
}

static Module importEcdarProject(const ModelFile &file,
                                 llvm::SourceMgr &sourceMgr,
                                 mlir::MLIRContext *context,
                                 const ImportOptions &options) {
  return std::move(
      importEcdarDirectory(file.path, sourceMgr, context, options).module);
}

static bool isEcdarDocument(const ModelFile &file) {
  return file.getXMLRoot() == "nta" && isEcdarXML(file.text);
}

static Module importEcdarDocument(const ModelFile &, llvm::SourceMgr &sourceMgr,
                                  mlir::MLIRContext *context,
                                  const ImportOptions &) {
  return std::move(importEcdarXML(sourceMgr, context).module);
}

//===----------------------------------------------------------------------===//
// TChecker
//===----------------------------------------------------------------------===//

static bool isTChecker(const ModelFile &file) {
  return file.getEnding() == ".tck" || isTCheckerText(file.text);
}

static Module importTCheckerFile(const ModelFile &, llvm::SourceMgr &sourceMgr,
                                 mlir::MLIRContext *context,
                                 const ImportOptions &options) {
  return importTChecker(sourceMgr, context, options);
}

//===----------------------------------------------------------------------===//
// Labelled transition systems
//===----------------------------------------------------------------------===//

static bool isAldebaran(const ModelFile &file) {
  return file.getEnding() == ".aut" || isAldebaranText(file.text);
}

static Module importAldebaranFile(const ModelFile &, llvm::SourceMgr &sourceMgr,
                                  mlir::MLIRContext *context,
                                  const ImportOptions &options) {
  return importAldebaran(sourceMgr, context, options);
}

static bool isDot(const ModelFile &file) {
  llvm::StringRef ending = file.getEnding();
  return ending == ".dot" || ending == ".gv" || isDotText(file.text);
}

static Module importDotFile(const ModelFile &, llvm::SourceMgr &sourceMgr,
                            mlir::MLIRContext *context,
                            const ImportOptions &options) {
  return importDot(sourceMgr, context, options);
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

/// In the order in which they are tried.
static constexpr ModelFormat formats[] = {
    {"MLIR", isIR, importIR, nullptr},
    {"Ecdar", isEcdarProject, importEcdarProject, verifyEcdarDirectory},
    {"Ecdar XML", isEcdarDocument, importEcdarDocument, verifyEcdarXML},
    {"UPPAAL", isUppaal, importUppaalFile, verifyUppaal},
    {"table", isTable, importCSV, nullptr},
    {"TChecker", isTChecker, importTCheckerFile, verifyTChecker},
    {"Aldebaran", isAldebaran, importAldebaranFile, nullptr},
    {"DOT", isDot, importDotFile, nullptr},
    {"Tioga", isTioga, importText, nullptr},
    {"directory", isAnything, rejectDirectory, nullptr},
};

const ModelFormat &tioga::getModelFormat(const ModelFile &file) {
  for (const ModelFormat &format : formats)
    if (format.matches(file))
      return format;
  llvm_unreachable("the last format takes anything");
}
