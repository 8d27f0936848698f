//===- BoundedChecker.cpp - Conformance from formulas -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Engine/BoundedModelChecking.h"
#include "tioga/Engine/Interpreter.h"
#include "llvm/ADT/STLExtras.h"

using namespace tioga;
using smt::Term;
using Clock = std::chrono::steady_clock;

/// Observations to look at if nobody says how many.
static constexpr unsigned maxOwnBound = 24;

namespace {

class BoundedChecker : public ConformanceChecker {
public:
  BoundedChecker(const System &spec, const ConformanceOptions &options,
                 const BoundedOptions &bounded)
      : spec(spec), options(options), bounded(bounded) {}

  ConformanceResult check(const System &impl) override;
  ConformanceResult check(const SystemEdits &edits) override;

private:
  std::optional<std::string> findProblem(const System &impl) const;
  ConformQuery::Options getQueryOptions(Timelock timelock) const;
  ConformanceResult search(const System &impl, Timelock timelock);
  ConformanceResult searchOnce(const System &impl, Timelock timelock,
                               unsigned bound);

  const System &spec;
  ConformanceOptions options;
  BoundedOptions bounded;
  /// Whether the specification is deterministic; asked once.
  std::optional<std::optional<std::string>> specNondeterminism;
};

/// One search, depth by depth: first without stopped time, which is the plainer
/// witness, then with it.
class ViolationSearch : public IncrementalSink {
public:
  ViolationSearch(smt::Solver &solver, ConformQuery &query,
                  const ConformanceOptions &options, Clock::time_point start)
      : solver(solver), query(query), options(options), start(start) {}

  bool ask(unsigned depth, Term question) override;

  BoundedAnswer answer{smt::Status::Unsat, "", 0};

private:
  bool isOver();
  bool check(unsigned depth, Term question, llvm::ArrayRef<Term> assumptions);

  smt::Solver &solver;
  ConformQuery &query;
  const ConformanceOptions &options;
  Clock::time_point start;
};

/// Turns a model of the formula into a violation.
class ViolationReader {
public:
  ViolationReader(QuerySession &session, smt::Solver &solver, unsigned depth)
      : spec(session.getEncoder(0)), impl(session.getEncoder(1)),
        timeline(session.getTimeline()), solver(solver), depth(depth) {}

  /// Nothing if a number does not fit in 64 bits.
  std::optional<Violation> read();
  bool usesIgnoredInputs() const { return usesIgnored; }

private:
  std::optional<unsigned> readImplTransition(unsigned step);
  bool isSet(const std::string &name);
  std::optional<Rational> getValue(llvm::StringRef name);
  std::optional<TimedTrace> readImplRun(const TimedTrace &observation);
  bool addAction(Violation &violation);

  SystemEncoder &spec, &impl;
  Timeline &timeline;
  smt::Solver &solver;
  unsigned depth;
  bool usesIgnored = false;
};

} // namespace

//===----------------------------------------------------------------------===//
// Search
//===----------------------------------------------------------------------===//

bool ViolationSearch::isOver() {
  if (options.isCancelled && options.isCancelled()) {
    answer = {smt::Status::Unknown, "cancelled", 0};
    return true;
  }
  if (options.timeout.count() > 0 && Clock::now() - start > options.timeout) {
    answer = {smt::Status::Unknown, "timeout", 0};
    return true;
  }
  return false;
}

bool ViolationSearch::check(unsigned depth, Term question,
                            llvm::ArrayRef<Term> assumptions) {
  solver.push();
  solver.assertTerm(question);
  smt::CheckResult result =
      solver.check("conform-" + std::to_string(depth + 1), assumptions);
  answer = {result.status, result.reason, depth};
  // The model lives as long as its scope.
  if (result.isSat())
    return true;
  solver.pop();
  return result.isUnknown();
}

bool ViolationSearch::ask(unsigned depth, Term question) {
  if (isOver())
    return true;
  if (!query.modelsStops())
    return check(depth, question, {});
  smt::TermContext &terms = query.getTimeline().getTerms();
  return check(depth, question, {terms.getNot(query.getStopping())}) ||
         check(depth, question, {query.getStopping()});
}

//===----------------------------------------------------------------------===//
// Violations
//===----------------------------------------------------------------------===//

std::optional<Rational> ViolationReader::getValue(llvm::StringRef name) {
  return getSymbolValue(timeline, solver, name);
}

std::optional<unsigned> ViolationReader::readImplTransition(unsigned step) {
  return readTransition(
      impl, [&](llvm::StringRef name) { return getValue(name); }, step);
}

bool ViolationReader::isSet(const std::string &name) {
  std::optional<Rational> value = getValue(name);
  return value && !value->isZero();
}

/// The run of the implementation up to the offence: ignored inputs have a label
/// and no transition.
std::optional<TimedTrace>
ViolationReader::readImplRun(const TimedTrace &observation) {
  const System &system = impl.getSystem();
  TimedTrace run = observation;
  bool isStuck = false;
  for (auto [index, step] : llvm::enumerate(run.steps)) {
    llvm::StringRef name = spec.getSystem().getLabels()[*step.label].name;
    step.label = system.lookupLabel(name);
    isStuck |= isSet(ConformQuery::getStopsName(index));
    bool isIgnored = isSet(ConformQuery::getIgnoredName(index));
    step.transition.reset();
    if (isStuck || isIgnored) {
      usesIgnored |= isIgnored && !isStuck;
      continue;
    }
    step.transition = readImplTransition(index);
    if (!step.transition)
      return std::nullopt;
  }
  return run;
}

/// Where a run is when it ends: the transition that led there.
static void addLastLocation(const System &system, const TimedTrace &run,
                            SourceLocations &locations) {
  for (const TraceStep &step : llvm::reverse(run.steps))
    if (step.transition) {
      locations.push_back(system.getTransitions()[*step.transition].loc);
      return;
    }
  locations.push_back(system.getLoc());
}

/// Adds the action that the specification does not allow.
bool ViolationReader::addAction(Violation &violation) {
  std::optional<unsigned> transition = readImplTransition(depth);
  if (!transition)
    return false;
  const System &system = impl.getSystem();
  const SystemTransition &info = system.getTransitions()[*transition];
  auto arguments = readArguments(
      impl, [&](llvm::StringRef name) { return getValue(name); }, *transition,
      depth);
  if (!arguments)
    return false;
  const SystemLabel &label = system.getLabels()[*info.label];
  violation.kind = label.kind == LabelKind::Input
                       ? ViolationKind::UnexpectedInput
                       : ViolationKind::UnexpectedOutput;
  violation.label = info.label;
  violation.arguments = *arguments;
  violation.implRun.steps.push_back(
      {violation.observation.finalDelay, info.label, *arguments, *transition});
  violation.implRun.finalDelay = Rational();
  violation.implLocations.push_back(info.loc);
  return true;
}

std::optional<Violation> ViolationReader::read() {
  std::optional<TimedTrace> specRun = readTrace(
      spec, [&](llvm::StringRef name) { return getValue(name); }, depth);
  if (!specRun)
    return std::nullopt;
  Violation violation{};
  violation.kind = ViolationKind::Late;
  violation.specRun = *specRun;
  violation.observation = *specRun;
  for (TraceStep &step : violation.observation.steps)
    step.transition.reset();
  std::optional<TimedTrace> implRun = readImplRun(violation.observation);
  if (!implRun)
    return std::nullopt;
  violation.implRun = std::move(*implRun);
  for (unsigned index = 0; index <= depth; ++index)
    violation.needsSilence |= isSet(ConformQuery::getStopsName(index));
  if (!isSet(ConformQuery::getLateName(depth))) {
    if (!addAction(violation))
      return std::nullopt;
  } else {
    addLastLocation(impl.getSystem(), violation.implRun,
                    violation.implLocations);
  }
  addLastLocation(spec.getSystem(), violation.specRun, violation.specLocations);
  return violation;
}

//===----------------------------------------------------------------------===//
// Checker
//===----------------------------------------------------------------------===//

std::optional<std::string>
tioga::findNondeterminism(const System &system, const BoundedOptions &bounded) {
  smt::TermContext terms;
  auto solver = smt::createSolver(bounded.solver, terms, bounded.limits);
  if (!solver)
    return llvm::toString(solver.takeError());
  QuerySession session(terms, **solver, bounded.encoding);
  if (!session.addSystems(system))
    return session.getError();
  SystemEncoder &encoder = session.getEncoder();
  encoder.define(**solver);
  std::vector<Overlap> overlaps =
      findOverlaps(encoder, session.getTimeline(), **solver);
  if (overlaps.empty())
    return std::nullopt;
  llvm::ArrayRef<SystemTransition> transitions = system.getTransitions();
  return ("'" + system.getName() + "' may be non-deterministic (" +
          getLocationText(transitions[overlaps[0].first].loc) + " and " +
          getLocationText(transitions[overlaps[0].second].loc) +
          "): determinize it first")
      .str();
}

std::optional<std::string>
BoundedChecker::findProblem(const System &impl) const {
  if (options.relation != Relation::Tioco &&
      options.relation != Relation::Inclusion)
    return ("relation '" + toString(options.relation) +
            "' has no bounded formula")
        .str();
  if (spec.isSync() || impl.isSync())
    return "contracts are compared by refinement";
  QueryRequest request;
  request.text.kind = QueryText::Kind::Conform;
  request.system = &spec;
  request.other = &impl;
  return findObstacle(request);
}

ConformQuery::Options BoundedChecker::getQueryOptions(Timelock timelock) const {
  ConformQuery::Options result;
  bool isInclusion = options.relation == Relation::Inclusion;
  result.inputsOffend = isInclusion;
  result.ignoresInputs =
      options.completion == Completion::Ignore ||
      (options.completion == Completion::Default && !isInclusion);
  result.stopsAreSilent = timelock == Timelock::Silence && !isInclusion;
  return result;
}

/// Whether no run of a non-deterministic implementation could take the inputs
/// that this one ignores: after a trace an input is ignored only if no state
/// takes it.
static bool ignoresOnly(const System &impl, const Violation &violation) {
  Interpreter interpreter(impl);
  TimedTrace taken;
  Rational waited;
  for (const TraceStep &step : violation.implRun.steps) {
    std::optional<Rational> delay = Rational::add(waited, step.delay);
    if (!delay || !step.label)
      return false;
    TraceStep observed = {*delay, step.label, step.arguments, std::nullopt};
    if (step.transition) {
      taken.steps.push_back(observed);
      waited = Rational();
      continue;
    }
    TimedTrace tried = taken;
    tried.steps.push_back(observed);
    if (replayObservation(interpreter, tried).answer != AnswerKind::Violated)
      return false;
    waited = *delay;
  }
  return true;
}

/// Looks at all observations up to a length, at once or one length after the
/// other. The answer `Holds` has no depth yet.
ConformanceResult BoundedChecker::searchOnce(const System &impl,
                                             Timelock timelock,
                                             unsigned bound) {
  smt::TermContext terms;
  auto solver = smt::createSolver(bounded.solver, terms, bounded.limits);
  if (!solver)
    return ConformanceResult::undecided(llvm::toString(solver.takeError()));
  QuerySession session(terms, **solver, bounded.encoding);
  if (!session.addSystems(spec, "spec.", impl, "impl."))
    return ConformanceResult::undecided(session.getError());
  auto &query = static_cast<ConformQuery &>(
      session.setQuery(std::make_unique<ConformQuery>(
          session.getEncoder(0), session.getEncoder(1), session.getTimeline(),
          getQueryOptions(timelock))));
  BoundedAnswer answer{smt::Status::Unsat, "", 0};
  if (bounded.encoding.incremental) {
    ViolationSearch search(**solver, query, options, Clock::now());
    assertIncremental(query, bound - 1, /*withCores=*/false, search);
    answer = search.answer;
  } else {
    answer = solveMonolithic(query, **solver, bound - 1,
                             "conform-" + std::to_string(bound));
  }
  ConformanceResult result;
  result.statistics.states = (*solver)->getNumQueries();
  result.reason = answer.reason;
  if (answer.status == smt::Status::Unknown)
    return result;
  if (answer.status == smt::Status::Unsat) {
    if (query.missesStops())
      return ConformanceResult::undecided(
          "the implementation may stop time in a state in which an output "
          "with parameters is missing");
    result.answer = AnswerKind::Holds;
    return result;
  }
  ViolationReader reader(session, **solver, answer.depth);
  std::optional<Violation> violation = reader.read();
  if (!violation)
    return ConformanceResult::undecided("a number leaves 64 bits");
  // Another run of the implementation might take an input that this ignores.
  if (reader.usesIgnoredInputs())
    if (auto reason = findNondeterminism(impl, bounded))
      if (!ignoresOnly(impl, *violation))
        return ConformanceResult::undecided(*reason);
  result.answer = AnswerKind::Violated;
  result.violation = std::move(violation);
  return result;
}

/// Finds a shortest violation; of equally short ones, one without stopped time.
ConformanceResult BoundedChecker::search(const System &impl,
                                         Timelock timelock) {
  // Formulas grow with the bound, zones do not.
  unsigned bound = std::max(
      1u, options.bound.value_or(std::min(options.ownBound, maxOwnBound)));
  ConformanceResult result = searchOnce(impl, timelock, bound);
  while (!bounded.encoding.incremental && result.violation &&
         result.violation->getLength() > 1) {
    ConformanceResult shorter =
        searchOnce(impl, timelock, result.violation->getLength() - 1);
    if (!shorter.violation)
      break;
    result = std::move(shorter);
  }
  if (!bounded.encoding.incremental && result.violation &&
      result.violation->needsSilence) {
    ConformanceResult plain =
        searchOnce(impl, Timelock::Conform, result.violation->getLength());
    if (plain.violation)
      result = std::move(plain);
  }
  if (result.answer != AnswerKind::Holds)
    return result;
  result.depth = bound;
  if (!options.bound)
    return ConformanceResult::undecided(
        "no violation within " + std::to_string(bound) + " observations");
  return result;
}

ConformanceResult BoundedChecker::check(const System &impl) {
  Clock::time_point start = Clock::now();
  ConformanceResult result;
  if (std::optional<std::string> problem = findProblem(impl)) {
    result = ConformanceResult::undecided(*problem);
  } else {
    if (!specNondeterminism)
      specNondeterminism = findNondeterminism(spec, bounded);
    result = *specNondeterminism
                 ? ConformanceResult::undecided(**specNondeterminism)
                 : search(impl, options.timelock);
    // Is there one that needs no such reading?
    if (result.violation && result.violation->needsSilence)
      result.violation->stopsTime =
          search(impl, Timelock::Conform).answer != AnswerKind::Violated;
  }
  result.engine = "bmc";
  result.statistics.seconds =
      std::chrono::duration<double>(Clock::now() - start).count();
  return result;
}

ConformanceResult BoundedChecker::check(const SystemEdits &edits) {
  std::unique_ptr<System> impl = applyEdits(spec, edits);
  return check(*impl);
}

std::unique_ptr<ConformanceChecker>
tioga::createBoundedChecker(const System &spec,
                            const ConformanceOptions &options,
                            const BoundedOptions &bounded) {
  return std::make_unique<BoundedChecker>(spec, options, bounded);
}
