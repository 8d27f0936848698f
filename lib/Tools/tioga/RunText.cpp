//===- RunText.cpp - Runs to a state, as commands print them ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunText.h"
#include "llvm/Support/raw_ostream.h"

using namespace tioga;

llvm::StringRef tioga::getText(ReachabilityResult::Answer answer) {
  switch (answer) {
  case ReachabilityResult::Answer::Reachable:
    return "reachable";
  case ReachabilityResult::Answer::Unreachable:
    return "unreachable";
  case ReachabilityResult::Answer::Undecided:
    return "undecided";
  }
  llvm_unreachable("covered switch");
}

void tioga::printRun(const ReachabilityResult &result, const System &system,
                     llvm::raw_ostream &os) {
  os << "  ";
  result.run.print(os, system);
  os << "\n";
  for (const TraceStep &step : result.run.steps) {
    const SystemTransition &transition =
        system.getTransitions()[*step.transition];
    os << "  " << getLocationText(transition.loc) << ": "
       << (step.label ? system.getLabels()[*step.label].getText() : "silent")
       << "\n";
  }
  os << "  in";
  for (auto [control, location] :
       llvm::zip(system.getControls(), result.locations))
    os << " " << control.getName() << "." << control.locations[location];
  for (auto [variable, value] : llvm::zip(system.getVariables(), result.values))
    os << " " << variable.getName() << "=" << value;
  os << "\n";
}

void tioga::addRun(const ReachabilityResult &result, const System &system,
                   llvm::json::Object &object) {
  object["trace"] = result.run.toJSON(system);
  llvm::json::Object locations, values;
  for (auto [control, location] :
       llvm::zip(system.getControls(), result.locations))
    locations[control.getName()] = control.locations[location];
  for (auto [variable, value] : llvm::zip(system.getVariables(), result.values))
    values[variable.getName()] = value.str();
  object["locations"] = std::move(locations);
  object["values"] = std::move(values);
}
