//===- BoundedTest.cpp - Answers from formulas ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Models.h"
#include "mlir/Parser/Parser.h"
#include "tioga/Engine/BoundedModelChecking.h"
#include "tioga/Engine/Interpreter.h"
#include "tioga/InitAllDialects.h"
#include "tioga/Mutation/Operators.h"
#include "tioga/Mutation/Overlay.h"
#include "gtest/gtest.h"

using namespace tioga;
using Answer = ReachabilityResult::Answer;

static std::vector<EncodingOptions> getEncodings() {
  std::vector<EncodingOptions> encodings;
  for (TimeEncoding time : {TimeEncoding::Delays, TimeEncoding::Timestamps})
    for (bool incremental : {true, false})
      encodings.push_back({time, incremental});
  return encodings;
}

static Expr getGoal(llvm::StringRef text, const System &system) {
  std::string error;
  Expr goal = parseGoal(text, system, error);
  EXPECT_TRUE(goal) << error;
  return goal;
}

TEST(Bounded, FindsRunsThatReplay) {
  models::Model model(models::carAlarm);
  ASSERT_TRUE(model);
  for (const EncodingOptions &encoding : getEncodings()) {
    BoundedOptions options;
    options.encoding = encoding;
    Expr goal = getGoal("SilentClosed", *model);
    ReachabilityResult result = reachBounded(*model, goal, 14, options);
    ASSERT_EQ(result.answer, Answer::Reachable) << result.reason;
    EXPECT_EQ(result.run.steps.size(), 11u);
    Interpreter interpreter(*model);
    EXPECT_EQ(replayRun(interpreter, result.run).answer, AnswerKind::Holds);
    EXPECT_EQ(reachBounded(*model, goal, 10, options).answer,
              Answer::Undecided);
  }
}

namespace {
/// A network with its mutants.
class MutatedNetwork {
public:
  explicit MutatedNetwork(const char *text, llvm::StringRef operators) {
    mlir::DialectRegistry registry;
    registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    auto network = *module->getOps<ta::NetworkOp>().begin();
    system = std::move(*loadSystem(network));
    MutationOptions options;
    std::string error;
    EXPECT_TRUE(parseOperators(operators, options.operators, error)) << error;
    mutants = generateMutants(network, options);
    builder = std::make_unique<OverlayBuilder>(network, *system);
  }

  const System &getSystem() const { return *system; }
  llvm::ArrayRef<Mutant> getMutants() const { return mutants->mutants; }
  SystemEdits getEdits(const Mutant &mutant) { return *builder->build(mutant); }

private:
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::unique_ptr<System> system;
  std::unique_ptr<MutantSet> mutants;
  std::unique_ptr<OverlayBuilder> builder;
};
} // namespace

/// A violation has to be one: the specification can do everything but the
/// offence, the implementation all of it.
static void checkViolation(const Violation &violation, const System &spec,
                           const System &impl) {
  Interpreter interpreter(spec);
  TimedTrace specRun = violation.specRun;
  Rational delay = specRun.finalDelay;
  specRun.finalDelay = Rational();
  EXPECT_EQ(replayRun(interpreter, specRun).answer, AnswerKind::Holds);
  TimedTrace offence = violation.observation;
  offence.finalDelay = Rational();
  if (violation.kind == ViolationKind::Late) {
    offence.finalDelay = delay;
  } else if (auto label =
                 spec.lookupLabel(impl.getLabels()[*violation.label].name)) {
    offence.steps.push_back({delay, label, violation.arguments, std::nullopt});
  }
  EXPECT_EQ(replayObservation(interpreter, offence).answer,
            AnswerKind::Violated);
  bool ignores = llvm::any_of(violation.implRun.steps,
                              [](const TraceStep &s) { return !s.transition; });
  if (ignores || violation.needsSilence)
    return;
  Interpreter other(impl);
  EXPECT_EQ(replayRun(other, violation.implRun).answer, AnswerKind::Holds);
}

static void compareWithZones(Timelock timelock, const EncodingOptions &encoding,
                             unsigned first, unsigned step, unsigned bound) {
  MutatedNetwork network(models::carAlarm, "momut");
  const System &spec = network.getSystem();
  ConformanceOptions options;
  options.timelock = timelock;
  options.bound = bound;
  BoundedOptions bounded;
  bounded.encoding = encoding;
  auto zones = createZoneChecker(spec, options);
  auto formulas = createBoundedChecker(spec, options, bounded);
  unsigned violated = 0, held = 0;
  for (unsigned index = first; index < network.getMutants().size();
       index += step) {
    const Mutant &mutant = network.getMutants()[index];
    SystemEdits edits = network.getEdits(mutant);
    ConformanceResult expected = zones->check(edits);
    ConformanceResult result = formulas->check(edits);
    ASSERT_EQ(toString(result.answer), toString(expected.answer))
        << mutant.id << ' ' << result.reason;
    if (result.answer == AnswerKind::Holds) {
      ++held;
      continue;
    }
    ++violated;
    EXPECT_EQ(result.violation->getLength(), expected.violation->getLength())
        << mutant.id;
    EXPECT_EQ(result.violation->stopsTime, expected.violation->stopsTime)
        << mutant.id;
    checkViolation(*result.violation, spec, *applyEdits(spec, edits));
  }
  EXPECT_GT(violated, 5u);
  EXPECT_GT(held, 5u);
}

TEST(Bounded, AgreesWithZonesOnMutants) {
  compareWithZones(Timelock::Conform, {TimeEncoding::Timestamps, false}, 0, 60,
                   6);
}

TEST(Bounded, AgreesWithZonesOnStoppedTime) {
  compareWithZones(Timelock::Silence, {TimeEncoding::Delays, true}, 7, 60, 6);
}
