//===- Replay.cpp - tioga replay --------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Runner/Replay.h"
#include "Command.h"
#include "Model.h"
#include "RunnerOptions.h"
#include "tioga/Engine/TraceText.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace tioga;
namespace cl = llvm::cl;

namespace {

/// A program and the model that judges it.
class Replayer {
public:
  Replayer(const System &system, const AdapterOptions &options)
      : system(system), model(system), adapter(createAdapter(options)) {}

  /// Sends the inputs and judges what comes back. A program that breaks down
  /// fails.
  Judgement run(const InputSchedule &schedule);
  InputSchedule shrink(const InputSchedule &schedule) {
    return tioga::shrink(schedule, [&](const InputSchedule &fewer) {
      ++numRuns;
      return run(fewer) == Judgement::Forbidden;
    });
  }
  void stop() { adapter->stop(); }

  /// Of the last run.
  Observation observation;
  std::string reason;
  unsigned numRuns = 0;

private:
  const System &system;
  Interpreter model;
  std::unique_ptr<Adapter> adapter;
};

} // namespace

Judgement Replayer::run(const InputSchedule &schedule) {
  observation = play(schedule, *adapter, system);
  Judgement judgement = judge(observation.trace, model, reason);
  if (judgement != Judgement::Allowed || observation.problem.empty())
    return judgement;
  reason = observation.problem;
  return Judgement::Forbidden;
}

static int report(Judgement judgement, llvm::StringRef reason,
                  const TimedTrace &trace, const System &system) {
  trace.print(llvm::outs(), system);
  llvm::outs() << "\n";
  switch (judgement) {
  case Judgement::Allowed:
    llvm::outs() << "pass\n";
    return ExitDone;
  case Judgement::Forbidden:
    llvm::outs() << "fail: " << reason << "\n";
    return ExitViolated;
  case Judgement::Unspecified:
  case Judgement::Undecided:
    llvm::outs() << "inconclusive: " << reason << "\n";
    return ExitUndecided;
  }
  llvm_unreachable("covered switch");
}

static int replayOnTarget(const TimedTrace &trace, const System &system,
                          const AdapterOptions &options, bool shrinks,
                          llvm::StringRef output) {
  std::optional<InputSchedule> schedule = InputSchedule::get(trace, system);
  if (!schedule)
    return reportError("a time leaves 64 bits");
  Replayer replayer(system, options);
  Judgement judgement = replayer.run(*schedule);
  if (shrinks && judgement == Judgement::Forbidden) {
    InputSchedule least = replayer.shrink(*schedule);
    judgement = replayer.run(least);
    llvm::errs() << schedule->inputs.size() << " inputs shrunk to "
                 << least.inputs.size() << " in " << replayer.numRuns
                 << " runs\n";
  }
  replayer.stop();
  if (!output.empty() &&
      mlir::failed(writeOutput(output, [&](llvm::raw_ostream &os) {
        printTraceText(replayer.observation.trace, system, os);
      })))
    return ExitRejected;
  int code =
      report(judgement, replayer.reason, replayer.observation.trace, system);
  llvm::outs() << replayer.observation.errors;
  return code;
}

int tioga::runReplayCommand(CommandArgs &args) {
  cl::opt<std::string> input(cl::Positional, cl::Required, cl::desc("<trace>"),
                             cl::cat(getCommandCategory()));
  cl::opt<std::string> modelFile(
      "model", cl::Required, cl::desc("The model that judges"),
      cl::value_desc("file[:system]"), cl::cat(getCommandCategory()));
  cl::opt<bool> shrinks(
      "shrink", cl::desc("Look for fewer inputs that still make it fail"),
      cl::cat(getCommandCategory()));
  cl::opt<std::string> output("o", cl::desc("Write what was seen as a trace"),
                              cl::value_desc("file"),
                              cl::cat(getCommandCategory()));
  TargetOptions target;
  ModelArguments modelArguments;
  if (!args.parse())
    return ExitUsage;
  AdapterOptions adapter;
  if (target.isGiven() && !target.apply(adapter))
    return ExitUsage;
  if (!target.isGiven() && (shrinks || !output.empty()))
    return reportUsage("there is no program to replay on: give one by --sut");

  Session session;
  session.setArguments(modelArguments);
  Session::Loaded loaded = session.loadSystem(modelFile);
  if (!loaded)
    return ExitRejected;
  if (loaded.system->isSync())
    return reportError("'" + modelFile + "' makes synchronous steps");
  std::unique_ptr<llvm::MemoryBuffer> buffer = readInput(input);
  if (!buffer)
    return ExitRejected;
  std::string error;
  std::optional<TimedTrace> trace =
      parseTraceText(buffer->getBuffer(), *loaded.system, error);
  if (!trace)
    return reportError(input + ": " + error);
  if (target.isGiven())
    return replayOnTarget(*trace, *loaded.system, adapter, shrinks, output);
  Interpreter interpreter(*loaded.system);
  Judgement judgement = judge(*trace, interpreter, error);
  return report(judgement, error, *trace, *loaded.system);
}
