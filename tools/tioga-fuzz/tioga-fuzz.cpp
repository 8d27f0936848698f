//===- tioga-fuzz.cpp - Fuzz the frontend -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever the text: it is rejected with an error, or becomes verified IR that
// can be written as text, whose IR is written as the same text again. What has
// no syntax errors can be formatted, and formatting it again changes nothing.
//
//===----------------------------------------------------------------------===//

#include "tioga/Frontend/Format.h"
#include "tioga/Frontend/Import.h"
#include "tioga/InitAllDialects.h"
#include "tioga/Target/ExportTioga.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <random>

using namespace tioga;

/// The model as text; nothing if it was rejected. The number of errors is
/// added to `numErrors`.
static std::optional<std::string> importAndExport(llvm::StringRef text,
                                                  unsigned &numErrors) {
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  mlir::ScopedDiagnosticHandler handler(
      &context, [&](mlir::Diagnostic &diagnostic) {
        numErrors +=
            diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error;
      });
  llvm::SourceMgr sourceMgr;
  sourceMgr.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(text, "fuzz.tioga"), llvm::SMLoc());
  mlir::OwningOpRef<mlir::ModuleOp> module = importTioga(sourceMgr, &context);
  if (!module)
    return std::nullopt;
  std::string result;
  llvm::raw_string_ostream os(result);
  if (failed(exportTioga(*module, os)))
    return std::nullopt;
  return result;
}

[[noreturn]] static void fail(const char *what, llvm::StringRef before,
                              llvm::StringRef after) {
  llvm::errs() << what << "\n--- before\n"
               << before << "\n--- after\n"
               << after << "\n";
  abort();
}

static void checkFormat(llvm::StringRef text) {
  auto ignore = [](size_t, size_t, const llvm::Twine &) {};
  unsigned numErrors = 0;
  std::optional<std::string> once =
      formatTioga(text, [&](size_t, size_t, const llvm::Twine &message) {
        ++numErrors;
        if (message.str().find("would change") != std::string::npos)
          fail("formatting changes tokens", text, "");
      });
  if (!once) {
    if (numErrors == 0)
      fail("not formatted without an error", text, "");
    return;
  }
  std::optional<std::string> twice = formatTioga(*once, ignore);
  if (!twice || *twice != *once)
    fail("formatting is not idempotent", *once, twice ? *twice : "(rejected)");
}

//===----------------------------------------------------------------------===//
// Mutation by tokens: changed bytes seldom leave a model.
//===----------------------------------------------------------------------===//

/// Cuts a text into words, runs of white space, and single symbols.
static std::vector<llvm::StringRef> cut(llvm::StringRef text) {
  auto isWord = [](char c) { return llvm::isAlnum(c) || c == '_' || c == '$'; };
  auto isSpace = [](char c) { return llvm::isSpace(c); };
  std::vector<llvm::StringRef> pieces;
  while (!text.empty()) {
    size_t length = isWord(text[0])    ? text.take_while(isWord).size()
                    : isSpace(text[0]) ? text.take_while(isSpace).size()
                                       : 1;
    pieces.push_back(text.take_front(length));
    text = text.drop_front(length);
  }
  return pieces;
}

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  std::minstd_rand random(seed);
  llvm::StringRef text(reinterpret_cast<const char *>(data), size);
  std::vector<llvm::StringRef> pieces = cut(text);
  if (pieces.size() < 2 || random() % 8 == 0)
    return LLVMFuzzerMutate(data, size, maxSize);
  for (unsigned edits = 1 + random() % 4; edits > 0; --edits) {
    size_t at = random() % pieces.size(), other = random() % pieces.size();
    size_t length = std::min<size_t>(1 + random() % 12, pieces.size() - other);
    std::vector<llvm::StringRef> part(pieces.begin() + other,
                                      pieces.begin() + other + length);
    switch (random() % 5) {
    case 0:
      pieces.erase(pieces.begin() + at);
      break;
    case 1:
      std::swap(pieces[at], pieces[other]);
      break;
    case 2:
      pieces.insert(pieces.begin() + at, part.begin(), part.end());
      break;
    default:
      pieces[at] = pieces[other];
    }
    if (pieces.empty())
      return LLVMFuzzerMutate(data, size, maxSize);
  }
  std::string result = llvm::join(pieces, "");
  result.resize(std::min(result.size(), maxSize));
  llvm::copy(result, data);
  return result.size();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::StringRef text(reinterpret_cast<const char *>(data), size);
  // Files that are imported would make the result depend on the machine.
  if (text.contains("import"))
    return 0;
  checkFormat(text);
  unsigned numErrors = 0;
  std::optional<std::string> once = importAndExport(text, numErrors);
  if (!once) {
    if (numErrors == 0)
      fail("rejected without an error", text, "");
    return 0;
  }
  std::optional<std::string> twice = importAndExport(*once, numErrors);
  if (!twice || *twice != *once)
    fail("not a fixed point", *once, twice ? *twice : "(rejected)");
  return 0;
}
