//===- BoundedQuery.cpp - Questions about bounded runs ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Engine/Encoder/BoundedQuery.h"
#include "llvm/ADT/STLExtras.h"

using namespace tioga;
using smt::Function;
using smt::Sort;
using smt::Term;

BoundedQuery::~BoundedQuery() = default;

std::vector<Term> BoundedQuery::getReported(unsigned) {
  return timeline.getDeclared().vec();
}

Term BoundedQuery::name(const llvm::Twine &name, Term term,
                        const llvm::Twine &comment) {
  if (term.getOperands().empty())
    return term;
  const Function &function = getTerms().defineConstant(name, term, comment);
  timeline.getSink().define(function);
  return getTerms().apply(function);
}

//===----------------------------------------------------------------------===//
// Reaching
//===----------------------------------------------------------------------===//

ReachQuery::ReachQuery(SystemEncoder &encoder, Timeline &timeline,
                       std::vector<Goal> goals, bool needsAssumption)
    : BoundedQuery(timeline), encoder(encoder), run(encoder, timeline),
      goals(std::move(goals)),
      needsAssumption(needsAssumption && encoder.getSystem().isSync()) {}

void ReachQuery::start() {
  smt::TermContext &terms = getTerms();
  smt::TermSink &sink = timeline.getSink();
  if (encoder.getSystem().isSync())
    encoder.define(sink);
  else
    encoder.define(sink, {&encoder.getInit(), &encoder.getInvariant(),
                          &encoder.getUrgent(), &encoder.getStep()});
  for (const Goal &goal : goals) {
    goalFunctions.push_back(&terms.define(
        "goal", encoder.encodeCondition(goal.condition),
        "the goal " +
            (goal.label ? encoder.getSystem().getLabels()[*goal.label].getText()
                        : goal.condition.str())));
    if (!goalFunctions.back()->body.is(smt::TermKind::Bool))
      sink.define(*goalFunctions.back());
  }
  for (bool first : {true, false}) {
    if (!needsAssumption)
      break;
    std::vector<Term> some;
    for (const Function *assumption : encoder.getAssumptions(first))
      some.push_back(assumption ? terms.apply(*assumption) : terms.getTrue());
    assumed[first] = &terms.define(first ? "assumed.first" : "assumed",
                                   terms.getOr(some), "some assumption holds");
    if (!assumed[first]->body.is(smt::TermKind::Bool))
      sink.define(*assumed[first]);
  }
  if (!encoder.getSystem().isSync()) {
    sink.assertTerm(run.isInitial());
    sink.assertTerm(run.applyAtEntry(encoder.getInvariant(), 0));
  }
}

/// Whether a goal holds at a depth: in the state, after its delay.
Term ReachQuery::isReached(unsigned goal, unsigned depth) {
  smt::TermContext &terms = getTerms();
  const Goal &info = goals[goal];
  if (encoder.getSystem().isSync()) {
    // State `depth - 1` is the one after `depth` steps.
    if (depth == 0)
      return terms.getFalse();
    return run.applyAt(*goalFunctions[goal], depth - 1, Term());
  }
  Term reached = run.apply(*goalFunctions[goal], depth);
  if (!info.label)
    return reached;
  if (depth == 0)
    return terms.getFalse();
  // Whoever reads the model may choose any edge that is taken: no other one is.
  llvm::SmallVector<Term> cases, others;
  for (auto [index, transition] :
       llvm::enumerate(encoder.getSystem().getTransitions()))
    (transition.label == info.label ? cases : others)
        .push_back(run.getEdge(index, depth - 1));
  return terms.getAnd(
      {reached, terms.getOr(cases), terms.getNot(terms.getOr(others))});
}

/// Whether the goals up to this one were reached in their order by now.
Term ReachQuery::getProgress(unsigned goal, unsigned depth) {
  auto found = progress.find({goal, depth});
  if (found != progress.end())
    return found->second;
  smt::TermContext &terms = getTerms();
  Term here = isReached(goal, depth);
  if (goal > 0)
    here = terms.getAnd(getProgress(goal - 1, depth), here);
  if (depth > 0)
    here = terms.getOr(getProgress(goal, depth - 1), here);
  here = name("progress." + llvm::Twine(goal + 1) + "@" + llvm::Twine(depth),
              here);
  progress[{goal, depth}] = here;
  return here;
}

Term ReachQuery::getQuestion(unsigned depth) {
  smt::TermContext &terms = getTerms();
  Term reached = goals.size() == 1 ? isReached(0, depth)
                                   : getProgress(goals.size() - 1, depth);
  if (encoder.getSystem().isSync())
    return reached;
  return name("goal@" + llvm::Twine(depth),
              terms.getAnd(run.mayWait(depth), reached));
}

std::vector<NamedTerm> ReachQuery::getSyncStep(unsigned depth) {
  std::vector<NamedTerm> parts;
  std::string suffix = "@" + std::to_string(depth) + "!";
  auto conjuncts = encoder.getConjuncts(depth == 0);
  for (auto [index, function] : llvm::enumerate(conjuncts))
    parts.push_back(
        {function->name + suffix, run.getSyncConjunct(depth, index)});
  parts.push_back(
      {"domain" + suffix, run.getSyncConjunct(depth, conjuncts.size())});
  if (!needsAssumption)
    return parts;
  smt::Binding binding;
  for (auto [index, leaf] : llvm::enumerate(encoder.getState())) {
    binding[leaf.next.getImpl()] = run.getState(index, depth);
    if (depth > 0)
      binding[leaf.current.getImpl()] = run.getState(index, depth - 1);
  }
  parts.push_back(
      {"assumed" + suffix, getTerms().apply(*assumed[depth == 0], binding)});
  return parts;
}

std::vector<NamedTerm> ReachQuery::getStep(unsigned depth, bool split) {
  if (encoder.getSystem().isSync())
    return getSyncStep(depth);
  smt::TermContext &terms = getTerms();
  std::string suffix = "@" + std::to_string(depth) + "!";
  std::vector<NamedTerm> parts;
  parts.push_back({"wait" + suffix, run.mayWait(depth)});
  if (!split) {
    parts.push_back({"step" + suffix, run.takesStep(depth)});
    return parts;
  }
  std::vector<Term> some;
  for (unsigned index = 0; index < encoder.getSystem().getTransitions().size();
       ++index) {
    Term taken = run.getEdge(index, depth);
    some.push_back(taken);
    parts.push_back(
        {encoder.getEdgeName(index).str() + suffix,
         terms.getImplies(
             taken, terms.getAnd(run.apply(encoder.getEnabled(index), depth),
                                 run.apply(encoder.getEffect(index), depth)))});
  }
  parts.push_back({"some" + suffix, terms.getOr(some)});
  parts.push_back({"frame" + suffix, run.apply(encoder.getFrame(), depth)});
  return parts;
}

//===----------------------------------------------------------------------===//
// Monolithic and incremental formulas
//===----------------------------------------------------------------------===//

static void assertStep(BoundedQuery &query, unsigned depth, Term condition,
                       bool withCores) {
  smt::TermContext &terms = query.getTimeline().getTerms();
  for (const NamedTerm &part : query.getStep(depth, withCores))
    if (!part.term.isTrue())
      query.getTimeline().getSink().assertTerm(
          terms.getImplies(condition, part.term), withCores ? part.name : "");
}

void tioga::assertMonolithic(BoundedQuery &query, unsigned bound,
                             bool withCores) {
  Timeline &timeline = query.getTimeline();
  smt::TermContext &terms = timeline.getTerms();
  smt::TermSink &sink = timeline.getSink();
  query.start();
  std::vector<Term> cases;
  Term before = terms.getTrue();
  for (unsigned depth = 0; depth <= bound; ++depth) {
    sink.comment("depth " + llvm::Twine(depth));
    Term question = query.getQuestion(depth);
    Term taken = depth < bound ? timeline.get("taken", Sort::Bool, depth)
                               : terms.getFalse();
    if (question)
      cases.push_back(terms.getAnd({before, terms.getNot(taken), question}));
    if (depth == bound)
      break;
    assertStep(query, depth, taken, withCores);
    Term implied = terms.getImplies(taken, before);
    if (!implied.isTrue())
      sink.assertTerm(implied);
    before = taken;
  }
  sink.comment("the question");
  sink.assertTerm(terms.getOr(cases), withCores ? "question!" : "");
}

void tioga::assertIncremental(BoundedQuery &query, unsigned bound,
                              bool withCores, IncrementalSink &incremental) {
  Timeline &timeline = query.getTimeline();
  smt::TermContext &terms = timeline.getTerms();
  query.start();
  for (unsigned depth = 0; depth <= bound; ++depth) {
    timeline.getSink().comment("depth " + llvm::Twine(depth));
    Term question = query.getQuestion(depth);
    if (question && incremental.ask(depth, question))
      return;
    if (depth < bound)
      assertStep(query, depth, terms.getTrue(), withCores);
  }
}

namespace {
/// Asks a solver in a scope of its own.
class SolverAsker : public IncrementalSink {
public:
  SolverAsker(smt::Solver &solver, llvm::StringRef name)
      : solver(solver), name(name) {}

  bool ask(unsigned depth, Term question) override {
    if (question.isFalse())
      return false;
    solver.push();
    solver.assertTerm(question, "question!");
    smt::CheckResult result =
        solver.check((name + "-" + llvm::Twine(depth)).str());
    answer.status = result.status;
    answer.reason = result.reason;
    answer.depth = depth;
    // A model lives as long as its scope.
    if (result.isSat())
      return true;
    solver.pop();
    return result.isUnknown();
  }

  BoundedAnswer answer;

private:
  smt::Solver &solver;
  llvm::StringRef name;
};
} // namespace

BoundedAnswer tioga::solveIncremental(BoundedQuery &query, smt::Solver &solver,
                                      unsigned bound, llvm::StringRef name) {
  SolverAsker asker(solver, name);
  asker.answer.status = smt::Status::Unsat;
  assertIncremental(query, bound, solver.hasCores(), asker);
  if (asker.answer.status == smt::Status::Unsat)
    asker.answer.isExhaustive =
        solver.check((name + "-longer").str()).isUnsat();
  return asker.answer;
}

BoundedAnswer tioga::solveMonolithic(BoundedQuery &query, smt::Solver &solver,
                                     unsigned bound, llvm::StringRef name) {
  assertMonolithic(query, bound, solver.hasCores());
  smt::CheckResult result = solver.check(name);
  BoundedAnswer answer;
  answer.status = result.status;
  answer.reason = result.reason;
  if (result.isSat())
    answer.depth = readLength(
        [&](llvm::StringRef symbol) {
          return getSymbolValue(query.getTimeline(), solver, symbol);
        },
        bound);
  return answer;
}

unsigned tioga::readLength(ModelLookup model, unsigned bound) {
  unsigned length = 0;
  while (length < bound) {
    std::optional<Rational> taken = model("taken@" + std::to_string(length));
    if (!taken || taken->isZero())
      break;
    ++length;
  }
  return length;
}

llvm::StringRef tioga::getCoreElement(llvm::StringRef name) {
  return name.rsplit('@').first;
}
