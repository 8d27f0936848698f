//===- ClockAnalysis.h - What clocks are still compared with ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_ENGINE_CLOCKANALYSIS_H
#define TIOGA_LIB_ENGINE_CLOCKANALYSIS_H

#include "SystemView.h"
#include "tioga/Zone/Zone.h"

namespace tioga {

/// The constants that each clock may be compared with before it is next reset,
/// by location of each control (static guard analysis: Behrmann, Bouyer, Fleury
/// and Larsen, TACAS 2003). A clock that is not compared at all is not active
/// (Daws and Yovine, RTSS 1996).
///
/// In a state, the constants of all current locations count.
class ClockAnalysis {
public:
  ClockAnalysis(const SystemView &view, unsigned numClocks, int64_t scale);

  /// Makes a condition count everywhere.
  void addEverywhere(Expr condition);
  /// Makes `clock <= 0` count in one location, or everywhere.
  void addUrgency(unsigned clock, std::optional<SystemMove> at);
  /// Propagates. To be called after the conditions were added.
  void run();

  /// The greatest constants of clock `clock` (from 0) in lower and upper bounds
  /// in a state; -1 if there are none.
  struct Constants {
    int32_t lower = -1, upper = -1;
  };
  Constants get(llvm::ArrayRef<int32_t> locations, unsigned clock) const;

  /// Comparisons of two clocks, without duplicates.
  std::vector<Constraint> diagonals;
  /// Whether there are others, whose constants depend on data.
  bool hasUnknownDiagonals = false;

private:
  Constants *row(unsigned index) { return &table[index * size_t(numClocks)]; }
  const Constants *row(unsigned index) const {
    return &table[index * size_t(numClocks)];
  }
  unsigned getRow(unsigned control, unsigned location) const {
    return firstRow[control] + location;
  }
  /// The row that a transition's guard belongs to.
  unsigned getSourceRow(const SystemTransition &transition) const;

  void addGuard(const SystemTransition &transition);
  /// The transition, if any, is the one whose parameters are visible.
  void addCondition(unsigned index, const SystemCondition &condition,
                    const SystemTransition *transition = nullptr);
  void addBound(unsigned index, const ClockBound &bound);
  void addMixed(unsigned index, Expr condition,
                const SystemTransition *transition);
  /// Constants flow back from row `to` to row `from`, for the clocks that are
  /// marked from position `kept` on.
  struct Flow {
    unsigned from, to;
    size_t kept;
  };
  void addFlows(const SystemTransition &transition);
  bool propagate(const Flow &flow);
  bool propagateCopies(const SystemTransition &transition);
  Constants getGreatest(unsigned clock) const;

  const SystemView &view;
  unsigned numClocks;
  int64_t scale;
  std::vector<Flow> flows;
  /// By transition and clock, whether the clock keeps its value.
  std::vector<char> isKept;
  /// Those that copy clocks.
  std::vector<const SystemTransition *> copies;
  std::vector<unsigned> firstRow;
  /// The last row holds everywhere.
  std::vector<Constants> table;
  unsigned everywhere;
};

} // namespace tioga

#endif // TIOGA_LIB_ENGINE_CLOCKANALYSIS_H
