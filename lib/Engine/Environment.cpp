//===- Environment.cpp - What belongs to the tester -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Engine/Environment.h"
#include "tioga/Dialect/Tioga/IR/Domain.h"
#include "tioga/Expr/Rewrite.h"
#include "llvm/ADT/MapVector.h"

using namespace tioga;

bool tioga::isEnvironmentName(const System &system, Expr name) {
  return llvm::any_of(system.getControls(), [&](const SystemControl &control) {
    llvm::StringRef text = name.getName();
    return control.isEnvironment && text.consume_front(control.getName()) &&
           (text.empty() || text.starts_with("."));
  });
}

static bool mentionsEnvironment(const System &system, Expr expr) {
  llvm::SetVector<Expr> names;
  collectNames(expr, names);
  return llvm::any_of(
      names, [&](Expr name) { return isEnvironmentName(system, name); });
}

SystemCondition tioga::getEnvironmentPart(const System &system,
                                          const SystemCondition &guard) {
  SystemCondition part;
  for (const ClockBound &bound : guard.clocks)
    if (mentionsEnvironment(system, bound.source))
      part.clocks.push_back(bound);
  for (Expr conjunct : guard.data)
    if (mentionsEnvironment(system, conjunct))
      part.data.push_back(conjunct);
  for (Expr conjunct : guard.mixed)
    if (mentionsEnvironment(system, conjunct))
      part.mixed.push_back(conjunct);
  return part;
}

//===----------------------------------------------------------------------===//
// Inputs that nobody takes
//===----------------------------------------------------------------------===//

namespace {
/// Searches one input for a moment at which it is sent and not taken.
class UnheardSearch {
public:
  UnheardSearch(const System &system, unsigned label)
      : system(system), context(system.getExprContext()), label(label) {}

  std::optional<UnheardInput> run(const ReachabilityOptions &options);

private:
  Expr getGoal(llvm::ArrayRef<Value> arguments);
  Expr getCondition(const SystemTransition &transition, bool ofEnvironment,
                    llvm::ArrayRef<Value> arguments);

  const System &system;
  ExprContext &context;
  unsigned label;
};
} // namespace

/// When one side is ready for a transition.
Expr UnheardSearch::getCondition(const SystemTransition &transition,
                                 bool ofEnvironment,
                                 llvm::ArrayRef<Value> arguments) {
  llvm::SmallVector<Expr> parts;
  for (const SystemMove &move : transition.moves) {
    const SystemControl &control = system.getControls()[move.control];
    if (control.isEnvironment == ofEnvironment && move.from)
      parts.push_back(context.get(ExprKind::Eq, control.name,
                                  control.values[*move.from].toExpr(context)));
  }
  Substitution values(context);
  for (auto [param, value] : llvm::zip(transition.params, arguments))
    values.set(param.name, value.toExpr(context));
  for (Expr conjunct : getConjuncts(transition.guard.expr))
    if (mentionsEnvironment(system, conjunct) == ofEnvironment)
      parts.push_back(values.apply(conjunct));
  return parts.empty() ? context.getBool(true) : context.getAnd(parts);
}

/// Some edge of the environment is ready, and none that could meet it.
Expr UnheardSearch::getGoal(llvm::ArrayRef<Value> arguments) {
  llvm::MapVector<Expr, llvm::SmallVector<Expr>> receivers;
  for (const SystemTransition &transition : system.getTransitions()) {
    bool isSent = llvm::any_of(transition.moves, [&](const SystemMove &move) {
      return system.getControls()[move.control].isEnvironment;
    });
    if (transition.label == label && isSent)
      receivers[getCondition(transition, true, arguments)].push_back(
          getCondition(transition, false, arguments));
  }
  llvm::SmallVector<Expr> goals;
  for (auto &[sender, taken] : receivers)
    goals.push_back(context.getAnd(
        {sender, context.get(ExprKind::Not, context.getOr(taken))}));
  return goals.empty() ? Expr() : context.getOr(goals);
}

std::optional<UnheardInput>
UnheardSearch::run(const ReachabilityOptions &options) {
  constexpr size_t maxArguments = 64;
  std::vector<std::vector<Value>> combinations(1);
  for (const SystemParam &param : system.getLabels()[label].params) {
    std::optional<std::vector<Value>> domain =
        enumerateDomain(param.type, maxArguments);
    if (!domain || combinations.size() * domain->size() > maxArguments)
      return std::nullopt;
    std::vector<std::vector<Value>> extended;
    for (const std::vector<Value> &each : combinations)
      for (const Value &value : *domain) {
        extended.push_back(each);
        extended.back().push_back(value);
      }
    combinations = std::move(extended);
  }
  for (std::vector<Value> &arguments : combinations) {
    Expr goal = getGoal(arguments);
    if (!goal)
      return std::nullopt;
    ReachabilityResult result = reach(system, goal, options);
    if (result.answer == ReachabilityResult::Answer::Reachable)
      return UnheardInput{label, std::move(arguments), std::move(result.run)};
  }
  return std::nullopt;
}

std::vector<UnheardInput>
tioga::findUnheardInputs(const System &system,
                         const ReachabilityOptions &options) {
  std::vector<UnheardInput> result;
  if (!system.hasEnvironment())
    return result;
  for (auto [index, label] : llvm::enumerate(system.getLabels()))
    if (label.kind == LabelKind::Input)
      if (auto unheard = UnheardSearch(system, index).run(options))
        result.push_back(std::move(*unheard));
  return result;
}

std::string UnheardInput::str(const System &system) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "the environment sends '" << system.getLabels()[label].getText();
  if (!arguments.empty()) {
    os << '(';
    llvm::interleaveComma(arguments, os);
    os << ')';
  }
  os << "' where the specification does not take it, after ";
  std::optional<TimedTrace> seen = run.getObservable(system);
  (seen ? *seen : run).print(os, system);
  os << "; it is not followed";
  return text;
}
