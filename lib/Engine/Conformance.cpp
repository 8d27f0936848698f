//===- Conformance.cpp - Does an implementation conform? --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Engine/Conformance.h"
#include "IocoChecker.h"
#include "ProductChecker.h"
#include "StateSetChecker.h"
#include "tioga/Dialect/Tioga/IR/Domain.h"
#include <numeric>

using namespace tioga;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

static constexpr std::pair<Relation, llvm::StringLiteral> relationNames[] = {
    {Relation::Tioco, "tioco"},
    {Relation::Rtioco, "rtioco"},
    {Relation::Refines, "refines"},
    {Relation::Inclusion, "inclusion"},
    {Relation::Ioco, "ioco"}};

llvm::StringRef tioga::toString(Relation relation) {
  for (auto &[known, name] : relationNames)
    if (known == relation)
      return name;
  llvm_unreachable("covered by the table");
}

std::optional<Relation> tioga::getRelation(llvm::StringRef name) {
  for (auto &[relation, known] : relationNames)
    if (known == name)
      return relation;
  return std::nullopt;
}

llvm::StringRef tioga::toString(ViolationKind kind) {
  switch (kind) {
  case ViolationKind::UnexpectedOutput:
    return "unexpected output";
  case ViolationKind::UnexpectedInput:
    return "unexpected input";
  case ViolationKind::MissingInput:
    return "missing input";
  case ViolationKind::Late:
    return "late";
  case ViolationKind::Quiescent:
    return "quiescent";
  }
  llvm_unreachable("covered switch");
}

ConformanceChecker::~ConformanceChecker() = default;

//===----------------------------------------------------------------------===//
// The zone engine
//===----------------------------------------------------------------------===//

/// Why two systems cannot be compared; empty if they can.
static std::string getMismatch(const System &spec, const System &impl) {
  for (const SystemLabel &label : spec.getLabels()) {
    std::optional<unsigned> index = impl.lookupLabel(label.name);
    if (!label.isObservable() || !index)
      continue;
    const SystemLabel &other = impl.getLabels()[*index];
    if (other.isObservable() && other.kind != label.kind)
      return ("'" + label.name + "' is an " + stringifyLabelKind(label.kind) +
              " of the specification and an " + stringifyLabelKind(other.kind) +
              " of the implementation")
          .str();
    if (other.params.size() != label.params.size())
      return ("'" + label.name +
              "' has different parameters in specification and implementation")
          .str();
  }
  return "";
}

namespace {
class ZoneChecker : public ConformanceChecker {
public:
  ZoneChecker(const System &spec, const ConformanceOptions &options,
              const System *edited)
      : spec(spec), edited(edited), options(options), rules(options) {
    rules.hasEnvironment = spec.hasEnvironment();
  }

  ConformanceResult check(const System &impl) override;
  ConformanceResult check(const SystemEdits &edits) override;

private:
  ConformanceResult check(const System &impl, const SystemEdits *edits);
  Violation findFastest(ConformanceSide &specSide, ConformanceSide &implSide,
                        const Violation &known);
  ConformanceResult checkUntimed(ConformanceSide &specSide,
                                 ConformanceSide &implSide);
  ConformanceResult checkSets(ConformanceSide &specSide,
                              ConformanceSide &implSide);
  std::optional<ConformanceResult> checkShared(ConformanceSide &specSide,
                                               ConformanceSide &implSide,
                                               const SystemEdits &edits);
  ConformanceSide &getSpecSide(int64_t scale);

  const System &spec;
  /// What edits refer to; null: the specification.
  const System *edited;
  ConformanceOptions options;
  ConformanceRules rules;
  Alphabet alphabet;
  /// The specification at each scale that was needed.
  std::vector<std::unique_ptr<ConformanceSide>> specSides;
  /// What its mutants have in common with it.
  llvm::SmallDenseMap<ConformanceSide *, std::unique_ptr<SharedGraph>, 2>
      graphs;
};
} // namespace

ConformanceSide &ZoneChecker::getSpecSide(int64_t scale) {
  for (std::unique_ptr<ConformanceSide> &side : specSides)
    if (side->getModel().getScale() == scale)
      return *side;
  specSides.push_back(std::make_unique<ConformanceSide>(
      spec, nullptr, alphabet, scale, rules.hasEnvironment));
  return *specSides.back();
}

ConformanceResult ZoneChecker::check(const System &impl,
                                     const SystemEdits *edits) {
  int64_t scale = std::lcm(spec.getScale(), impl.getScale());
  if (edits && edits->scale)
    scale = std::lcm(scale, edits->scale);
  ConformanceSide implSide(impl, edits, alphabet, scale, false);
  ConformanceSide &specSide = getSpecSide(scale);
  if (options.relation == Relation::Ioco) {
    ConformanceResult result = checkUntimed(specSide, implSide);
    result.engine = "zone";
    return result;
  }
  std::optional<ConformanceResult> result;
  if (edits && &impl == &spec)
    result = checkShared(specSide, implSide, *edits);
  if (!result)
    result = ProductChecker(specSide, implSide, rules, options).run();
  if (!result)
    result = checkSets(specSide, implSide);
  else if (result->violation && options.order == TraceOrder::Fastest)
    result->violation = findFastest(specSide, implSide, *result->violation);
  result->engine = "zone";
  return *result;
}

/// Looks only at what a mutant does differently. Nothing if that does not tell.
std::optional<ConformanceResult>
ZoneChecker::checkShared(ConformanceSide &specSide, ConformanceSide &implSide,
                         const SystemEdits &edits) {
  if (!options.sharesGraph || rules.hasEnvironment || rules.demandsInputs ||
      !rules.inputsFollowSpec ||
      !SharedSearch::isPossible(specSide, implSide, edits))
    return std::nullopt;
  std::unique_ptr<SharedGraph> &graph = graphs[&specSide];
  if (!graph)
    graph = std::make_unique<SharedGraph>(specSide);
  if (!graph->isComplete())
    return std::nullopt;
  SharedSearch search(*graph, specSide, implSide, edits);
  ProductChecker checker(specSide, implSide, rules, options,
                         TraceOrder::Shortest, &search);
  std::optional<ConformanceResult> result = checker.run();
  return checker.isReliable() ? result : std::nullopt;
}

/// The violation that happens first, of the same kind of need as a known one.
Violation ZoneChecker::findFastest(ConformanceSide &specSide,
                                   ConformanceSide &implSide,
                                   const Violation &known) {
  ConformanceRules plain = rules;
  plain.silenceAfterTimelock &= known.stopsTime;
  std::optional<ConformanceResult> result =
      ProductChecker(specSide, implSide, plain, options, TraceOrder::Fastest)
          .run();
  if (!result || !result->violation)
    return known;
  result->violation->stopsTime = known.stopsTime;
  return *result->violation;
}

ConformanceResult ZoneChecker::checkUntimed(ConformanceSide &specSide,
                                            ConformanceSide &implSide) {
  for (ConformanceSide *side : {&specSide, &implSide})
    if (!side->getModel().getSystem().getClocks().empty())
      return ConformanceResult::undecided(
          "ioco is for models without clocks; use tioco");
  return IocoChecker(specSide, implSide, rules, options).run();
}

/// Several states may be possible after an observation.
ConformanceResult ZoneChecker::checkSets(ConformanceSide &specSide,
                                         ConformanceSide &implSide) {
  if (options.relation == Relation::Refines)
    return ConformanceResult::undecided(
        "nondeterministic: refinement is defined for deterministic models");
  ConformanceResult result =
      StateSetChecker(specSide, implSide, rules, options).run();
  if (!result.violation || !result.violation->needsSilence)
    return result;
  // Is there also a violation that stopped time does not explain?
  ConformanceRules plain = rules;
  plain.silenceAfterTimelock = false;
  ConformanceResult other =
      StateSetChecker(specSide, implSide, plain, options).run();
  result.violation->stopsTime = other.answer != AnswerKind::Violated;
  return result;
}

ConformanceResult ZoneChecker::check(const System &impl) {
  std::string mismatch = getMismatch(spec, impl);
  if (!mismatch.empty())
    return ConformanceResult::undecided(mismatch);
  if (std::unique_ptr<System> alone = removeEnvironment(impl))
    return check(*alone, nullptr);
  return check(impl, nullptr);
}

ConformanceResult ZoneChecker::check(const SystemEdits &edits) {
  if (edited)
    return check(*edited, &edits);
  if (rules.hasEnvironment)
    return check(*applyEdits(spec, edits));
  return check(spec, &edits);
}

std::unique_ptr<ConformanceChecker>
tioga::createZoneChecker(const System &spec, const ConformanceOptions &options,
                         const System *edited) {
  return std::make_unique<ZoneChecker>(spec, options, edited);
}

ConformanceResult tioga::checkConformance(const System &spec,
                                          const System &impl,
                                          const ConformanceOptions &options,
                                          const CheckerFactory &other,
                                          bool first) {
  CheckerFactory zone = [](const System &system,
                           const ConformanceOptions &asked) {
    return createZoneChecker(system, asked);
  };
  CheckerFactory order[2] = {zone, other};
  if (first)
    std::swap(order[0], order[1]);
  ConformanceResult result = order[0](spec, options)->check(impl);
  if (result.answer != AnswerKind::Undecided || !order[1])
    return result;
  ConformanceResult second = order[1](spec, options)->check(impl);
  // If both give up, the reason of the one that should have known.
  bool keepsFirst = first && second.answer == AnswerKind::Undecided;
  return keepsFirst ? result : second;
}

/// Values of one variable or combinations of arguments that are few.
static constexpr uint64_t maxExplicit = 256;

bool tioga::hasLargeData(const System &system) {
  uint64_t states = 1;
  for (const SystemVariable &variable : system.getVariables()) {
    auto domain = enumerateDomain(variable.type, maxExplicit);
    if (!domain)
      return true;
    states = std::min<uint64_t>(states * domain->size(), 1u << 20);
  }
  auto hasManyArguments = [](llvm::ArrayRef<SystemParam> params) {
    uint64_t combinations = 1;
    for (const SystemParam &param : params) {
      auto domain = enumerateDomain(param.type, maxExplicit);
      if (!domain || (combinations *= domain->size()) > maxExplicit)
        return true;
    }
    return false;
  };
  return states >= 1u << 20 ||
         llvm::any_of(system.getTransitions(),
                      [&](const SystemTransition &transition) {
                        return hasManyArguments(transition.params);
                      });
}
