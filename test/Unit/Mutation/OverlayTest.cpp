//===- OverlayTest.cpp - Overlays and copies agree --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Mutation/Overlay.h"
#include "Models.h"
#include "gtest/gtest.h"

using namespace tioga;

static bool isNever(const SystemTransition &transition) {
  return transition.guard.expr && transition.guard.expr.isFalse();
}

/// What can happen in a system and where, sorted, without what can never happen
/// and without locations that nothing leads to or from.
static std::vector<std::string> describe(const System &system) {
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
  llvm::sort(lines);
  return lines;
}

/// The mutant as a copy that is converted and loaded, with nothing shared.
static std::unique_ptr<System> loadCopy(const Mutant &mutant,
                                        ta::NetworkOp network) {
  auto copy = llvm::cast<ta::NetworkOp>(
      materialize(mutant, network, network.getSymName()));
  auto system = loadSystem(copy);
  copy->erase();
  return mlir::succeeded(system) ? std::move(*system) : nullptr;
}

static void expectAgreement(llvm::StringRef text, unsigned minDirect) {
  TestModel model(text);
  ASSERT_TRUE(model.system);
  auto system = loadSystem(model.system);
  ASSERT_TRUE(mlir::succeeded(system));
  std::vector<std::string> original = describe(**system);
  OverlayBuilder builder(model.system, **system);
  std::unique_ptr<MutantSet> set = mutate(model, "all");
  unsigned numDirect = 0, numEqual = 0;
  for (const Mutant &mutant : set->mutants) {
    std::unique_ptr<System> copy = loadCopy(mutant, model.system);
    ASSERT_TRUE(copy) << mutant.id;
    std::vector<std::string> expected = describe(*copy);
    numEqual += expected == original;
    auto long_ = builder.buildByConversion(mutant);
    ASSERT_TRUE(mlir::succeeded(long_)) << mutant.id;
    EXPECT_EQ(describe(*applyEdits(**system, *long_)), expected) << mutant.id;
    if (std::optional<SystemEdits> direct = builder.buildDirectly(mutant)) {
      ++numDirect;
      EXPECT_EQ(describe(*applyEdits(**system, *direct)), expected)
          << mutant.id;
    }
  }
  EXPECT_GE(numDirect, minDirect);
  // What one edge of a pair no longer resets, the other may.
  EXPECT_LE(numEqual, 2u);
}

TEST(Overlay, AgreesWithCopyOnRetailer) { expectAgreement(retailer, 90); }

TEST(Overlay, AgreesWithCopyOnNetwork) { expectAgreement(network, 0); }
