//===- Unroller.h - Runs as formulas ----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Applies the definitions of a system to the states of a run. The symbol of `x`
// in state 3 is `x@3`. State i is left by step i: time passes, then one
// transition is taken, into state i + 1.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_ENGINE_ENCODER_UNROLLER_H
#define TIOGA_ENGINE_ENCODER_UNROLLER_H

#include "tioga/Engine/Encoder/SystemEncoder.h"
#include "tioga/Engine/Trace.h"
#include "tioga/Solver/Solver.h"
#include "llvm/ADT/StringMap.h"

namespace tioga {

/// What systems that run side by side have in common: the delays, labels and
/// parameters of each step. Declares symbols when they are first asked for.
class Timeline {
public:
  Timeline(smt::TermContext &terms, smt::TermSink &sink, TimeEncoding encoding)
      : terms(terms), sink(sink), encoding(encoding) {}

  smt::TermContext &getTerms() { return terms; }
  smt::TermSink &getSink() { return sink; }
  TimeEncoding getEncoding() const { return encoding; }

  /// `symbol` in step `step`, declared.
  smt::Term get(smt::Term symbol, unsigned step);
  smt::Term get(llvm::StringRef name, smt::Sort sort, unsigned step);
  /// A symbol of the whole run, declared.
  smt::Term get(llvm::StringRef name, smt::Sort sort);

  smt::Term getDelay(unsigned step);
  smt::Term getNow(unsigned step);
  /// The time at which state `step` is entered.
  smt::Term getStart(unsigned step);
  /// The delay of a step is not negative.
  smt::Term isForward(unsigned step);
  /// The delay of a step is zero.
  smt::Term isInstant(unsigned step);
  /// Everything declared so far, in order.
  llvm::ArrayRef<smt::Term> getDeclared() const { return declared; }
  /// The declared symbol of this name; null if there is none.
  smt::Term lookup(llvm::StringRef name) const { return byName.lookup(name); }

private:
  smt::Term declare(smt::Term symbol);

  smt::TermContext &terms;
  smt::TermSink &sink;
  TimeEncoding encoding;
  std::vector<smt::Term> declared;
  llvm::StringMap<smt::Term> byName;
};

/// A run of one system on a timeline.
class Run {
public:
  Run(const SystemEncoder &encoder, Timeline &timeline)
      : encoder(encoder), timeline(timeline), terms(encoder.getTerms()) {}

  const SystemEncoder &getEncoder() const { return encoder; }
  Timeline &getTimeline() { return timeline; }

  /// A part of state `index`.
  smt::Term getState(unsigned leaf, unsigned index);
  /// The transition is taken in step `step`.
  smt::Term getEdge(unsigned transition, unsigned step);

  /// A definition at the instant at which step `step` is taken, and at the one
  /// at which its state was entered.
  smt::Term apply(const smt::Function &function, unsigned step);
  smt::Term applyAtEntry(const smt::Function &function, unsigned step);
  /// The same with another time than the one of the step: a delay or a point in
  /// time, as the encoding has it.
  smt::Term applyAt(const smt::Function &function, unsigned step,
                    smt::Term time);

  /// State 0 is one that a run starts with.
  smt::Term isInitial();
  /// The system lets the delay of the step pass.
  smt::Term mayWait(unsigned step);
  /// The same for another delay or point in time.
  smt::Term mayWaitUntil(unsigned step, smt::Term time, smt::Term isInstant);
  /// One transition is taken, at the instant of the step.
  smt::Term takesStep(unsigned step);
  /// Nothing changes but time.
  smt::Term keepsState(unsigned step);

  /// State `index` of a synchronous system follows from the one before.
  smt::Term isSyncStep(unsigned index);
  /// One part of it, for cores: a conjunct or, after the last one, the ranges.
  smt::Term getSyncConjunct(unsigned index, unsigned conjunct);

private:
  smt::Binding bind(unsigned step, smt::Term time, bool withNext);
  smt::Binding bindSync(unsigned index);

  const SystemEncoder &encoder;
  Timeline &timeline;
  smt::TermContext &terms;
};

/// The values of a model by the names of its symbols.
using ModelLookup =
    llvm::function_ref<std::optional<Rational>(llvm::StringRef name)>;

/// A transition that is taken in a step; nothing if there is none.
std::optional<unsigned> readTransition(const SystemEncoder &encoder,
                                       ModelLookup model, unsigned step);

/// The arguments of a transition in a step.
std::optional<std::vector<Value>> readArguments(const SystemEncoder &encoder,
                                                ModelLookup model,
                                                unsigned transition,
                                                unsigned step);

/// Reads the first `numSteps` steps of an asynchronous run and the delay after
/// them. Nothing if a value is missing, negative time passes, or a number does
/// not fit in 64 bits.
std::optional<TimedTrace> readTrace(const SystemEncoder &encoder,
                                    ModelLookup model, unsigned numSteps,
                                    bool withFinalDelay = true);

/// The values of all variables in state `index`, in their order.
std::optional<std::vector<Value>> readState(const SystemEncoder &encoder,
                                            ModelLookup model, unsigned index);

/// The value of a declared symbol in the model that a solver found.
std::optional<Rational> getSymbolValue(const Timeline &timeline,
                                       smt::Solver &solver,
                                       llvm::StringRef name);

} // namespace tioga

#endif // TIOGA_ENGINE_ENCODER_UNROLLER_H
