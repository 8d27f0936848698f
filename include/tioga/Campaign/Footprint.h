//===- Footprint.h - What of a model a test exercises -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On a mutant whose change a test does not touch, the test does the same as on
// the model: it does not fail. So it need not be run there.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_CAMPAIGN_FOOTPRINT_H
#define TIOGA_CAMPAIGN_FOOTPRINT_H

#include "tioga/Engine/Overlay.h"
#include "llvm/ADT/BitVector.h"
#include <set>

namespace tioga {

/// The combinations of locations in which a model may be while a test runs, and
/// the inputs that the test sends there.
class Footprint {
public:
  explicit Footprint(const System &system) : system(system) {}

  /// The model may be there; `locations` has one entry per control.
  void addVisit(llvm::ArrayRef<int32_t> locations) {
    visited.insert(locations.vec());
  }
  /// The test sends an input there.
  void addInput(llvm::ArrayRef<int32_t> locations, unsigned label) {
    inputs.insert({locations.vec(), label});
  }
  /// Must be called before questions are asked.
  void finish();

  /// Whether the changes can make a difference for the test. If not, the
  /// changed system does what the model does.
  bool isTouchedBy(const SystemEdits &edits) const;

private:
  using Locations = std::vector<int32_t>;
  bool isTouchedBy(const SystemTransition &transition) const;
  bool isEntered(unsigned control, unsigned location) const;

  const System &system;
  std::set<Locations> visited;
  std::set<std::pair<Locations, unsigned>> inputs;
  /// By control: locations that are visited, or that a transition leads to
  /// which the test may take.
  std::vector<llvm::BitVector> entered;
  llvm::BitVector invariants;
};

} // namespace tioga

#endif // TIOGA_CAMPAIGN_FOOTPRINT_H
