//===- tioga-fuzz.cpp - Fuzz the frontend -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever the text: it is rejected with an error, or becomes verified IR that
// can be written as text, which is read as the same IR and written as the same
// text again. What has no syntax errors can be formatted, and formatting it
// again changes nothing.
//
// `--format=NAME` fuzzes the importer of another format. What it accepts can be
// written as our text as above; if the format can be written as well, then what
// is read again is the same IR, or at least that what is read after writing it
// once more: arrays that depend are written by elements.
//
//===----------------------------------------------------------------------===//

#include "tioga/Frontend/Ecdar.h"
#include "tioga/Frontend/Format.h"
#include "tioga/Frontend/ImportLTS.h"
#include "tioga/Frontend/ImportTChecker.h"
#include "tioga/Frontend/ImportUppaal.h"
#include "tioga/InitAllDialects.h"
#include "tioga/Target/ExportTChecker.h"
#include "tioga/Target/ExportTioga.h"
#include "tioga/Target/ExportUppaal.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <random>

using namespace tioga;

using Module = mlir::OwningOpRef<mlir::ModuleOp>;

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

namespace {
/// A format to fuzz.
struct FuzzedFormat {
  llvm::StringLiteral name;
  Module (*read)(llvm::SourceMgr &sourceMgr, mlir::MLIRContext *context);
  /// Null if the format cannot be written.
  llvm::LogicalResult (*write)(mlir::ModuleOp module, llvm::raw_ostream &os);
};
} // namespace

static llvm::LogicalResult writeUppaal(mlir::ModuleOp module,
                                       llvm::raw_ostream &os) {
  UppaalExportOptions options;
  options.useGraphviz = false;
  return exportUppaal(*module.getOps<ta::NetworkOp>().begin(), os, options);
}

static llvm::LogicalResult writeTChecker(mlir::ModuleOp module,
                                         llvm::raw_ostream &os) {
  return exportTChecker(*module.getOps<ta::NetworkOp>().begin(), os);
}

/// One component, or a project: several files, each after a line `//--- PATH`.
static Module readEcdar(llvm::SourceMgr &sourceMgr,
                        mlir::MLIRContext *context) {
  llvm::StringRef text =
      sourceMgr.getMemoryBuffer(sourceMgr.getMainFileID())->getBuffer();
  constexpr llvm::StringLiteral mark = "//--- ";
  if (!text.contains(mark))
    return std::move(importEcdarComponent(sourceMgr, context).module);
  llvm::SmallString<64> directory;
  if (llvm::sys::fs::createUniqueDirectory("tioga-fuzz", directory))
    abort();
  llvm::SmallVector<llvm::StringRef> parts;
  text.split(parts, mark);
  for (auto [index, part] : llvm::enumerate(llvm::drop_begin(parts))) {
    auto [name, content] = part.split('\n');
    // Nothing is written elsewhere, and no two texts to one file.
    llvm::SmallString<64> file(directory);
    llvm::StringRef folder = llvm::sys::path::parent_path(name.trim());
    if (folder == "Components" || folder == "Systems")
      llvm::sys::path::append(file, folder,
                              "part" + std::to_string(index) + ".json");
    else if (llvm::is_contained({"GlobalDeclarations.json", "Queries.json",
                                 "SystemDeclarations.json"},
                                name.trim()))
      llvm::sys::path::append(file, name.trim());
    else
      continue;
    (void)llvm::sys::fs::create_directories(llvm::sys::path::parent_path(file));
    std::error_code code;
    llvm::raw_fd_ostream(file, code) << content;
  }
  EcdarProject project = importEcdarDirectory(directory, sourceMgr, context);
  for (const EcdarProject::Query &query : project.queries)
    (void)parseEcdarQuery(query.text, [](size_t, const llvm::Twine &) {});
  (void)llvm::sys::fs::remove_directories(directory);
  return std::move(project.module);
}

static constexpr FuzzedFormat formats[] = {
    {"tioga",
     [](llvm::SourceMgr &sourceMgr, mlir::MLIRContext *context) {
       return importTioga(sourceMgr, context);
     },
     nullptr},
    {"uppaal",
     [](llvm::SourceMgr &sourceMgr, mlir::MLIRContext *context) {
       return importUppaal(sourceMgr, context);
     },
     writeUppaal},
    {"tchecker",
     [](llvm::SourceMgr &sourceMgr, mlir::MLIRContext *context) {
       return importTChecker(sourceMgr, context);
     },
     writeTChecker},
    {"ecdar", readEcdar, nullptr},
    {"ecdar-xml",
     [](llvm::SourceMgr &sourceMgr, mlir::MLIRContext *context) {
       return std::move(importEcdarXML(sourceMgr, context).module);
     },
     nullptr},
    {"aldebaran",
     [](llvm::SourceMgr &sourceMgr, mlir::MLIRContext *context) {
       return importAldebaran(sourceMgr, context);
     },
     nullptr},
    {"dot",
     [](llvm::SourceMgr &sourceMgr, mlir::MLIRContext *context) {
       return importDot(sourceMgr, context);
     },
     nullptr},
};

static const FuzzedFormat *fuzzed = &formats[0];

namespace {
/// What became of a text.
struct Outcome {
  /// Written as our text, as IR, and in the format itself; empty if it was
  /// rejected, or where it cannot be written.
  std::string tioga, ir, written;
  unsigned numErrors = 0;
  /// Whether our language has words for it.
  bool isTioga = false;
};
} // namespace

static Outcome process(llvm::StringRef text, const FuzzedFormat &format) {
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  Outcome outcome;
  mlir::ScopedDiagnosticHandler handler(
      &context, [&](mlir::Diagnostic &diagnostic) {
        outcome.numErrors +=
            diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error;
      });
  llvm::SourceMgr sourceMgr;
  sourceMgr.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(text, "fuzz.tioga"), llvm::SMLoc());
  Module module = format.read(sourceMgr, &context);
  if (!module)
    return outcome;
  llvm::raw_string_ostream(outcome.ir) << *module;
  llvm::raw_string_ostream tiogaStream(outcome.tioga);
  outcome.isTioga = mlir::succeeded(exportTioga(*module, tiogaStream));
  if (!outcome.isTioga)
    outcome.tioga.clear();
  llvm::raw_string_ostream stream(outcome.written);
  if (!format.write || failed(format.write(*module, stream)))
    outcome.written.clear();
  return outcome;
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

//===----------------------------------------------------------------------===//
// What has to hold
//===----------------------------------------------------------------------===//

extern "C" int LLVMFuzzerInitialize(int *argc, char ***argv) {
  for (int i = 1; i < *argc; ++i) {
    llvm::StringRef argument((*argv)[i]);
    if (!argument.consume_front("--format="))
      continue;
    fuzzed = llvm::find_if(formats, [&](const FuzzedFormat &format) {
      return format.name == argument;
    });
    if (fuzzed == std::end(formats)) {
      llvm::errs() << "unknown format '" << argument << "'\n";
      exit(2);
    }
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::StringRef text(reinterpret_cast<const char *>(data), size);
  const FuzzedFormat &own = formats[0];
  if (fuzzed == &own) {
    // Files that are imported would make the result depend on the machine.
    if (text.contains("import"))
      return 0;
    checkFormat(text);
  }
  Outcome first = process(text, *fuzzed);
  if (first.ir.empty() && first.numErrors == 0)
    fail("rejected without an error", text, "");
  if (first.ir.empty())
    return 0;
  if (fuzzed == &own && !first.isTioga)
    fail("not written as text", text, first.ir);
  if (!first.tioga.empty()) {
    Outcome again = process(first.tioga, own);
    if (again.tioga != first.tioga)
      fail("not a fixed point", first.tioga, again.tioga);
    if (again.ir != first.ir)
      fail("not the same IR", first.ir, again.ir);
  }
  if (!first.written.empty()) {
    Outcome again = process(first.written, *fuzzed);
    if (again.ir != first.ir && process(again.written, *fuzzed).ir != again.ir)
      fail("not the same when it is written and read again",
           first.ir + first.written, again.ir);
  } else if (fuzzed->write && first.numErrors == 0) {
    fail("not written, without an error", text, "");
  }
  return 0;
}
