//===- Command.h - What the commands of tioga share -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A command is one file, `lib/Tools/tioga/<Name>.cpp`, with one function, and
// one line in Commands.def. The function declares its options as local
// `cl::opt` objects in `getCommandCategory()`, calls `args.parse()`, and
// returns an exit code.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_TOOLS_TIOGA_COMMAND_H
#define TIOGA_LIB_TOOLS_TIOGA_COMMAND_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/LogicalResult.h"
#include <memory>
#include <optional>

namespace llvm {
class MemoryBuffer;
class raw_ostream;
namespace json {
class Value;
} // namespace json
} // namespace llvm

namespace tioga {
enum class AnswerKind : uint8_t;

/// The same in all tools (docs/CommandLine.md).
enum ExitCode : int {
  ExitDone = 0,      ///< done, conforming, passed
  ExitRejected = 1,  ///< the input was rejected
  ExitUsage = 2,     ///< the command line was wrong
  ExitViolated = 10, ///< a violation was found, a test failed
  ExitUndecided = 20 ///< a limit was reached before there was an answer
};

/// What a question to a model ends a command with.
int getExitCode(AnswerKind answer);

/// All options of ours; everything that LLVM adds by itself is hidden.
llvm::cl::OptionCategory &getCommandCategory();

/// The command line behind the name of a command.
class CommandArgs {
public:
  CommandArgs(llvm::StringRef name, llvm::StringRef summary,
              llvm::ArrayRef<const char *> argv)
      : name(name), summary(summary), argv(argv) {}

  /// Parses into the options that are alive now, together with MLIR's. On
  /// failure the errors were printed and the command returns ExitUsage. Does
  /// not return for `--help` and `--version`.
  [[nodiscard]] bool parse();

private:
  llvm::StringRef name, summary;
  llvm::ArrayRef<const char *> argv;
};

/// Prints `tioga: error: <message>` and returns ExitUsage.
int reportUsage(const llvm::Twine &message);

/// Prints `tioga: error: <message>` and returns ExitRejected.
int reportError(const llvm::Twine &message);

/// Writes a file as a whole or not at all; `-` is the standard output. Reports
/// what goes wrong and returns failure.
llvm::LogicalResult
writeOutput(llvm::StringRef path,
            llvm::function_ref<void(llvm::raw_ostream &os)> write);

/// Reads a file as a whole, `-` being the standard input. Reports what goes
/// wrong and returns null.
std::unique_ptr<llvm::MemoryBuffer> readInput(llvm::StringRef path);

/// Whether a person reads the errors: then there may be a progress bar.
bool isInteractive();

enum class OutputFormat { Text, JSON };

/// Prints to the standard output, indented.
void printJSON(const llvm::json::Value &value);

/// `--format=text|json`.
struct FormatOption : llvm::cl::opt<OutputFormat> {
  FormatOption();
};

/// `-j N`: threads; 0 for as many as the machine has.
struct JobsOption : llvm::cl::opt<unsigned> {
  JobsOption();
  unsigned getThreads() const;
};

#define TIOGA_COMMAND(NAME, FUNCTION, SUMMARY) int FUNCTION(CommandArgs &args);
#include "Commands.def"

} // namespace tioga

#endif // TIOGA_LIB_TOOLS_TIOGA_COMMAND_H
