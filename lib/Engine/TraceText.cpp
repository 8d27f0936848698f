//===- TraceText.cpp - Traces that people write -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Engine/TraceText.h"
#include "tioga/Expr/Evaluate.h"
#include "tioga/Expr/Parse.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace tioga;

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

std::string tioga::getEventText(const TraceStep &step, const System &system) {
  if (!step.label)
    return "silent";
  std::string text = system.getLabels()[*step.label].getText();
  if (!step.arguments.empty()) {
    llvm::raw_string_ostream os(text);
    os << "(";
    llvm::interleaveComma(step.arguments, os);
    os << ")";
  }
  return text;
}

std::string tioga::getTransitionName(unsigned index, const System &system) {
  const SystemTransition &transition = system.getTransitions()[index];
  std::string name = llvm::join(transition.origin, "+");
  unsigned before = 0, count = 0;
  for (auto [other, candidate] : llvm::enumerate(system.getTransitions())) {
    if (candidate.label != transition.label ||
        candidate.origin != transition.origin)
      continue;
    ++count;
    before += other < index;
  }
  if (count > 1 || name.empty())
    name += "/" + std::to_string(before + 1);
  return name;
}

std::string tioga::getMovesText(const SystemTransition &transition,
                                const System &system) {
  std::string text;
  for (const SystemMove &move : transition.moves) {
    const SystemControl &control = system.getControls()[move.control];
    if (!text.empty())
      text += ", ";
    text += control.getName();
    text += ": ";
    text += move.from ? control.locations[*move.from] : "*";
    text += " -> ";
    text += control.locations[move.to];
  }
  return text;
}

/// `@leak(3)`: parameters of silent transitions are their own.
static std::string getTransitionText(const TraceStep &step,
                                     const System &system) {
  if (!step.transition)
    return "";
  std::string text = "@" + getTransitionName(*step.transition, system);
  if (!step.label && !step.arguments.empty()) {
    llvm::raw_string_ostream os(text);
    os << "(";
    llvm::interleaveComma(step.arguments, os);
    os << ")";
  }
  return text;
}

void tioga::printTraceText(const TimedTrace &trace, const System &system,
                           llvm::raw_ostream &os) {
  size_t delayWidth = 0, eventWidth = 0, nameWidth = 0;
  std::vector<std::array<std::string, 3>> rows;
  for (const TraceStep &step : trace.steps) {
    rows.push_back({system.isDense() ? step.delay.str() : "",
                    getEventText(step, system),
                    getTransitionText(step, system)});
    delayWidth = std::max(delayWidth, rows.back()[0].size());
    eventWidth = std::max(eventWidth, rows.back()[1].size());
    nameWidth = std::max(nameWidth, rows.back()[2].size());
  }
  for (auto [row, step] : llvm::zip(rows, trace.steps)) {
    std::string line;
    llvm::raw_string_ostream text(line);
    if (delayWidth)
      text << llvm::left_justify(row[0], delayWidth) << "  ";
    text << llvm::left_justify(row[1], eventWidth) << "  "
         << llvm::left_justify(row[2], nameWidth);
    if (step.transition) {
      std::string moves =
          getMovesText(system.getTransitions()[*step.transition], system);
      if (!moves.empty())
        text << "  # " << moves;
    }
    os << llvm::StringRef(line).rtrim() << "\n";
  }
  if (!trace.finalDelay.isZero())
    os << trace.finalDelay << "\n";
}

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

std::optional<Rational> tioga::parseDelay(llvm::StringRef text) {
  auto [numerator, denominator] = text.split('/');
  std::optional<Rational> value = Rational::parseDecimal(numerator);
  if (!value || numerator.size() == text.size())
    return value;
  std::optional<Rational> divisor = Rational::parseDecimal(denominator);
  return divisor ? Rational::div(*value, *divisor) : std::nullopt;
}

std::optional<std::vector<Value>> tioga::parseArguments(llvm::StringRef text,
                                                        const System &system,
                                                        std::string &error) {
  std::vector<Value> values;
  if (text.trim().empty())
    return values;
  Expr list = parseExpr(
      ("[" + text + "]").str(), system.getExprContext(),
      [&](size_t, const llvm::Twine &message) { error = message.str(); });
  if (!list)
    return std::nullopt;
  for (Expr argument : list.getOperands()) {
    EvalResult result =
        evaluate(argument, [](llvm::StringRef, bool) { return nullptr; });
    if (!result) {
      error = ("'" + argument.str() + "': " + describe(result.fault)).str();
      return std::nullopt;
    }
    values.push_back(result.value);
  }
  return values;
}

namespace {

class TraceParser {
public:
  TraceParser(llvm::StringRef text, const System &system, std::string &error)
      : text(text), rest(text), system(system), error(error) {}

  std::optional<TimedTrace> parse();

private:
  void skipSpace();
  /// The next word; an opening bracket goes on to its closing one.
  llvm::StringRef takeWord();
  bool parseWord(llvm::StringRef word);
  bool parseEvent(llvm::StringRef word);
  bool parseTransition(llvm::StringRef name);
  bool fail(const llvm::Twine &message);

  llvm::StringRef text, rest;
  const System &system;
  std::string &error;
  TimedTrace trace;
  bool hasDelay = false;
};

} // namespace

bool TraceParser::fail(const llvm::Twine &message) {
  size_t line = text.drop_back(rest.size()).count('\n') + 1;
  error = ("line " + llvm::Twine(line) + ": " + message).str();
  return false;
}

void TraceParser::skipSpace() {
  while (true) {
    rest = rest.ltrim();
    if (rest.consume_front("#"))
      rest = rest.drop_until([](char c) { return c == '\n'; });
    else if (!rest.consume_front("·"))
      return;
  }
}

llvm::StringRef TraceParser::takeWord() {
  size_t depth = 0, length = 0;
  for (; length < rest.size(); ++length) {
    char c = rest[length];
    if (c == '(')
      ++depth;
    else if (c == ')' && depth)
      --depth;
    else if (!depth && llvm::isSpace(c))
      break;
  }
  llvm::StringRef word = rest.take_front(length);
  rest = rest.drop_front(length);
  return word;
}

bool TraceParser::parseEvent(llvm::StringRef word) {
  TraceStep step;
  step.delay = trace.finalDelay;
  trace.finalDelay = Rational();
  hasDelay = false;
  if (word != "silent") {
    auto [name, arguments] = word.split('(');
    if (name.size() != word.size() && !arguments.consume_back(")"))
      return fail("expected ')' behind the arguments of '" + name + "'");
    bool isInput = name.consume_back("?");
    bool isOutput = !isInput && name.consume_back("!");
    step.label = system.lookupLabel(name);
    if (!step.label)
      return fail("there is no label '" + name + "'");
    LabelKind kind = system.getLabels()[*step.label].kind;
    if ((isInput && kind != LabelKind::Input) ||
        (isOutput && kind != LabelKind::Output))
      return fail("'" + name + "' is " +
                  llvm::StringRef(stringifyLabelKind(kind)));
    std::string reason;
    auto values = parseArguments(arguments, system, reason);
    if (!values)
      return fail(reason);
    size_t expected = system.getLabels()[*step.label].params.size();
    if (values->size() != expected)
      return fail("'" + name + "' has " + llvm::Twine(expected) +
                  (expected == 1 ? " parameter" : " parameters") + ", not " +
                  llvm::Twine(values->size()));
    step.arguments = std::move(*values);
  }
  trace.steps.push_back(std::move(step));
  return true;
}

bool TraceParser::parseTransition(llvm::StringRef name) {
  if (trace.steps.empty())
    return fail("'@' names the transition of the step before it");
  TraceStep &step = trace.steps.back();
  auto [origin, arguments] = name.split('(');
  for (auto [index, transition] : llvm::enumerate(system.getTransitions()))
    if (transition.label == step.label &&
        getTransitionName(index, system) == origin) {
      step.transition = index;
      if (origin.size() == name.size())
        return true;
      std::string reason;
      arguments.consume_back(")");
      auto values = parseArguments(arguments, system, reason);
      if (!values)
        return fail(reason);
      step.arguments = std::move(*values);
      return true;
    }
  return fail("there is no such transition '" + origin + "'");
}

bool TraceParser::parseWord(llvm::StringRef word) {
  if (word.consume_front("@"))
    return parseTransition(word);
  if (!llvm::isDigit(word.front()))
    return parseEvent(word);
  std::optional<Rational> delay = parseDelay(word);
  if (!delay)
    return fail("'" + word + "' is no delay");
  if (hasDelay)
    return fail("a second delay before anything has happened");
  hasDelay = true;
  trace.finalDelay = *delay;
  return true;
}

std::optional<TimedTrace> TraceParser::parse() {
  while (true) {
    skipSpace();
    if (rest.empty())
      return std::move(trace);
    if (!parseWord(takeWord()))
      return std::nullopt;
  }
}

std::optional<TimedTrace> tioga::parseTraceText(llvm::StringRef text,
                                                const System &system,
                                                std::string &error) {
  return TraceParser(text, system, error).parse();
}
