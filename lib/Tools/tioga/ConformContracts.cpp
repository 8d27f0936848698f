//===- ConformContracts.cpp - Refinement of contracts -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConformContracts.h"
#include "tioga/Engine/ContractChecks.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace tioga;

/// Steps that formulas look at if nobody says how many.
static constexpr unsigned defaultBound = 4;

/// Formulas know variables of both sides only.
static RefinementResult refinesByFormulas(const ContractComparison &asked) {
  RefinementResult result;
  result.method = "formulas";
  unsigned bound = asked.bound.value_or(defaultBound);
  SyncAnswer answer =
      refinesBounded(asked.spec, asked.impl, bound, asked.solving);
  result.answer = answer.answer;
  result.reason = answer.reason;
  if (answer.answer == AnswerKind::Holds) {
    result.depth = bound;
    if (!asked.bound) {
      result.answer = AnswerKind::Undecided;
      result.reason = "no difference in the first " + std::to_string(bound) +
                      " steps; give a bound";
    }
  }
  for (auto [index, variable] : llvm::enumerate(asked.impl.getVariables())) {
    if (variable.owner == Owner::Hidden)
      continue;
    result.names.push_back(variable.getName().str());
    result.trace.resize(answer.trace.size());
    for (auto [step, values] : llvm::zip(result.trace, answer.trace))
      step.push_back(values[index]);
  }
  return result;
}

static RefinementResult compare(const ContractComparison &asked) {
  RefinementResult result;
  if (asked.useDiagrams || findAlphabetClash(asked.spec, asked.impl)) {
    RefinementOptions options;
    options.bound = asked.bound;
    options.isCancelled = smt::areSolversInterrupted;
    result = refines(asked.spec, asked.impl, options);
  }
  if (result.answer == AnswerKind::Undecided) {
    std::string reason = result.reason;
    result = refinesByFormulas(asked);
    if (result.answer == AnswerKind::Undecided && !reason.empty())
      result.reason = reason + "; " + result.reason;
  }
  return result;
}

static void printText(const RefinementResult &result, llvm::raw_ostream &os) {
  switch (result.answer) {
  case AnswerKind::Holds:
    os << "conforms (refines, ";
    if (result.depth)
      os << "to depth " << *result.depth << ")\n";
    else
      os << "proved)\n";
    return;
  case AnswerKind::Undecided:
    os << "undecided (refines): " << result.reason << "\n";
    return;
  case AnswerKind::Violated:
    break;
  }
  os << "does not conform (refines)";
  if (!result.reason.empty())
    os << ": " << result.reason;
  os << "\n";
  for (auto [index, values] : llvm::enumerate(result.trace)) {
    os << "  step " << index + 1 << ":";
    for (auto [name, value] : llvm::zip(result.names, values))
      os << " " << name << "=" << value;
    os << (index + 1 == result.trace.size()
               ? " is not allowed by the specification\n"
               : "\n");
  }
}

static llvm::json::Object toJSON(const RefinementResult &result) {
  llvm::json::Object object{{"answer", toString(result.answer)},
                            {"relation", "refines"},
                            {"method", result.method}};
  if (result.answer == AnswerKind::Holds)
    object["proved"] = !result.depth.has_value();
  if (result.depth)
    object["depth"] = *result.depth;
  if (!result.reason.empty())
    object["reason"] = result.reason;
  if (result.answer != AnswerKind::Violated)
    return object;
  llvm::json::Array trace;
  for (const std::vector<Value> &values : result.trace) {
    llvm::json::Object step;
    for (auto [name, value] : llvm::zip(result.names, values))
      step[name] = value.str();
    trace.push_back(std::move(step));
  }
  object["trace"] = std::move(trace);
  return object;
}

int tioga::conformContracts(const ContractComparison &comparison) {
  RefinementResult result = compare(comparison);
  if (comparison.format == OutputFormat::JSON)
    printJSON(toJSON(result));
  else
    printText(result, llvm::outs());
  return getExitCode(result.answer);
}
