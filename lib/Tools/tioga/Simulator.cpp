//===- Simulator.cpp - Walking through a model by hand ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Simulator.h"
#include "Command.h"
#include "tioga/Dialect/Tioga/IR/Domain.h"
#include "tioga/Engine/TraceText.h"
#include "tioga/Expr/Evaluate.h"
#include "tioga/Expr/Parse.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace tioga;
using llvm::raw_ostream;
using llvm::StringRef;

/// More steps than this are not shown.
static constexpr size_t maxShown = 40;
/// A transition with more arguments than this is one choice.
static constexpr size_t maxArgumentsShown = 8;

Simulator::Simulator(Interpreter &interpreter, raw_ostream &os, std::FILE *in)
    : interpreter(interpreter), system(interpreter.getSystem()), os(os), in(in),
      useColor(os.is_displayed() && os.has_colors()),
      isTerminal(llvm::sys::Process::FileDescriptorIsDisplayed(fileno(in))) {}

void Simulator::say(const llvm::Twine &message) { os << message << "\n"; }

//===----------------------------------------------------------------------===//
// The past
//===----------------------------------------------------------------------===//

TimedTrace Simulator::getTrace() const {
  TimedTrace trace;
  Rational pending;
  for (const Past &entry : past) {
    if (!entry.step)
      continue;
    std::optional<Rational> delay = Rational::add(pending, entry.step->delay);
    pending = delay.value_or(pending);
    if (!entry.step->transition)
      continue; // it only waited
    trace.steps.push_back(*entry.step);
    trace.steps.back().delay = pending;
    pending = Rational();
  }
  trace.finalDelay = pending;
  return trace;
}

std::optional<Rational> Simulator::getTime() const {
  return getTrace().getDuration();
}

void Simulator::undo() {
  if (past.size() == 1)
    return say("there is nothing to take back");
  past.pop_back();
  steps.clear();
  show();
}

void Simulator::showTrace() {
  if (!system.isSync())
    return printTraceText(getTrace(), system, os);
  for (const Past &entry : llvm::drop_begin(past))
    os << getValuesText(entry.state, system) << "\n";
}

//===----------------------------------------------------------------------===//
// Showing
//===----------------------------------------------------------------------===//

std::string tioga::getValuesText(const State &state, const System &system) {
  std::string text;
  for (bool hidden : {false, true})
    for (auto [variable, value] :
         llvm::zip(system.getVariables(), state.values)) {
      if ((variable.owner == Owner::Hidden) != hidden)
        continue;
      if (!text.empty())
        text += ", ";
      text += variable.getName();
      text += " := " + value.str();
    }
  return text;
}

void Simulator::showState() {
  os << "\n";
  if (useColor)
    os.changeColor(raw_ostream::SAVEDCOLOR, /*Bold=*/true);
  os << "step " << past.size() - 1;
  if (std::optional<Rational> time = getTime(); time && system.isDense())
    os << ", time " << *time;
  if (useColor)
    os.resetColor();
  os << ": ";
  getState().print(os, system);
  os << "\n";
}

/// The label with its parameters or arguments.
static std::string getChoiceText(const EnabledTransition &enabled,
                                 bool needsValues, const System &system) {
  const SystemTransition &transition =
      system.getTransitions()[enabled.transition];
  if (!needsValues) {
    std::string text = getEventText(
        {Rational(), transition.label, enabled.arguments, std::nullopt},
        system);
    if (!transition.label && !enabled.arguments.empty())
      text += "(" +
              llvm::join(llvm::map_range(
                             enabled.arguments,
                             [](const Value &value) { return value.str(); }),
                         ", ") +
              ")";
    return text;
  }
  std::string text = transition.label
                         ? system.getLabels()[*transition.label].getText()
                         : "silent";
  text += "(";
  llvm::ListSeparator separator;
  for (const SystemParam &param : transition.params) {
    text += separator;
    text += param.getName();
  }
  return text + ")";
}

/// When something can happen, and whether it needs arguments.
static std::string getWindowText(const EnabledTransition &enabled,
                                 bool needsValues, size_t numArguments,
                                 const System &system) {
  std::string text;
  if (needsValues)
    text = numArguments ? std::to_string(numArguments) + " values"
                        : "needs values";
  if (system.isDense() && !enabled.delays.isEmpty())
    text += (text.empty() ? "" : "  ") + enabled.delays.str();
  return text;
}

void Simulator::printChoice(const Choice &choice, size_t width,
                            size_t windowWidth) {
  const SystemTransition &transition =
      system.getTransitions()[choice.enabled.transition];
  if (useColor) {
    raw_ostream::Colors color = raw_ostream::BRIGHT_BLACK;
    if (!system.isSilent(transition))
      color = system.getLabels()[*transition.label].kind == LabelKind::Input
                  ? raw_ostream::CYAN
                  : raw_ostream::GREEN;
    os.changeColor(color);
  }
  os << llvm::left_justify(
      getChoiceText(choice.enabled, choice.needsValues, system), width);
  if (useColor)
    os.resetColor();
  if (windowWidth)
    os << "  "
       << llvm::left_justify(getWindowText(choice.enabled, choice.needsValues,
                                           choice.numArguments, system),
                             windowWidth);
  std::string moves = getMovesText(transition, system);
  if (moves.empty())
    moves = llvm::join(transition.origin, ", ");
  os << "  " << moves << "\n";
}

/// One line each, or one for all of a transition with many arguments.
void Simulator::addChoices(llvm::ArrayRef<EnabledTransition> enabled) {
  while (!enabled.empty()) {
    llvm::ArrayRef<EnabledTransition> same =
        enabled.take_while([&](const EnabledTransition &other) {
          return other.transition == enabled.front().transition;
        });
    enabled = enabled.drop_front(same.size());
    if (same.size() <= maxArgumentsShown) {
      for (const EnabledTransition &one : same)
        choices.push_back({one});
      continue;
    }
    DelaySet delays;
    for (const EnabledTransition &one : same)
      delays.insert(one.delays);
    choices.push_back(
        {{same.front().transition, {}, delays}, true, same.size()});
  }
}

void Simulator::showAsync() {
  choices.clear();
  Decided<StateOptions> options = interpreter.getOptions(getState());
  if (!isDecided(options))
    return;
  addChoices(options->enabled);
  for (unsigned transition : options->needValues)
    choices.push_back({{transition, {}, {}}, true});
  size_t width = 0, windowWidth = 0;
  for (const Choice &choice : choices) {
    width = std::max(
        width,
        getChoiceText(choice.enabled, choice.needsValues, system).size());
    windowWidth =
        std::max(windowWidth, getWindowText(choice.enabled, choice.needsValues,
                                            choice.numArguments, system)
                                  .size());
  }
  for (auto [index, choice] : llvm::enumerate(choices)) {
    os << llvm::right_justify(std::to_string(index + 1), 4) << "  ";
    printChoice(choice, width, windowWidth);
  }
  if (choices.empty())
    os << "      nothing can happen\n";
  if (system.isDense())
    os << "   w  wait  " << options->waiting.str() << "\n";
}

void Simulator::showSync() {
  if (!steps.empty()) {
    for (auto [index, step] :
         llvm::enumerate(llvm::ArrayRef(steps).take_front(maxShown)))
      os << llvm::right_justify(std::to_string(index + 1), 4) << "  "
         << getValuesText(step.next, system) << "\n";
    if (steps.size() > maxShown)
      os << "      and " << steps.size() - maxShown << " more\n";
    return;
  }
  os << "      inputs:";
  llvm::ListSeparator separator(",");
  for (const SystemVariable &variable : system.getVariables())
    if (variable.owner == Owner::Input)
      os << separator << " " << variable.getName() << " : "
         << typeToString(variable.type);
  os << "\n";
}

void Simulator::show() {
  showState();
  if (system.isSync())
    showSync();
  else
    showAsync();
}

void Simulator::help() {
  if (system.isSync())
    os << "  x := 1, b := true  make a step with these inputs (others keep\n"
          "                     their value, or get the first of their type)\n"
          "  N                  if several steps are possible: take the N-th\n";
  else
    os << "  N [DELAY]          take the N-th transition, as soon as possible "
          "or\n"
          "                     after a delay; N(3, true) gives arguments\n"
          "  label [DELAY]      the same by name: fill(3) 2.5\n"
          "  w DELAY            let time pass\n";
  os << "  r [N]              make N steps at random (default 1)\n"
        "  u                  undo the last step\n"
        "  s                  show the state and what can happen\n"
        "  t                  print the trace\n"
        "  h                  print this\n"
        "  q                  quit\n";
}

//===----------------------------------------------------------------------===//
// Asynchronous choices
//===----------------------------------------------------------------------===//

void Simulator::wait(StringRef text) {
  std::optional<Rational> delay = parseDelay(text);
  if (!delay)
    return say("'" + text + "' is no delay");
  Decided<std::optional<State>> later = interpreter.wait(getState(), *delay);
  if (!isDecided(later))
    return;
  if (!*later)
    return say("time may not pass by " + delay->str());
  past.push_back({TraceStep{*delay, std::nullopt, {}, std::nullopt}, **later});
  show();
}

void Simulator::take(const EnabledTransition &enabled, Rational delay) {
  Decided<std::optional<State>> later = interpreter.wait(getState(), delay);
  if (!isDecided(later))
    return;
  if (!*later)
    return say("time may not pass by " + delay.str());
  Decided<std::optional<State>> next =
      interpreter.fire(**later, enabled.transition, enabled.arguments);
  if (!isDecided(next))
    return;
  if (!*next)
    return say("that is not possible then");
  past.push_back(
      {TraceStep{delay, system.getTransitions()[enabled.transition].label,
                 enabled.arguments, enabled.transition},
       **next});
  show();
}

bool Simulator::fillArguments(Choice &choice, StringRef text) {
  std::string error;
  std::optional<std::vector<Value>> arguments =
      parseArguments(text, system, error);
  if (!arguments) {
    say(error);
    return false;
  }
  size_t expected =
      system.getTransitions()[choice.enabled.transition].params.size();
  if (arguments->size() != expected) {
    say("expected " + llvm::Twine(expected) + " arguments");
    return false;
  }
  choice.enabled.arguments = std::move(*arguments);
  Decided<DelaySet> delays = interpreter.getDelays(
      getState(), choice.enabled.transition, choice.enabled.arguments);
  if (!isDecided(delays))
    return false;
  choice.enabled.delays = *delays;
  choice.needsValues = false;
  return true;
}

void Simulator::chooseAsync(StringRef word, StringRef rest) {
  auto [name, arguments] = word.split('(');
  unsigned number;
  std::optional<Choice> choice;
  if (!name.getAsInteger(10, number)) {
    if (number < 1 || number > choices.size())
      return say("choose a number from 1 to " + llvm::Twine(choices.size()));
    choice = choices[number - 1];
  } else {
    for (const Choice &candidate : choices) {
      const SystemTransition &transition =
          system.getTransitions()[candidate.enabled.transition];
      StringRef label = transition.label
                            ? system.getLabels()[*transition.label].name
                            : StringRef("silent");
      if (!choice && label == name.rtrim("?!"))
        choice = candidate;
    }
    if (!choice)
      return say("'" + word +
                 "' is no command and nothing that can happen; "
                 "`h` helps");
  }
  if (name.size() != word.size() &&
      !fillArguments(*choice, arguments.rtrim(")")))
    return;
  if (choice->needsValues)
    return say("give the arguments: `" + name + "(...)`");
  if (choice->enabled.delays.isEmpty())
    return say("that is not possible");
  std::optional<Rational> delay;
  if (rest.empty()) {
    const DelayInterval &first = choice->enabled.delays.getIntervals().front();
    delay = first.lowOpen ? first.getSample() : first.low;
  } else {
    delay = parseDelay(rest);
  }
  if (!delay)
    return say("'" + rest + "' is no delay");
  take(choice->enabled, *delay);
}

//===----------------------------------------------------------------------===//
// Synchronous choices
//===----------------------------------------------------------------------===//

void Simulator::chooseInputs(StringRef text) {
  std::string error;
  std::optional<Update> update = parseUpdate(
      text, system.getExprContext(),
      [&](size_t, const llvm::Twine &message) { error = message.str(); });
  if (!update)
    return say(error + "; `h` helps");
  llvm::StringMap<Value> given;
  for (const Assignment &assignment : *update) {
    EvalResult value =
        evaluate(assignment.value, [](StringRef, bool) { return nullptr; });
    const Slot *slot = system.lookup(assignment.target);
    if (!value || !slot || slot->kind != Slot::Kind::Variable ||
        system.getVariables()[slot->index].owner != Owner::Input)
      return say("'" + assignment.target.str() +
                 " := " + assignment.value.str() + "' gives no input a value");
    given[assignment.target.getName()] = value.value;
  }
  std::vector<Value> inputs;
  for (auto [index, variable] : llvm::enumerate(system.getVariables())) {
    if (variable.owner != Owner::Input)
      continue;
    auto found = given.find(variable.getName());
    if (found != given.end())
      inputs.push_back(found->second);
    else
      inputs.push_back(getState().hasStarted ? getState().values[index]
                                             : getFirstValue(variable.type));
    if (!isInDomain(inputs.back(), variable.type))
      return say(inputs.back().str() + " is not in " +
                 typeToString(variable.type));
  }
  Decided<SyncSteps> result = interpreter.getSteps(getState(), inputs);
  if (!isDecided(result))
    return;
  if (!result->isComplete)
    say("not all values of variables without bound were tried");
  if (result->steps.empty())
    return say("no step is possible with these inputs");
  steps = std::move(result->steps);
  if (steps.size() == 1)
    return chooseStep("1");
  show();
}

void Simulator::chooseStep(StringRef text) {
  unsigned number;
  if (text.getAsInteger(10, number) || number < 1 || number > steps.size())
    return say(steps.empty()
                   ? llvm::Twine("give the inputs first")
                   : "choose a number from 1 to " + llvm::Twine(steps.size()));
  State next = steps[number - 1].next;
  steps.clear();
  past.push_back({std::nullopt, std::move(next)});
  show();
}

//===----------------------------------------------------------------------===//
// Commands
//===----------------------------------------------------------------------===//

void Simulator::walk(StringRef text) {
  unsigned count = 1;
  if (!text.empty() && text.getAsInteger(10, count))
    return say("'" + text + "' is no number of steps");
  // A walk of its own starts at the beginning; here it goes on.
  Decided<Walk> walk = walkAtRandom(interpreter, getState(), count, ++seed);
  if (!isDecided(walk))
    return;
  for (auto [index, state] : llvm::enumerate(llvm::drop_begin(walk->states))) {
    std::optional<TraceStep> step;
    if (!system.isSync())
      step = walk->run.steps[index];
    past.push_back({step, state});
  }
  steps.clear();
  if (!walk->ended.empty())
    say(walk->ended);
  show();
}

void Simulator::choose(StringRef word, StringRef rest) {
  if (!system.isSync())
    return chooseAsync(word, rest);
  if (llvm::isDigit(word.front()))
    return chooseStep(word);
  chooseInputs((word + " " + rest).str());
}

bool Simulator::obey(StringRef word, StringRef rest) {
  if (word == "q" || word == "quit")
    return false;
  if (word == "h" || word == "help" || word == "?")
    help();
  else if (word == "u" || word == "undo")
    undo();
  else if (word == "t" || word == "trace")
    showTrace();
  else if (word == "s" || word == "state")
    show();
  else if (word == "r" || word == "random")
    walk(rest);
  else if ((word == "w" || word == "wait") && system.isDense())
    wait(rest);
  else
    choose(word, rest);
  return true;
}

/// Reads a line without its end. Nothing at the end of the input.
static std::optional<std::string> readLine(std::FILE *in) {
  std::string line;
  int c;
  while ((c = std::fgetc(in)) != EOF && c != '\n')
    line += char(c);
  if (c == EOF && line.empty())
    return std::nullopt;
  return line;
}

bool Simulator::readCommand() {
  os << "> ";
  os.flush();
  std::optional<std::string> line = readLine(in);
  if (!line) {
    os << "\n";
    return false;
  }
  if (!isTerminal)
    os << *line << "\n";
  StringRef text = StringRef(*line).trim();
  if (text.empty())
    return true;
  // Arguments may hold spaces.
  size_t end = 0, depth = 0;
  for (; end < text.size(); ++end) {
    if (text[end] == '(')
      ++depth;
    else if (text[end] == ')' && depth)
      --depth;
    else if (!depth && llvm::isSpace(text[end]))
      break;
  }
  return obey(text.take_front(end), text.drop_front(end).trim());
}

bool Simulator::start() {
  Decided<std::optional<State>> initial = interpreter.getInitialState();
  if (!isDecided(initial))
    return false;
  if (!*initial) {
    say("an invariant does not hold at the beginning");
    return false;
  }
  past.push_back({std::nullopt, **initial});
  os << system.getName() << "; `h` helps\n";
  show();
  return true;
}

int Simulator::run() {
  if (!start())
    return ExitUndecided;
  while (readCommand())
    ;
  return ExitDone;
}
