//===- Trace.cpp - Timed traces and answers ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Engine/Trace.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace tioga;

llvm::StringRef tioga::toString(AnswerKind kind) {
  switch (kind) {
  case AnswerKind::Holds:
    return "holds";
  case AnswerKind::Violated:
    return "violated";
  case AnswerKind::Undecided:
    return "undecided";
  }
  llvm_unreachable("covered switch");
}

std::string tioga::getLocationText(mlir::Location loc) {
  std::string text;
  loc->walk([&](mlir::Location part) {
    auto point = mlir::dyn_cast<mlir::FileLineColLoc>(part);
    if (!point)
      return mlir::WalkResult::advance();
    llvm::raw_string_ostream(text)
        << point.getFilename().getValue() << ":" << point.getLine() << ":"
        << point.getColumn();
    return mlir::WalkResult::interrupt();
  });
  return text;
}

std::optional<TimedTrace>
TimedTrace::getObservable(const System &system) const {
  TimedTrace result;
  std::optional<Rational> waited = Rational();
  for (const TraceStep &step : steps) {
    waited = Rational::add(*waited, step.delay);
    if (!waited)
      return std::nullopt;
    if (!step.label || !system.getLabels()[*step.label].isObservable())
      continue;
    result.steps.push_back({*waited, step.label, step.arguments, std::nullopt});
    waited = Rational();
  }
  waited = Rational::add(*waited, finalDelay);
  if (!waited)
    return std::nullopt;
  result.finalDelay = *waited;
  return result;
}

std::optional<Rational> TimedTrace::getDuration() const {
  std::optional<Rational> sum = finalDelay;
  for (const TraceStep &step : steps)
    if (!sum || !(sum = Rational::add(*sum, step.delay)))
      return std::nullopt;
  return sum;
}

static std::string getStepText(const TraceStep &step, const System &system) {
  if (!step.label)
    return "silent";
  std::string text;
  llvm::raw_string_ostream os(text);
  os << system.getLabels()[*step.label].getText();
  if (!step.arguments.empty()) {
    os << "(";
    llvm::interleaveComma(step.arguments, os);
    os << ")";
  }
  return text;
}

void TimedTrace::print(llvm::raw_ostream &os, const System &system) const {
  for (const TraceStep &step : steps)
    os << step.delay << " · " << getStepText(step, system) << " · ";
  os << finalDelay;
}

llvm::json::Array TimedTrace::toJSON(const System &system) const {
  llvm::json::Array array;
  for (const TraceStep &step : steps) {
    llvm::json::Object object;
    object["delay"] = step.delay.str();
    if (step.label) {
      const SystemLabel &label = system.getLabels()[*step.label];
      object["label"] = label.name;
      object["kind"] = stringifyLabelKind(label.kind);
    } else {
      object["kind"] = "silent";
    }
    if (!step.arguments.empty()) {
      llvm::json::Array arguments;
      for (const Value &value : step.arguments)
        arguments.push_back(value.str());
      object["arguments"] = std::move(arguments);
    }
    if (step.transition)
      object["source"] =
          getLocationText(system.getTransitions()[*step.transition].loc);
    array.push_back(std::move(object));
  }
  if (!finalDelay.isZero())
    array.push_back(llvm::json::Object{{"delay", finalDelay.str()}});
  return array;
}
