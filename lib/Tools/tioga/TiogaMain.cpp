//===- TiogaMain.cpp - The main function of tioga ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Tools/tioga/TiogaMain.h"
#include "Command.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/Timing.h"
#include "tioga/Engine/Trace.h"
#include "tioga/Support/Version.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace tioga;
namespace cl = llvm::cl;

namespace {
struct Command {
  llvm::StringLiteral name;
  int (*run)(CommandArgs &);
  llvm::StringLiteral summary;
};
} // namespace

static constexpr Command commands[] = {
#define TIOGA_COMMAND(NAME, FUNCTION, SUMMARY) {NAME, FUNCTION, SUMMARY},
#include "Commands.def"
};

cl::OptionCategory &tioga::getCommandCategory() {
  static cl::OptionCategory category("Options of this command");
  return category;
}

bool CommandArgs::parse() {
  // Hiding comes first: what MLIR registers afterwards stays visible.
  cl::HideUnrelatedOptions(getCommandCategory());
  mlir::registerAsmPrinterCLOptions();
  mlir::registerMLIRContextCLOptions();
  mlir::registerPassManagerCLOptions();
  mlir::registerDefaultTimingManagerCLOptions();
  std::string program = llvm::formatv("tioga {0}", name);
  llvm::SmallVector<const char *> full = {program.c_str()};
  full.append(argv.begin(), argv.end());
  // With an error stream a wrong command line is reported, not exited on.
  return cl::ParseCommandLineOptions(full.size(), full.data(),
                                     summary.str() + "\n", &llvm::errs());
}

int tioga::getExitCode(AnswerKind answer) {
  switch (answer) {
  case AnswerKind::Holds:
    return ExitDone;
  case AnswerKind::Violated:
    return ExitViolated;
  case AnswerKind::Undecided:
    return ExitUndecided;
  }
  llvm_unreachable("covered switch");
}

int tioga::reportUsage(const llvm::Twine &message) {
  llvm::WithColor::error(llvm::errs(), "tioga") << message << "\n";
  return ExitUsage;
}

int tioga::reportError(const llvm::Twine &message) {
  llvm::WithColor::error(llvm::errs(), "tioga") << message << "\n";
  return ExitRejected;
}

/// Writes to a device or a pipe, which must not be replaced by a file.
static llvm::Error
writeInPlace(llvm::StringRef path,
             llvm::function_ref<void(llvm::raw_ostream &)> write) {
  std::error_code error;
  llvm::raw_fd_ostream os(path, error);
  if (error)
    return llvm::errorCodeToError(error);
  write(os);
  os.close();
  error = os.error();
  os.clear_error();
  return llvm::errorCodeToError(error);
}

/// Writes beside the target and renames: nobody sees half a file.
static llvm::Error
writeWhole(llvm::StringRef path,
           llvm::function_ref<void(llvm::raw_ostream &)> write) {
  // A link stays one, and what nobody may write is not replaced either.
  llvm::SmallString<128> target;
  if (path == "-" || llvm::sys::fs::real_path(path, target))
    target = path;
  else if (std::error_code error =
               llvm::sys::fs::access(target, llvm::sys::fs::AccessMode::Write))
    return llvm::errorCodeToError(error);
  return llvm::writeToOutput(target, [&](llvm::raw_ostream &os) -> llvm::Error {
    write(os);
    return llvm::Error::success();
  });
}

llvm::LogicalResult
tioga::writeOutput(llvm::StringRef path,
                   llvm::function_ref<void(llvm::raw_ostream &)> write) {
  bool isSpecial = llvm::sys::fs::exists(path) &&
                   !llvm::sys::fs::is_regular_file(path) &&
                   !llvm::sys::fs::is_directory(path);
  llvm::Error error =
      isSpecial ? writeInPlace(path, write) : writeWhole(path, write);
  if (!error)
    return llvm::success();
  reportError("cannot write '" + path +
              "': " + llvm::toString(std::move(error)));
  return llvm::failure();
}

std::unique_ptr<llvm::MemoryBuffer> tioga::readInput(llvm::StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(path);
  if (buffer)
    return std::move(*buffer);
  reportError("cannot read '" + path + "': " + buffer.getError().message());
  return nullptr;
}

bool tioga::isInteractive() {
  return llvm::sys::Process::StandardErrIsDisplayed();
}

void tioga::printJSON(const llvm::json::Value &value) {
  llvm::outs() << llvm::formatv("{0:2}\n", value);
}

FormatOption::FormatOption()
    : cl::opt<OutputFormat>(
          "format", cl::desc("How to print results (default text)"),
          cl::values(clEnumValN(OutputFormat::Text, "text", "for people"),
                     clEnumValN(OutputFormat::JSON, "json", "for programs")),
          cl::init(OutputFormat::Text), cl::cat(getCommandCategory())) {}

JobsOption::JobsOption()
    : cl::opt<unsigned>("j",
                        cl::desc("Threads (default 1; 0: all of the machine)"),
                        cl::value_desc("number"), cl::Prefix, cl::init(1),
                        cl::cat(getCommandCategory())) {}

unsigned JobsOption::getThreads() const {
  return getValue() ? getValue()
                    : llvm::hardware_concurrency().compute_thread_count();
}

static void printHelp(llvm::raw_ostream &os) {
  os << "OVERVIEW: Tioga, a compiler for models of timed and reactive "
        "systems\n\nUSAGE: tioga <command> [options] ...\n\nCOMMANDS:\n";
  for (const Command &command : commands)
    os << llvm::formatv("  {0,-12}{1}\n", command.name, command.summary);
  os << "\n'tioga <command> --help' lists the options of a command.\n";
}

static int reportUnknownCommand(llvm::StringRef word) {
  llvm::StringRef best;
  unsigned distance = 3;
  for (const Command &command : commands) {
    unsigned current = word.edit_distance(command.name);
    if (current < distance) {
      distance = current;
      best = command.name;
    }
  }
  std::string hint = best.empty() ? "" : "; did you mean '" + best.str() + "'?";
  return reportUsage("unknown command '" + word + "'" + hint +
                     " ('tioga --help' lists all)");
}

int tioga::tiogaMain(int argc, char **argv) {
  llvm::setBugReportMsg("Tioga has crashed. Keep the command, its input and "
                        "the stack dump below: together they make a report.\n");
  llvm::InitLLVM init(argc, argv);
  cl::SetVersionPrinter(printVersion);
  if (argc < 2) {
    printHelp(llvm::errs());
    return ExitUsage;
  }
  llvm::StringRef word = argv[1];
  if (word == "--help" || word == "-h" || word == "help") {
    printHelp(llvm::outs());
    return ExitDone;
  }
  if (word == "--version") {
    printVersion(llvm::outs());
    return ExitDone;
  }
  for (const Command &command : commands) {
    if (command.name != word)
      continue;
    CommandArgs args(command.name, command.summary,
                     llvm::ArrayRef<const char *>(argv + 2, argc - 2));
    int code = command.run(args);
    // Whoever reads the output has gone (`tioga ... | head`): that is no crash,
    // also where broken pipes are not a signal because of programs under test.
    llvm::outs().flush();
    std::error_code error = llvm::outs().error();
    if (!error)
      return code;
    llvm::outs().clear_error();
    if (error != std::errc::broken_pipe)
      reportError("cannot write to the standard output: " + error.message());
    return ExitRejected;
  }
  return reportUnknownCommand(word);
}
