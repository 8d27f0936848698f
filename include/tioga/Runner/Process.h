//===- Process.h - A program under test -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A child process that speaks lines, and may misbehave in any way: it may hang,
// crash, flood, print garbage, close a pipe or ignore signals. Nothing of that
// reaches the caller but as a state that can be asked for.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_RUNNER_PROCESS_H
#define TIOGA_RUNNER_PROCESS_H

#include "llvm/ADT/StringRef.h"
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tioga {

/// Where lines come from and go to: a process or a connection.
class LineChannel {
public:
  using Clock = std::chrono::steady_clock;

  enum class Status : uint8_t {
    Line,    ///< a line was read
    Timeout, ///< none came in time
    Closed,  ///< there will be no more
    Broken   ///< not usable any more, see `getProblem`
  };

  virtual ~LineChannel() = default;

  /// Writes a line. False if the other side does not take it.
  bool writeLine(llvm::StringRef line, Clock::time_point deadline);
  /// Reads the next line, without its end.
  Status readLine(std::string &line, Clock::time_point deadline);
  /// What went wrong, in words.
  llvm::StringRef getProblem() const { return problem; }

  /// Ends the connection or the process, for good. Called more than once, it
  /// does nothing.
  virtual void close() = 0;
  /// What the program wrote to its standard error, the last part of it.
  virtual std::string getErrors() { return {}; }
  /// How a program ended, in words; empty for one that still runs.
  virtual std::string describeEnd() { return {}; }

protected:
  /// Waits until one of the descriptors is ready. Subclasses read what else
  /// they watch.
  virtual void readOthers() {}
  void closeDescriptors();
  bool fail(const std::string &what) {
    if (problem.empty())
      problem = what;
    return false;
  }

  int input = -1, output = -1, others = -1;
  std::string buffer, problem;
  bool reachedEnd = false;
};

/// Starts a program by the shell, in a process group of its own. Null if that
/// is not possible.
std::unique_ptr<LineChannel> startProcess(llvm::StringRef command,
                                          std::string &error);

/// Connects to a TCP port, `HOST:PORT`.
std::unique_ptr<LineChannel> connectTo(llvm::StringRef address,
                                       std::string &error);

} // namespace tioga

#endif // TIOGA_RUNNER_PROCESS_H
