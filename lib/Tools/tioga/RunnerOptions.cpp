//===- RunnerOptions.cpp - Options of what drives programs ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunnerOptions.h"
#include "tioga/Engine/TraceText.h"

using namespace tioga;
namespace cl = llvm::cl;

PolicyOption::PolicyOption(llvm::StringRef description)
    : opt("policy", cl::desc(description), cl::init(SendPolicy::Earliest),
          cl::values(
              clEnumValN(SendPolicy::Earliest, "earliest",
                         "as soon as possible"),
              clEnumValN(SendPolicy::Latest, "latest", "as late as possible"),
              clEnumValN(SendPolicy::Middle, "middle", "in between"),
              clEnumValN(SendPolicy::Random, "random", "at a random time")),
          cl::cat(getCommandCategory())) {}

SeedOption::SeedOption()
    : opt("seed", cl::desc("Seed of everything that is random (default 1)"),
          cl::init(1), cl::cat(getCommandCategory())) {}

TargetOptions::TargetOptions()
    : command("sut", cl::desc("The program under test, a shell command"),
              cl::value_desc("command"), cl::cat(getCommandCategory())),
      address("connect", cl::desc("Reach the system under test by TCP"),
              cl::value_desc("host:port"), cl::cat(getCommandCategory())),
      library("library",
              cl::desc("Load the system under test, a shared library"),
              cl::value_desc("file"), cl::cat(getCommandCategory())),
      dialect("dialect", cl::desc("What it speaks (default json)"),
              cl::init(Dialect::JSON),
              cl::values(
                  clEnumValN(Dialect::JSON, "json", "JSON lines"),
                  clEnumValN(Dialect::Ecdar, "ecdar", "Ecdar's simulated time"),
                  clEnumValN(Dialect::TorX, "torx",
                             "adapters of TorX, without time")),
              cl::cat(getCommandCategory())),
      restart("restart",
              cl::desc("Start a new process for each test, even if the old one "
                       "can be reset"),
              cl::cat(getCommandCategory())),
      answerTime("answer-time",
                 cl::desc("How long the system may think (default 5000)"),
                 cl::init(5000), cl::value_desc("ms"),
                 cl::cat(getCommandCategory())) {}

TimeOptions::TimeOptions()
    : realTime("real-time",
               cl::desc("Time is that of the clock on the wall, instead of "
                        "negotiated with the system"),
               cl::cat(getCommandCategory())),
      unit("unit",
           cl::desc("A time unit of the model in real time: 1s "
                    "(default), 20ms, 500us"),
           cl::init("1s"), cl::value_desc("duration"),
           cl::cat(getCommandCategory())),
      tolerance("tolerance",
                cl::desc("By how much times may be wrong: in time units, or as "
                         "a duration (default 0)"),
                cl::init("0"), cl::value_desc("time"),
                cl::cat(getCommandCategory())),
      grid("grid",
           cl::desc("Act only at multiples of this many time units (default: "
                    "what the system asks for)"),
           cl::value_desc("time"), cl::cat(getCommandCategory())),
      silence("silence",
              cl::desc("Time units to wait where there is no deadline (default "
                       "400)"),
              cl::init(400), cl::cat(getCommandCategory())) {}

std::string TargetOptions::getName() const {
  if (!command.empty())
    return command;
  return address.empty() ? library : address;
}

/// Reads `20ms`, in microseconds. Nothing without a unit.
static std::optional<Rational> parseDuration(llvm::StringRef text) {
  static constexpr std::pair<llvm::StringLiteral, int64_t> units[] = {
      {"us", 1}, {"ms", 1000}, {"s", 1'000'000}};
  for (auto [suffix, microseconds] : units)
    if (text.consume_back(suffix)) {
      std::optional<Rational> number = parseDelay(text.trim());
      return number ? Rational::mul(*number, microseconds) : std::nullopt;
    }
  return std::nullopt;
}

bool TargetOptions::apply(AdapterOptions &adapter) const {
  if (int(!command.empty()) + int(!address.empty()) + int(!library.empty()) !=
      1) {
    reportUsage("give one of --sut, --connect and --library");
    return false;
  }
  adapter.command = command;
  adapter.address = address;
  adapter.library = library;
  adapter.dialect = dialect;
  adapter.restart = restart;
  adapter.answerTime = std::chrono::milliseconds(answerTime);
  return true;
}

bool TimeOptions::apply(AdapterOptions &adapter,
                        ExecutionOptions &execution) const {
  auto refuse = [](const llvm::Twine &message) {
    reportUsage(message);
    return false;
  };
  if (realTime && !adapter.library.empty())
    return refuse("a library runs in virtual time only");
  if (realTime && adapter.dialect == Dialect::TorX)
    return refuse("TorX adapters know no time");
  std::optional<Rational> unitTime = parseDuration(unit);
  if (!unitTime || *unitTime < Rational(1) || unitTime->getDenominator() != 1)
    return refuse("'" + unit + "' is no duration of at least 1us");
  std::optional<Rational> allowed = parseDelay(tolerance);
  if (std::optional<Rational> duration = parseDuration(tolerance))
    allowed = Rational::div(*duration, *unitTime);
  if (!allowed || allowed->isNegative())
    return refuse("'" + tolerance + "' is no tolerance");
  if (realTime && allowed->isZero())
    return refuse("real time is never exact: say by --tolerance how wrong "
                  "times may be");
  if (!grid.empty()) {
    std::optional<Rational> step = parseDelay(grid);
    if (!step || *step <= Rational())
      return refuse("'" + grid + "' is no positive number");
    execution.grid = *step;
  }
  execution.tolerance = *allowed;
  execution.silence = int64_t(silence);
  adapter.realTime = realTime;
  adapter.unit = std::chrono::microseconds(unitTime->getNumerator());
  return true;
}
