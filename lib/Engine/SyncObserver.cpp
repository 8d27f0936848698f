//===- SyncObserver.cpp - Contracts that watch ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Engine/SyncObserver.h"
#include "tioga/Dialect/Tioga/IR/Domain.h"
#include "tioga/Expr/Evaluate.h"
#include "tioga/Expr/Parse.h"
#include "llvm/ADT/StringExtras.h"

using namespace tioga;

SyncObserver::SyncObserver(const System &contract, size_t maxStates)
    : interpreter(contract), maxStates(maxStates) {
  reset();
}

void SyncObserver::reset() {
  State start;
  start.hasStarted = false;
  states = {start};
  reason.clear();
}

AnswerKind SyncObserver::observe(const ObservedStep &step) {
  if (!reason.empty())
    return AnswerKind::Undecided;
  std::set<State> next;
  for (const State &state : states) {
    Decided<SyncSteps> steps = interpreter.getMatchingSteps(state, step);
    if (!steps)
      reason = steps.getReason().str();
    else if (!steps->isComplete)
      reason = "hidden values without bound could not all be tried";
    else if (next.size() > maxStates)
      reason = "the contract may be in too many states";
    if (!reason.empty())
      return AnswerKind::Undecided;
    for (SyncStep &each : steps->steps)
      next.insert(std::move(each.next));
  }
  states = std::move(next);
  return states.empty() ? AnswerKind::Violated : AnswerKind::Holds;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// A value of a type: as the language writes it, or a bare literal.
static std::optional<Value> parseValueOf(llvm::StringRef text, mlir::Type type,
                                         ExprContext &context) {
  if (auto enumeration = llvm::dyn_cast<EnumType>(type))
    if (enumeration.getIndex(text))
      return Value::getEnum(
          enumeration.getName(),
          enumeration.getLiterals()[*enumeration.getIndex(text)].getValue());
  Expr expr = parseExpr(text, context, [](size_t, const llvm::Twine &) {});
  if (!expr)
    return std::nullopt;
  EvalResult value =
      evaluate(expr, [](Expr) -> const Value * { return nullptr; });
  if (!value || !isInDomain(value.value, type))
    return std::nullopt;
  return value.value;
}

static std::optional<ObservedStep>
parseStep(llvm::StringRef line, const System &contract, std::string &error) {
  ObservedStep step(contract.getVariables().size());
  llvm::SmallVector<llvm::StringRef> parts;
  llvm::SplitString(line, parts);
  for (llvm::StringRef part : parts) {
    auto [name, text] = part.split('=');
    const Slot *slot = contract.lookup(name);
    if (!slot || slot->kind != Slot::Kind::Variable) {
      error = ("'" + name + "' is no variable of the contract").str();
      return std::nullopt;
    }
    const SystemVariable &variable = contract.getVariables()[slot->index];
    std::optional<Value> value =
        parseValueOf(text, variable.type, contract.getExprContext());
    if (!value) {
      error = ("'" + text + "' is no value of '" + name + "', which is " +
               typeToString(variable.type))
                  .str();
      return std::nullopt;
    }
    if (variable.owner != Owner::Hidden)
      step[slot->index] = std::move(value);
  }
  for (auto [index, variable] : llvm::enumerate(contract.getVariables()))
    if (variable.owner != Owner::Hidden && !step[index]) {
      error = ("'" + variable.getName() + "' has no value").str();
      return std::nullopt;
    }
  return step;
}

std::optional<ObservedRun> tioga::parseObservedRun(llvm::StringRef text,
                                                   const System &contract,
                                                   std::string &error) {
  ObservedRun run;
  llvm::SmallVector<llvm::StringRef> lines;
  text.split(lines, '\n');
  for (auto [index, whole] : llvm::enumerate(lines)) {
    llvm::StringRef line = whole.split('#').first.trim();
    if (line.starts_with("step ") && line.contains(':'))
      line = line.split(':').second.trim();
    if (line.empty())
      continue;
    std::optional<ObservedStep> step = parseStep(line, contract, error);
    if (!step) {
      error = "line " + std::to_string(index + 1) + ": " + error;
      return std::nullopt;
    }
    run.push_back(std::move(*step));
  }
  return run;
}

void tioga::printObservedStep(const ObservedStep &step, const System &contract,
                              llvm::raw_ostream &os) {
  llvm::ListSeparator separator(" ");
  for (auto [value, variable] : llvm::zip(step, contract.getVariables()))
    if (value)
      os << separator << variable.getName() << '='
         << (value->is(Value::Kind::Enum) ? value->getLiteral().str()
                                          : value->str());
}
