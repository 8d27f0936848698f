//===- Sim.cpp - tioga sim --------------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Model.h"
#include "Simulator.h"
#include "tioga/Engine/TraceText.h"
#include "tioga/Expr/Evaluate.h"
#include "tioga/Expr/Parse.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

using namespace tioga;
namespace cl = llvm::cl;

static int reportUndecided(llvm::StringRef reason) {
  llvm::errs() << "tioga: undecided: " << reason << "\n";
  return ExitUndecided;
}

//===----------------------------------------------------------------------===//
// --random
//===----------------------------------------------------------------------===//

static llvm::json::Object toJSON(const State &state, const System &system) {
  llvm::json::Object values;
  for (auto [variable, value] : llvm::zip(system.getVariables(), state.values))
    values[variable.getName()] = value.str();
  return values;
}

static void printWalk(const Walk &walk, const System &system,
                      OutputFormat format) {
  if (format == OutputFormat::Text) {
    if (!system.isSync())
      return printTraceText(walk.run, system, llvm::outs());
    for (const State &state : llvm::drop_begin(walk.states))
      llvm::outs() << getValuesText(state, system) << "\n";
    return;
  }
  llvm::json::Array steps;
  if (!system.isSync())
    steps = walk.run.toJSON(system);
  else
    for (const State &state : llvm::drop_begin(walk.states))
      steps.push_back(toJSON(state, system));
  llvm::json::Object object{{"system", system.getName()},
                            {"steps", std::move(steps)}};
  if (!walk.ended.empty())
    object["ended"] = walk.ended;
  printJSON(std::move(object));
}

static int runRandom(Interpreter &interpreter, unsigned steps, uint64_t seed,
                     OutputFormat format) {
  Decided<Walk> walk = walkAtRandom(interpreter, steps, seed);
  if (!walk)
    return reportUndecided(walk.getReason());
  printWalk(*walk, interpreter.getSystem(), format);
  if (!walk->ended.empty())
    llvm::errs() << "tioga: note: ended after "
                 << (walk->states.empty() ? 0 : walk->states.size() - 1)
                 << " steps: " << walk->ended << "\n";
  return ExitDone;
}

//===----------------------------------------------------------------------===//
// --replay
//===----------------------------------------------------------------------===//

static int reportReplay(const ReplayResult &result, const System &system,
                        OutputFormat format) {
  if (format == OutputFormat::JSON) {
    llvm::json::Object object{
        {"answer",
         result.answer == AnswerKind::Violated
             ? "impossible"
             : (result.answer == AnswerKind::Holds ? "possible" : "undecided")},
        {"steps", result.position}};
    if (!result.reason.empty())
      object["reason"] = result.reason;
    if (!system.isSync())
      object["run"] = result.run.toJSON(system);
    printJSON(std::move(object));
  } else if (result.answer == AnswerKind::Holds) {
    llvm::outs() << "possible\n";
    if (!system.isSync())
      printTraceText(result.run, system, llvm::outs());
  } else {
    llvm::outs() << (result.answer == AnswerKind::Violated ? "impossible"
                                                           : "undecided")
                 << " at step " << result.position + 1 << ": " << result.reason
                 << "\n";
  }
  return getExitCode(result.answer);
}

namespace {

/// Replays steps of a synchronous system, of which hidden variables (and
/// outputs) may be left out.
class SyncReplay {
public:
  explicit SyncReplay(Interpreter &interpreter)
      : interpreter(interpreter), system(interpreter.getSystem()) {}

  /// Returns false, with a message, if the text is no such trace.
  bool replay(llvm::StringRef text, ReplayResult &result, std::string &error);

private:
  using Values = std::vector<std::optional<Value>>;

  bool parse(llvm::StringRef text, std::string &error);
  bool parseStep(llvm::StringRef line, std::string &error);
  bool takeStep(const Values &observed, ReplayResult &result);

  Interpreter &interpreter;
  const System &system;
  std::vector<Values> observed;
  std::set<State> states;
  bool isComplete = true;
};

} // namespace

bool SyncReplay::parseStep(llvm::StringRef line, std::string &error) {
  std::optional<Update> update = parseUpdate(
      line, system.getExprContext(),
      [&](size_t, const llvm::Twine &message) { error = message.str(); });
  if (!update)
    return false;
  Values values(system.getVariables().size());
  for (const Assignment &assignment : *update) {
    const Slot *slot = system.lookup(assignment.target);
    EvalResult value = evaluate(assignment.value,
                                [](llvm::StringRef, bool) { return nullptr; });
    if (!slot || slot->kind != Slot::Kind::Variable || !value) {
      error = "'" + assignment.target.str() + " := " + assignment.value.str() +
              "' gives no variable a value";
      return false;
    }
    values[slot->index] = value.value;
  }
  for (auto [variable, value] : llvm::zip(system.getVariables(), values))
    if (variable.owner == Owner::Input && !value) {
      error = ("the input '" + variable.getName() + "' has no value").str();
      return false;
    }
  observed.push_back(std::move(values));
  return true;
}

bool SyncReplay::parse(llvm::StringRef text, std::string &error) {
  llvm::SmallVector<llvm::StringRef> lines;
  text.split(lines, '\n');
  for (auto [number, line] : llvm::enumerate(lines)) {
    llvm::StringRef content = line.split('#').first.trim();
    if (content.empty() || parseStep(content, error))
      continue;
    error = "line " + std::to_string(number + 1) + ": " + error;
    return false;
  }
  return true;
}

bool SyncReplay::takeStep(const Values &values, ReplayResult &result) {
  std::vector<Value> inputs;
  for (auto [variable, value] : llvm::zip(system.getVariables(), values))
    if (variable.owner == Owner::Input)
      inputs.push_back(*value);
  std::set<State> next;
  for (const State &state : states) {
    Decided<SyncSteps> steps = interpreter.getSteps(state, inputs);
    if (!steps) {
      result.reason = steps.getReason().str();
      return false;
    }
    isComplete &= steps->isComplete;
    for (const SyncStep &step : steps->steps)
      if (llvm::all_of(llvm::zip(step.next.values, values), [](auto pair) {
            return !std::get<1>(pair) ||
                   *std::get<1>(pair) == std::get<0>(pair);
          }))
        next.insert(step.next);
  }
  states = std::move(next);
  if (!states.empty())
    return true;
  result.answer = isComplete ? AnswerKind::Violated : AnswerKind::Undecided;
  result.reason = isComplete ? "no such step is possible"
                             : "not all values of variables without bound "
                               "were tried";
  return false;
}

bool SyncReplay::replay(llvm::StringRef text, ReplayResult &result,
                        std::string &error) {
  if (!parse(text, error))
    return false;
  Decided<std::optional<State>> initial = interpreter.getInitialState();
  states.insert(**initial);
  for (const Values &values : observed) {
    if (!takeStep(values, result))
      return true;
    ++result.position;
  }
  result.answer = AnswerKind::Holds;
  return true;
}

static int runReplay(Interpreter &interpreter, llvm::StringRef path,
                     OutputFormat format) {
  const System &system = interpreter.getSystem();
  std::unique_ptr<llvm::MemoryBuffer> buffer = readInput(path);
  if (!buffer)
    return ExitRejected;
  llvm::StringRef text = buffer->getBuffer();
  std::string error;
  ReplayResult result;
  if (system.isSync()) {
    if (!SyncReplay(interpreter).replay(text, result, error))
      return reportError(path + ": " + error);
    return reportReplay(result, system, format);
  }
  std::optional<TimedTrace> trace = parseTraceText(text, system, error);
  if (!trace)
    return reportError(path + ": " + error);
  bool isRun = llvm::any_of(trace->steps, [](const TraceStep &step) {
    return step.transition.has_value();
  });
  result = isRun ? replayRun(interpreter, *trace)
                 : replayObservation(interpreter, *trace);
  return reportReplay(result, system, format);
}

//===----------------------------------------------------------------------===//
// Command
//===----------------------------------------------------------------------===//

int tioga::runSim(CommandArgs &args) {
  cl::opt<std::string> input(cl::Positional, cl::Required,
                             cl::desc("<file>[:<system>]"),
                             cl::cat(getCommandCategory()));
  cl::opt<bool> random("random", cl::desc("Walk at random and print the trace"),
                       cl::cat(getCommandCategory()));
  cl::opt<unsigned> steps("steps",
                          cl::desc("Steps of a random walk (default 20)"),
                          cl::init(20), cl::cat(getCommandCategory()));
  cl::opt<uint64_t> seed("seed", cl::desc("Seed of a random walk (default 1)"),
                         cl::init(1), cl::cat(getCommandCategory()));
  cl::opt<std::string> replay(
      "replay",
      cl::desc("Tell whether the run or observation in a file is "
               "possible (- is the standard input)"),
      cl::value_desc("path"), cl::cat(getCommandCategory()));
  cl::opt<unsigned> maxSilent(
      "max-silent",
      cl::desc("Silent steps tried between two observations (default 16)"),
      cl::init(InterpreterLimits().maxSilentSteps),
      cl::cat(getCommandCategory()));
  FormatOption format;
  ModelArguments modelArguments;
  if (!args.parse())
    return ExitUsage;
  if (random && !replay.empty())
    return reportUsage("--random and --replay exclude each other");

  Session session;
  session.setArguments(modelArguments);
  Session::Loaded loaded = session.loadSystem(input);
  if (!loaded)
    return ExitRejected;
  InterpreterLimits limits;
  limits.maxSilentSteps = maxSilent;
  Interpreter interpreter(*loaded.system, limits);
  if (random)
    return runRandom(interpreter, steps, seed, format);
  if (!replay.empty())
    return runReplay(interpreter, replay, format);
  return Simulator(interpreter, llvm::outs(), stdin).run();
}
