//===- Describe.h - Systems as comparable text ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_TEST_UNIT_MUTATION_DESCRIBE_H
#define TIOGA_TEST_UNIT_MUTATION_DESCRIBE_H

#include "tioga/Mutation/Overlay.h"

namespace tioga {

inline bool isNever(const SystemTransition &transition) {
  return transition.guard.expr && transition.guard.expr.isFalse();
}

/// What can happen in a system and where, sorted, without what can never happen
/// and without locations that nothing leads to or from.
inline std::vector<std::string> describe(const System &system) {
  std::vector<std::string> lines;
  auto add = [&](auto write) {
    std::string line;
    llvm::raw_string_ostream os(line);
    write(os);
    lines.push_back(std::move(line));
  };
  for (const SystemTransition &transition : system.getTransitions()) {
    if (isNever(transition))
      continue;
    add([&](llvm::raw_ostream &os) {
      os << (transition.label ? system.getLabels()[*transition.label].name
                              : "silent");
      for (const SystemParam &param : transition.params)
        os << " " << param.getName();
      for (const SystemMove &move : transition.moves) {
        const SystemControl &control = system.getControls()[move.control];
        os << " " << control.getName() << ":";
        if (move.from)
          os << control.locations[*move.from];
        os << "->" << control.locations[move.to];
      }
      if (transition.guard.expr)
        os << " when " << transition.guard.expr;
      os << " " << transition.guard.clocks.size()
         << transition.guard.data.size() << transition.guard.mixed.size();
      for (const ClockReset &reset : transition.resets)
        os << " " << system.getClocks()[reset.clock].getName()
           << ":=" << reset.value;
      for (const DataAssignment &each : transition.assignments)
        os << " " << system.getVariables()[each.variable].getName()
           << ":=" << each.value;
    });
  }
  for (unsigned c = 0; c < system.getControls().size(); ++c) {
    const SystemControl &control = system.getControls()[c];
    for (unsigned l = 0; l < control.locations.size(); ++l) {
      bool isUsed =
          l == control.initial ||
          llvm::any_of(
              system.getTransitions(), [&](const SystemTransition &transition) {
                return !isNever(transition) &&
                       llvm::any_of(transition.moves,
                                    [&](const SystemMove &move) {
                                      return move.control == c && move.to == l;
                                    });
              });
      if (!isUsed)
        continue;
      for (unsigned index : system.getInvariantsAt(c, l))
        if (Expr expr = system.getInvariants()[index].condition.expr)
          add([&](llvm::raw_ostream &os) {
            os << control.locations[l] << " while " << expr;
          });
      if (system.isUrgent(c, l))
        add([&](llvm::raw_ostream &os) {
          os << control.locations[l] << " urgent";
        });
    }
  }
  for (unsigned index : system.getGlobalInvariants())
    if (Expr expr = system.getInvariants()[index].condition.expr)
      add([&](llvm::raw_ostream &os) { os << "always while " << expr; });
  for (const SystemVariable &variable : system.getVariables())
    add([&](llvm::raw_ostream &os) {
      os << variable.getName() << " begins with " << variable.initial;
    });
  llvm::sort(lines);
  return lines;
}

/// The mutant as a copy that is converted and loaded, with nothing shared.
inline std::unique_ptr<System> loadMutant(const Mutant &mutant,
                                          mlir::Operation *model) {
  mlir::Operation *copy = materialize(
      mutant, model, mlir::SymbolTable::getSymbolName(model).getValue());
  auto system = loadSystem(copy);
  copy->erase();
  return mlir::succeeded(system) ? std::move(*system) : nullptr;
}

} // namespace tioga

#endif // TIOGA_TEST_UNIT_MUTATION_DESCRIBE_H
