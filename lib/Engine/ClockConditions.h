//===- ClockConditions.h - Conditions as clock constraints ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_ENGINE_CLOCKCONDITIONS_H
#define TIOGA_LIB_ENGINE_CLOCKCONDITIONS_H

#include "tioga/Engine/ZoneModel.h"
#include "tioga/Expr/Evaluate.h"

namespace tioga {

/// Turns conditions of a system into alternatives of clock constraints once the
/// data are known.
class ClockConditions {
public:
  /// A disjunction of conjunctions.
  using Alternatives = llvm::SmallVector<llvm::SmallVector<Constraint, 4>, 1>;

  ClockConditions(const System &system, const ZoneModelOptions &options,
                  llvm::BumpPtrAllocator &allocator, std::string &failure)
      : system(system), options(options), failure(failure) {}

  /// Conjoins a bound to each alternative.
  void addBound(const ClockBound &bound, Alternatives &alternatives);
  /// Conjoins a condition over clocks and data, whose values `lookup` gives.
  void addMixed(Expr condition, NameLookup lookup, Alternatives &alternatives);
  /// Nothing if the reset has no value (then the transition is disabled) or is
  /// no copy with an offset (then there is a failure).
  std::optional<ZoneReset> getReset(const ClockReset &reset, NameLookup lookup);

private:
  struct Scratch;

  std::optional<int64_t> scale(Rational value);
  bool addAtom(Expr atom, llvm::SmallVectorImpl<Constraint> &conjunction);
  Expr substitute(Expr expr, NameLookup lookup);
  std::optional<unsigned> getClock(Expr name) const;
  bool mentionsClock(Expr expr) const;
  void fail(const llvm::Twine &reason) {
    if (failure.empty())
      failure = reason.str();
  }

  const System &system;
  const ZoneModelOptions &options;
  std::string &failure;
  /// For expressions with the data filled in; made when first needed.
  std::unique_ptr<ExprContext> scratch;
  llvm::DenseMap<Expr, unsigned> scratchClocks;
};

} // namespace tioga

#endif // TIOGA_LIB_ENGINE_CLOCKCONDITIONS_H
