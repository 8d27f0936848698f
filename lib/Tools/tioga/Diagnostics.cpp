//===- Diagnostics.cpp - Diagnostics with source ranges ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics.h"
#include "tioga/Dialect/Tioga/IR/TiogaOps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Unicode.h"
#include "llvm/Support/raw_ostream.h"

using namespace tioga;

std::optional<SourceRange> tioga::getSourceRange(mlir::Location loc) {
  std::optional<SourceRange> range;
  RangeEndAttr end;
  loc->walk([&](mlir::Location part) {
    if (auto fused = mlir::dyn_cast<mlir::FusedLoc>(part))
      end = mlir::dyn_cast_or_null<RangeEndAttr>(fused.getMetadata());
    auto point = mlir::dyn_cast<mlir::FileLineColLoc>(part);
    if (!point)
      return mlir::WalkResult::advance();
    range = {point.getFilename().getValue(), point.getLine(), point.getColumn(),
             point.getLine(), point.getColumn()};
    return mlir::WalkResult::interrupt();
  });
  if (range && end) {
    range->endLine = end.getLine();
    range->endColumn = end.getColumn();
  }
  return range;
}

/// The places from which a location was called: template instances, functions.
static void collectCallers(mlir::Location loc,
                           llvm::SmallVectorImpl<mlir::Location> &callers) {
  if (auto call = mlir::dyn_cast<mlir::CallSiteLoc>(loc)) {
    callers.push_back(call.getCaller());
    collectCallers(call.getCallee(), callers);
  }
}

static llvm::SourceMgr::DiagKind getKind(mlir::DiagnosticSeverity severity) {
  switch (severity) {
  case mlir::DiagnosticSeverity::Error:
    return llvm::SourceMgr::DK_Error;
  case mlir::DiagnosticSeverity::Warning:
    return llvm::SourceMgr::DK_Warning;
  case mlir::DiagnosticSeverity::Remark:
    return llvm::SourceMgr::DK_Remark;
  case mlir::DiagnosticSeverity::Note:
    return llvm::SourceMgr::DK_Note;
  }
  llvm_unreachable("covered switch");
}

static llvm::StringRef getName(mlir::DiagnosticSeverity severity) {
  switch (severity) {
  case mlir::DiagnosticSeverity::Error:
    return "error";
  case mlir::DiagnosticSeverity::Warning:
    return "warning";
  case mlir::DiagnosticSeverity::Remark:
    return "remark";
  case mlir::DiagnosticSeverity::Note:
    return "note";
  }
  llvm_unreachable("covered switch");
}

static llvm::json::Object toJSON(const mlir::Diagnostic &diagnostic) {
  llvm::json::Object object;
  if (auto range = getSourceRange(diagnostic.getLocation())) {
    object["file"] = range->file;
    object["line"] = range->line;
    object["column"] = range->column;
    object["endLine"] = range->endLine;
    object["endColumn"] = range->endColumn;
  }
  object["severity"] = getName(diagnostic.getSeverity());
  object["message"] = diagnostic.str();
  return object;
}

DiagnosticPrinter::DiagnosticPrinter(llvm::SourceMgr &sourceMgr,
                                     mlir::MLIRContext *context, bool collect)
    : ScopedDiagnosticHandler(context), sourceMgr(sourceMgr), collect(collect) {
  setHandler([this](mlir::Diagnostic &diagnostic) { handle(diagnostic); });
}

void DiagnosticPrinter::handle(mlir::Diagnostic &diagnostic) {
  if (numErrors > maxErrors)
    return;
  if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error &&
      ++numErrors > maxErrors) {
    mlir::Diagnostic last(diagnostic.getLocation(),
                          mlir::DiagnosticSeverity::Error);
    last << "too many errors; the others are not shown";
    if (collect)
      collected.push_back(toJSON(last));
    else
      print(last.getLocation(), llvm::SourceMgr::DK_Error, last.str());
    return;
  }
  if (collect) {
    llvm::json::Object object = toJSON(diagnostic);
    llvm::json::Array notes;
    for (mlir::Diagnostic &note : diagnostic.getNotes())
      notes.push_back(toJSON(note));
    object["notes"] = std::move(notes);
    collected.push_back(std::move(object));
    return;
  }
  print(diagnostic.getLocation(), getKind(diagnostic.getSeverity()),
        diagnostic.str());
  llvm::SmallVector<mlir::Location> callers;
  collectCallers(diagnostic.getLocation(), callers);
  for (mlir::Location caller : llvm::reverse(callers))
    print(caller, llvm::SourceMgr::DK_Note, "expanded from here");
  for (mlir::Diagnostic &note : diagnostic.getNotes())
    print(note.getLocation(), llvm::SourceMgr::DK_Note, note.str());
}

/// Prints a message without the line.
static void printPlace(const llvm::SourceMgr &sourceMgr, llvm::SMRange range,
                       llvm::SourceMgr::DiagKind kind,
                       const llvm::Twine &message) {
  auto [number, column] = sourceMgr.getLineAndColumn(range.Start);
  const llvm::MemoryBuffer *buffer =
      sourceMgr.getMemoryBuffer(sourceMgr.FindBufferContainingLoc(range.Start));
  std::string place = (buffer->getBufferIdentifier() + ":" +
                       llvm::Twine(number) + ":" + llvm::Twine(column))
                          .str();
  llvm::SMDiagnostic(place, kind, message.str()).print(nullptr, llvm::errs());
}

/// Prints a message with a line that is not ASCII, for which LLVM leaves the
/// caret out.
static void printWide(const llvm::SourceMgr &sourceMgr, llvm::StringRef line,
                      llvm::SMRange range, llvm::SourceMgr::DiagKind kind,
                      const llvm::Twine &message) {
  printPlace(sourceMgr, range, kind, message);
  // Characters may take two columns or none; what is no text takes one a byte.
  auto getWidth = [](llvm::StringRef text) {
    int width = llvm::sys::unicode::columnWidthUTF8(text);
    return width < 0 ? text.size() : size_t(width);
  };
  std::string shown = line.rtrim('\r').str();
  std::replace(shown.begin(), shown.end(), '\t', ' ');
  size_t begin =
      std::min<size_t>(range.Start.getPointer() - line.data(), shown.size());
  size_t end = std::clamp<size_t>(range.End.getPointer() - line.data(), begin,
                                  shown.size());
  size_t width = getWidth(llvm::StringRef(shown).slice(begin, end));
  llvm::errs() << shown << "\n"
               << std::string(
                      getWidth(llvm::StringRef(shown).take_front(begin)), ' ')
               << '^' << std::string(std::max<size_t>(width, 1) - 1, '~')
               << "\n";
}

/// Prints a message with the part of a very long line around the range.
static void printClipped(const llvm::SourceMgr &sourceMgr, llvm::StringRef line,
                         llvm::SMRange range, llvm::SourceMgr::DiagKind kind,
                         const llvm::Twine &message) {
  constexpr size_t before = 60, after = 120;
  size_t offset = range.Start.getPointer() - line.data();
  size_t first = offset < before ? 0 : offset - before;
  llvm::StringRef part = line.substr(first, before + after);
  size_t length =
      std::max<ptrdiff_t>(1, range.End.getPointer() - range.Start.getPointer());
  length =
      std::min(length, std::max<size_t>(1, part.size() - (offset - first)));
  printPlace(sourceMgr, range, kind, message);
  // The ends may be in the middle of a character.
  std::string shown;
  for (char c : part)
    shown += llvm::isPrint(c) ? c : ' ';
  llvm::errs() << "..." << shown << "...\n"
               << std::string(3 + offset - first, ' ') << '^'
               << std::string(length - 1, '~') << "\n";
}

void tioga::printMessage(const llvm::SourceMgr &sourceMgr, llvm::SMRange range,
                         llvm::SourceMgr::DiagKind kind,
                         const llvm::Twine &message) {
  // Such lines are written by programs.
  constexpr size_t maxLineLength = 400;
  llvm::StringRef text =
      sourceMgr.getMemoryBuffer(sourceMgr.FindBufferContainingLoc(range.Start))
          ->getBuffer();
  size_t offset = range.Start.getPointer() - text.data();
  size_t begin = text.take_front(offset).rfind('\n') + 1;
  llvm::StringRef line = text.slice(begin, text.find('\n', offset));
  if (line.size() > maxLineLength) {
    printClipped(sourceMgr, line, range, kind, message);
    return;
  }
  if (!llvm::all_of(line, [](char c) { return llvm::isASCII(c); })) {
    printWide(sourceMgr, line, range, kind, message);
    return;
  }
  llvm::SmallVector<llvm::SMRange, 1> ranges;
  if (range.Start.getPointer() < range.End.getPointer())
    ranges.push_back(range);
  sourceMgr.PrintMessage(llvm::errs(), range.Start, kind, message, ranges);
}

const llvm::MemoryBuffer *DiagnosticPrinter::lookupBuffer(llvm::StringRef name,
                                                          unsigned &id) {
  for (id = 1; id <= sourceMgr.getNumBuffers(); ++id) {
    const llvm::MemoryBuffer *buffer = sourceMgr.getMemoryBuffer(id);
    if (buffer->getBufferIdentifier() == name)
      return buffer;
  }
  return nullptr;
}

void DiagnosticPrinter::print(mlir::Location loc,
                              llvm::SourceMgr::DiagKind kind,
                              const llvm::Twine &message) {
  std::optional<SourceRange> range = getSourceRange(loc);
  unsigned id = 0;
  if (!range || !lookupBuffer(range->file, id)) {
    llvm::SMDiagnostic(range ? range->file : llvm::StringRef("tioga"), kind,
                       message.str())
        .print(nullptr, llvm::errs());
    return;
  }
  llvm::SMLoc begin =
      sourceMgr.FindLocForLineAndColumn(id, range->line, range->column);
  llvm::SMLoc end =
      sourceMgr.FindLocForLineAndColumn(id, range->endLine, range->endColumn);
  if (!begin.isValid()) {
    llvm::SMDiagnostic(range->file, kind, message.str())
        .print(nullptr, llvm::errs());
    return;
  }
  printMessage(sourceMgr, {begin, end.isValid() ? end : begin}, kind, message);
}
