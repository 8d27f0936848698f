//===- Adapter.cpp - Ways to a system under test ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Runner/Adapter.h"
#include "Protocol.h"
#include <deque>
#include <unistd.h>

using namespace tioga;
using Clock = LineChannel::Clock;
using Status = LineChannel::Status;

/// Messages that may come without anything being asked for; more is a flood.
static constexpr unsigned maxPending = 10'000;

namespace {

/// A system that speaks lines: what virtual and real time have in common.
class LineAdapter : public Adapter {
public:
  explicit LineAdapter(const AdapterOptions &options)
      : options(options), protocol(createProtocol(options.dialect)),
        grid(protocol->getGrid()) {}
  ~LineAdapter() override { LineAdapter::stop(); }

  bool reset(std::string &problem) override;
  bool send(const WireMessage &message, std::string &problem) override;
  void stop() override;
  Rational getGrid() const override { return grid; }
  std::string getErrors() override {
    return channel ? channel->getErrors() : lastErrors;
  }

protected:
  bool open(std::string &problem);
  bool write(llvm::StringRef line, std::string &problem);
  /// The next reply that means something; nothing on a problem. `Ignored` if
  /// the time is over.
  std::optional<Reply> read(Clock::time_point deadline, std::string &problem);
  /// Waits for `Ready`, keeping outputs that come before.
  bool awaitReady(std::string &problem);
  std::string describe(llvm::StringRef what);
  Clock::time_point getAnswerDeadline() const {
    return Clock::now() + options.answerTime;
  }

  AdapterOptions options;
  std::unique_ptr<Protocol> protocol;
  std::unique_ptr<LineChannel> channel;
  Rational grid;
  std::deque<WireMessage> pending;
  /// It has ended by itself, in order: it is silent from then on.
  bool ended = false;
  std::string lastErrors;
};

class VirtualAdapter : public LineAdapter {
public:
  using LineAdapter::LineAdapter;
  AdapterEvent advance(Rational max) override;
};

class RealTimeAdapter : public LineAdapter {
public:
  using LineAdapter::LineAdapter;
  bool reset(std::string &problem) override;
  bool send(const WireMessage &message, std::string &problem) override;
  Rational getLateness() const override { return lateness; }
  AdapterEvent advance(Rational max) override;

private:
  /// From `last` to an instant, in time units. Nothing on overflow.
  std::optional<Rational> since(Clock::time_point instant) const;

  /// Up to when time was accounted for.
  Clock::time_point last;
  Rational lateness;
};

} // namespace

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

bool LineAdapter::open(std::string &problem) {
  std::string error;
  channel = options.address.empty() ? startProcess(options.command, error)
                                    : connectTo(options.address, error);
  ended = false;
  pending.clear();
  if (channel)
    return true;
  problem = "cannot reach the system under test: " + error;
  return false;
}

void LineAdapter::stop() {
  if (!channel)
    return;
  std::string quit = protocol->makeQuit();
  if (!quit.empty() && !ended)
    channel->writeLine(quit, Clock::now() + std::chrono::milliseconds(100));
  lastErrors = channel->getErrors();
  channel->close();
  channel.reset();
}

/// Adds how the program ended, if it did.
std::string LineAdapter::describe(llvm::StringRef what) {
  std::string end = channel->describeEnd();
  return end.empty() ? what.str() : "the program " + end;
}

bool LineAdapter::write(llvm::StringRef line, std::string &problem) {
  if (ended)
    return true; // It ignores whatever comes.
  if (channel->writeLine(line, getAnswerDeadline()))
    return true;
  problem = describe(channel->getProblem());
  return false;
}

std::optional<Reply> LineAdapter::read(Clock::time_point deadline,
                                       std::string &problem) {
  std::string line;
  for (unsigned ignored = 0; ignored < maxPending; ++ignored) {
    switch (channel->readLine(line, deadline)) {
    case Status::Timeout:
      return Reply{Reply::Kind::Ignored, {}, std::nullopt, {}};
    case Status::Broken:
      problem = channel->getProblem().str();
      return std::nullopt;
    case Status::Closed: {
      std::string end = channel->describeEnd();
      if (end == "ended with exit code 0") {
        ended = true;
        return Reply{Reply::Kind::Silent, {}, std::nullopt, {}};
      }
      if (!end.empty())
        problem = "the program " + end;
      else
        problem = options.address.empty() ? "the program has closed its output"
                                          : "the connection was closed";
      return std::nullopt;
    }
    case Status::Line:
      break;
    }
    Reply reply = protocol->parse(line);
    if (reply.kind == Reply::Kind::Garbage) {
      problem = "the program has printed '" + line.substr(0, 80) +
                "', which is no message";
      return std::nullopt;
    }
    if (reply.kind == Reply::Kind::Hello)
      grid = reply.grid;
    else if (reply.kind != Reply::Kind::Ignored)
      return reply;
  }
  problem = "the program prints without end";
  return std::nullopt;
}

bool LineAdapter::awaitReady(std::string &problem) {
  Clock::time_point deadline = getAnswerDeadline();
  while (!ended) {
    std::optional<Reply> reply = read(deadline, problem);
    if (!reply)
      return false;
    if (reply->kind == Reply::Kind::Ready)
      return true;
    if (reply->kind == Reply::Kind::Ignored) {
      problem = "the program does not answer";
      return false;
    }
    if (reply->kind == Reply::Kind::Output)
      pending.push_back(reply->message);
    if (pending.size() > maxPending) {
      problem = "the program prints without end";
      return false;
    }
  }
  return true;
}

bool LineAdapter::reset(std::string &problem) {
  std::string command = protocol->makeReset();
  if (channel && (command.empty() || options.restart || ended))
    stop();
  if (!channel && !open(problem))
    return false;
  pending.clear();
  if (command.empty())
    return true;
  if (!write(command, problem) || !awaitReady(problem))
    return false;
  pending.clear();
  return true;
}

bool LineAdapter::send(const WireMessage &message, std::string &problem) {
  if (!write(protocol->makeInput(message), problem))
    return false;
  return !protocol->answersInputs() || awaitReady(problem);
}

//===----------------------------------------------------------------------===//
// Virtual time
//===----------------------------------------------------------------------===//

AdapterEvent VirtualAdapter::advance(Rational max) {
  if (!pending.empty()) {
    AdapterEvent event{AdapterEvent::Kind::Output, {}, pending.front(), {}};
    pending.pop_front();
    return event;
  }
  if (ended)
    return {AdapterEvent::Kind::Elapsed, max, {}, {}};
  Rational limit = protocol->getMaxDelay();
  if (!limit.isZero() && limit < max)
    max = limit;
  std::string problem;
  if (!write(protocol->makeDelay(max), problem))
    return AdapterEvent::makeProblem(problem);
  Clock::time_point deadline = getAnswerDeadline();
  while (true) {
    std::optional<Reply> reply = read(deadline, problem);
    if (!reply)
      return AdapterEvent::makeProblem(problem);
    switch (reply->kind) {
    case Reply::Kind::Ignored:
      return AdapterEvent::makeProblem("the program does not answer");
    case Reply::Kind::Silent:
      return {AdapterEvent::Kind::Elapsed, max, {}, {}};
    case Reply::Kind::Output:
      if (!reply->delay) { // `Delay done` will say when.
        pending.push_back(reply->message);
        if (pending.size() > maxPending)
          return AdapterEvent::makeProblem("the program prints without end");
        continue;
      }
      if (reply->delay->isNegative() || *reply->delay > max)
        return AdapterEvent::makeProblem(
            "the program has taken another delay than it was offered");
      return {AdapterEvent::Kind::Output, *reply->delay, reply->message, {}};
    case Reply::Kind::Delayed: {
      Rational passed = reply->delay.value_or(max);
      if (passed.isNegative() || passed > max ||
          (passed.isZero() && !max.isZero() && pending.empty()))
        return AdapterEvent::makeProblem(
            "the program has taken another delay than it was offered");
      if (pending.empty())
        return {AdapterEvent::Kind::Elapsed, passed, {}, {}};
      AdapterEvent event{
          AdapterEvent::Kind::Output, passed, pending.front(), {}};
      pending.pop_front();
      return event;
    }
    default:
      return AdapterEvent::makeProblem("the program answers something else");
    }
  }
}

//===----------------------------------------------------------------------===//
// Real time
//===----------------------------------------------------------------------===//

bool RealTimeAdapter::reset(std::string &problem) {
  bool done = LineAdapter::reset(problem);
  grid = Rational();
  last = Clock::now();
  return done;
}

std::optional<Rational>
RealTimeAdapter::since(Clock::time_point instant) const {
  auto passed =
      std::chrono::duration_cast<std::chrono::microseconds>(instant - last);
  return Rational::get(passed.count(), options.unit.count());
}

bool RealTimeAdapter::send(const WireMessage &message, std::string &problem) {
  bool isSent = LineAdapter::send(message, problem);
  // The system has it at some instant between `last` and now.
  std::optional<Rational> late = since(Clock::now());
  if (!late && isSent)
    problem = "a time leaves 64 bits";
  lateness = late.value_or(Rational());
  return isSent && late;
}

AdapterEvent RealTimeAdapter::advance(Rational max) {
  // Time is counted in microseconds; what a unit is, the user says.
  int64_t unit = options.unit.count();
  std::optional<Rational> span = Rational::mul(max, unit);
  if (!span)
    return AdapterEvent::makeProblem("a time leaves 64 bits");
  auto wait = std::chrono::microseconds(
      (span->getNumerator() + span->getDenominator() - 1) /
      span->getDenominator());
  Clock::time_point deadline = last + wait;
  std::string problem;
  std::optional<Reply> reply = read(deadline, problem);
  if (!reply)
    return AdapterEvent::makeProblem(problem);
  if (reply->kind == Reply::Kind::Silent)
    while (Clock::now() < deadline)
      ::usleep(1000);
  Clock::time_point now = Clock::now();
  std::optional<Rational> delay = since(now);
  if (!delay)
    return AdapterEvent::makeProblem("a time leaves 64 bits");
  // Time beyond what was asked for counts for the next request.
  last = std::min(now, deadline);
  if (reply->kind == Reply::Kind::Output)
    return {
        AdapterEvent::Kind::Output, std::min(*delay, max), reply->message, {}};
  return {AdapterEvent::Kind::Elapsed, std::min(*delay, max), {}, {}};
}

std::unique_ptr<Adapter> tioga::createAdapter(const AdapterOptions &options) {
  if (!options.library.empty())
    return createLibraryAdapter(options);
  if (options.realTime)
    return std::make_unique<RealTimeAdapter>(options);
  return std::make_unique<VirtualAdapter>(options);
}
