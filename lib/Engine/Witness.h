//===- Witness.h - From a symbolic path to a violation ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_ENGINE_WITNESS_H
#define TIOGA_LIB_ENGINE_WITNESS_H

#include "ConformanceSide.h"
#include "tioga/Engine/EventTimes.h"

namespace tioga {

/// How a node of a product is left, or its successor entered.
struct WitnessStep {
  enum class Kind : uint8_t {
    Start,
    Both,    ///< both sides move
    Ignored, ///< the specification takes an input, the implementation none
    Silent,  ///< the implementation moves unseen
    Silence  ///< the implementation has stopped time
  };
  static constexpr uint32_t none = UINT32_MAX;

  Kind kind = Kind::Start;
  /// Alternatives of the invariants that hold when the node that is entered is
  /// left: of the implementation and of the environment.
  uint8_t implInvariant = 0, environmentInvariant = 0;
  /// Positions among the edges of the states that are left.
  uint32_t specEdge = none, implEdge = none;
  /// `Ignored`: position among the refusals. `Silence`: among the hopeless
  /// pieces.
  uint16_t piece = 0;
  /// `Silence`: position among the pieces beyond the invariant.
  uint16_t beyond = 0;
};

/// What happens at the end of a path.
struct WitnessOffence {
  ViolationKind kind = ViolationKind::Late;
  /// `UnexpectedOutput`, `UnexpectedInput`: the edge of the implementation;
  /// `MissingInput`: that of the specification.
  uint32_t edge = WitnessStep::none;
  /// Position among the pieces that are violated: the refusals of the
  /// specification (for `MissingInput` of the implementation) or what is beyond
  /// the specification's invariant.
  uint16_t piece = 0;
  /// Position among the alternatives with which the environment accepts.
  uint16_t acceptance = 0;
};

/// One node of a path, as entered by `step`.
struct WitnessNode {
  WitnessStep step;
  StateId spec, impl;
};

/// Computes exact times for a path and builds what is reported.
class WitnessBuilder {
public:
  /// The implementation state `silence` is the one that has stopped time.
  WitnessBuilder(ConformanceSide &spec, ConformanceSide &impl, StateId silence,
                 const ConformanceRules &rules)
      : spec(spec), impl(impl), silence(silence), rules(rules) {}

  /// Nothing if times leave 64 bits, or if there are none, which a path that is
  /// not certain may turn out to have.
  std::optional<Violation> build(llvm::ArrayRef<WitnessNode> path,
                                 const WitnessOffence &offence, bool isCertain);

private:
  /// Adds all constraints of a path; with `strictly`, those of inputs and of
  /// the offence as strict ones.
  bool constrain(llvm::ArrayRef<WitnessNode> path,
                 const WitnessOffence &offence, bool strictly,
                 EventTimes &times);
  bool constrainNode(const WitnessNode &node, unsigned now);
  bool constrainStep(const WitnessNode &from, const WitnessStep &step,
                     unsigned now);
  bool constrainOffence(const WitnessNode &last, const WitnessOffence &offence,
                        unsigned now);
  bool add(const EventTimes::Clocks &clocks, ZoneConjunction constraints,
           unsigned now, bool mayBeStrict);
  void addRuns(llvm::ArrayRef<WitnessNode> path,
               llvm::ArrayRef<Rational> delays, Violation &violation);
  void addOffence(const WitnessNode &last, const WitnessOffence &offence,
                  Violation &violation);
  void addLocations(llvm::ArrayRef<WitnessNode> path,
                    const WitnessOffence &offence, Violation &violation);

  ConformanceSide &spec, &impl;
  StateId silence;
  const ConformanceRules &rules;
  // While constraints are added.
  EventTimes *times = nullptr;
  bool strictly = false;
  std::optional<EventTimes::Clocks> specClocks, implClocks;
  /// What the first event after time has stopped has to satisfy.
  ZoneConjunction beyond;
};

} // namespace tioga

#endif // TIOGA_LIB_ENGINE_WITNESS_H
