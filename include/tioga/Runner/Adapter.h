//===- Adapter.h - Ways to a system under test ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An adapter turns what a test does into what the system under test
// understands. In virtual time the system says how much of an offered delay it
// has taken; in real time the clock on the wall does.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_RUNNER_ADAPTER_H
#define TIOGA_RUNNER_ADAPTER_H

#include "tioga/Runner/Process.h"
#include "tioga/Support/Rational.h"
#include <functional>

namespace tioga {

/// A label with data, as text in the language's own syntax.
struct WireMessage {
  std::string label;
  std::vector<std::string> arguments;
  /// The same as C reads them: truth values are 0 and 1, literals of
  /// enumerations count from 0. Of inputs only; nothing for what C lacks.
  std::vector<std::optional<int32_t>> numbers = {};
};

/// What happened while time was passing.
struct AdapterEvent {
  enum class Kind : uint8_t {
    Elapsed, ///< nothing but time
    Output,
    Problem ///< nothing more can be learnt, see `problem`
  };
  Kind kind = Kind::Elapsed;
  /// How long it took.
  Rational delay;
  WireMessage message;
  std::string problem;

  static AdapterEvent makeProblem(std::string text) {
    return {AdapterEvent::Kind::Problem, {}, {}, std::move(text)};
  }
};

class Adapter {
public:
  virtual ~Adapter() = default;

  /// Puts the system into its initial state, starting it if need be. False if
  /// that fails, with a problem.
  virtual bool reset(std::string &problem) = 0;
  /// Hands over an input.
  virtual bool send(const WireMessage &message, std::string &problem) = 0;
  /// By how much the last input may have been handed over too late: the time
  /// from the instant at which it was due to the end of its sending.
  virtual Rational getLateness() const { return {}; }
  /// Lets at most `max` time units pass, less if an output comes.
  virtual AdapterEvent advance(Rational max) = 0;
  /// Ends the system for good.
  virtual void stop() = 0;
  /// Delays must be multiples of it; zero: any. Known after `reset`.
  virtual Rational getGrid() const { return {}; }
  /// The standard error of the system, as far as it has one.
  virtual std::string getErrors() { return {}; }
};

/// How lines are spelled (docs/Protocols.md).
enum class Dialect : uint8_t { JSON, Ecdar, TorX };

struct AdapterOptions {
  /// A program by its command, a connection by `HOST:PORT`, or a shared library
  /// by its path. Exactly one is given.
  std::string command, address, library;
  Dialect dialect = Dialect::JSON;
  bool realTime = false;
  /// Real time: the duration of a time unit of the model.
  std::chrono::microseconds unit{1'000'000};
  /// How long an answer may take.
  std::chrono::milliseconds answerTime{5000};
  /// A new process for every test, even if the dialect can reset one.
  bool restart = false;
};

std::unique_ptr<Adapter> createAdapter(const AdapterOptions &options);

/// Through the C interface of a shared library (docs/Protocols.md).
std::unique_ptr<Adapter> createLibraryAdapter(const AdapterOptions &options);

} // namespace tioga

#endif // TIOGA_RUNNER_ADAPTER_H
