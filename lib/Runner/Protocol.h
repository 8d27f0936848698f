//===- Protocol.h - How lines are spelled -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_RUNNER_PROTOCOL_H
#define TIOGA_LIB_RUNNER_PROTOCOL_H

#include "tioga/Runner/Adapter.h"
#include "llvm/Support/JSON.h"

namespace tioga {

/// What a line of the system under test says.
struct Reply {
  enum class Kind : uint8_t {
    Hello,   ///< what the system can do: `grid`
    Ready,   ///< the answer to a reset or an input
    Output,  ///< `message`; with `delay`, it also ends a delay
    Delayed, ///< the answer to a delay: so much has passed
    Silent,  ///< the answer to a delay: nothing will come
    Ignored, ///< for people
    Garbage  ///< nothing that the dialect knows
  };
  Kind kind = Kind::Garbage;
  WireMessage message;
  /// Nothing: all that was asked for.
  std::optional<Rational> delay;
  Rational grid;
};

class Protocol {
public:
  virtual ~Protocol() = default;

  virtual Reply parse(llvm::StringRef line) = 0;
  virtual std::string makeInput(const WireMessage &message) = 0;
  /// Virtual time.
  virtual std::string makeDelay(Rational max) = 0;
  /// Empty: the dialect has none; a new process is needed.
  virtual std::string makeReset() { return {}; }
  /// Empty: closing the pipe will do.
  virtual std::string makeQuit() { return {}; }
  /// Whether every input is answered.
  virtual bool answersInputs() const { return false; }
  virtual Rational getGrid() const { return {}; }
  /// The longest delay that may be asked for; zero: any.
  virtual Rational getMaxDelay() const { return {}; }
};

/// Numbers and truth values as such, everything else as text.
llvm::json::Array argumentsToJSON(llvm::ArrayRef<std::string> arguments);

std::unique_ptr<Protocol> createProtocol(Dialect dialect);

} // namespace tioga

#endif // TIOGA_LIB_RUNNER_PROTOCOL_H
