//===- ConformQuery.cpp - Conformance as a formula --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Engine/Encoder/PairQueries.h"
#include "llvm/ADT/STLExtras.h"

using namespace tioga;
using smt::Function;
using smt::Sort;
using smt::Term;

std::optional<std::string> tioga::findSilentTransition(const System &system) {
  for (const SystemTransition &transition : system.getTransitions())
    if (system.isSilent(transition)) {
      std::string place = getLocationText(transition.loc);
      return place.empty() ? std::string("a transition") : place;
    }
  return std::nullopt;
}

/// Whether two transitions leave different locations of one automaton.
static bool haveDifferentSources(const SystemTransition &a,
                                 const SystemTransition &b) {
  for (const SystemMove &left : a.moves)
    for (const SystemMove &right : b.moves)
      if (left.control == right.control && left.from && right.from &&
          left.from != right.from)
        return true;
  return false;
}

std::vector<Overlap> tioga::findOverlaps(SystemEncoder &encoder,
                                         Timeline &timeline,
                                         smt::Solver &solver) {
  const System &system = encoder.getSystem();
  smt::TermContext &terms = encoder.getTerms();
  Run run(encoder, timeline);
  std::vector<Overlap> overlaps;
  llvm::ArrayRef<SystemTransition> transitions = system.getTransitions();
  for (unsigned first = 0; first < transitions.size(); ++first)
    for (unsigned second = first + 1; second < transitions.size(); ++second) {
      if (transitions[first].label != transitions[second].label ||
          haveDifferentSources(transitions[first], transitions[second]))
        continue;
      solver.push();
      solver.assertTerm(run.mayWait(0));
      solver.assertTerm(terms.getAnd(run.apply(encoder.getEnabled(first), 0),
                                     run.apply(encoder.getEnabled(second), 0)));
      if (!solver.check("overlap").isUnsat())
        overlaps.push_back({first, second});
      solver.pop();
    }
  return overlaps;
}

//===----------------------------------------------------------------------===//
// Conformance
//===----------------------------------------------------------------------===//

ConformQuery::ConformQuery(SystemEncoder &spec, SystemEncoder &impl,
                           Timeline &timeline, Options options)
    : BoundedQuery(timeline), spec(spec), impl(impl), specRun(spec, timeline),
      implRun(impl, timeline), options(options) {
  const System &system = impl.getSystem();
  bool mayStop =
      options.stopsAreSilent && impl.hasTime() &&
      (!impl.getInvariant().body.isTrue() || !impl.getUrgent().body.isFalse());
  // "No output is possible" has no formula without quantifiers if outputs have
  // parameters.
  bool hasParams = llvm::any_of(
      system.getTransitions(), [&](const SystemTransition &transition) {
        return transition.label && !transition.params.empty() &&
               system.getLabels()[*transition.label].kind != LabelKind::Input;
      });
  stops = mayStop && !hasParams;
  hiddenStops = mayStop && hasParams;
}

std::string ConformQuery::getIgnoredName(unsigned depth) {
  return "impl.ignored@" + std::to_string(depth);
}
std::string ConformQuery::getStopsName(unsigned depth) {
  return "impl.stops@" + std::to_string(depth);
}
std::string ConformQuery::getLateName(unsigned depth) {
  return "late@" + std::to_string(depth);
}

/// `label` is one of these, and `other` has no transition for it now.
static Term getRefusal(llvm::ArrayRef<const SystemLabel *> labels,
                       SystemEncoder &other) {
  smt::TermContext &terms = other.getTerms();
  std::vector<Term> cases;
  for (const SystemLabel *label : labels) {
    Term is = terms.getEq(other.getLabelSymbol(),
                          other.getExprs().getLabelTerm(label->name));
    if (auto index = other.getSystem().lookupLabel(label->name))
      is = terms.getAnd(is, terms.getNot(terms.apply(other.getTakes(*index))));
    cases.push_back(is);
  }
  return terms.getOr(cases);
}

static llvm::SmallVector<const SystemLabel *>
getLabels(const System &system, bool inputs, bool outputs) {
  llvm::SmallVector<const SystemLabel *> labels;
  for (const SystemLabel &label : system.getLabels())
    if ((inputs && label.kind == LabelKind::Input) ||
        (outputs && label.kind == LabelKind::Output))
      labels.push_back(&label);
  return labels;
}

/// Gives both systems to the sink.
static void defineBoth(SystemEncoder &a, SystemEncoder &b,
                       smt::TermSink &sink) {
  for (SystemEncoder *encoder : {&a, &b}) {
    sink.comment("the system " + encoder->getSystem().getName() + ", '" +
                 encoder->getPrefix() + "'");
    llvm::SmallVector<const Function *> roots = {
        &encoder->getInit(), &encoder->getInvariant(),
        &encoder->getSoon(), &encoder->getUrgent(),
        &encoder->getStep(), &encoder->getLabelled()};
    for (unsigned label = 0; label < encoder->getSystem().getLabels().size();
         ++label)
      roots.push_back(&encoder->getTakes(label));
    encoder->define(sink, roots);
  }
}

static const Function *defineIn(smt::TermSink &sink, const Function &function) {
  if (!function.body.is(smt::TermKind::Bool))
    sink.define(function);
  return &function;
}

void ConformQuery::start() {
  smt::TermContext &terms = getTerms();
  smt::TermSink &sink = timeline.getSink();
  defineBoth(spec, impl, sink);
  sink.comment("what both have in common");
  auto inputs = getLabels(spec.getSystem(), true, false);
  refuses = defineIn(
      sink, terms.define("spec.refuses",
                         getRefusal(getLabels(impl.getSystem(),
                                              options.inputsOffend, true),
                                    spec),
                         "the specification cannot do this now"));
  ignores = defineIn(
      sink, terms.define("impl.ignores",
                         options.ignoresInputs ? getRefusal(inputs, impl)
                                               : terms.getFalse(),
                         "the implementation does not take this input now"));
  std::vector<Term> isInputLabel, outputs;
  for (const SystemLabel *label : inputs)
    isInputLabel.push_back(terms.getEq(
        spec.getLabelSymbol(), spec.getExprs().getLabelTerm(label->name)));
  input = defineIn(
      sink, terms.define("input", terms.getOr(isInputLabel), "it is an input"));
  for (unsigned index = 0; index < impl.getSystem().getLabels().size(); ++index)
    if (impl.getSystem().getLabels()[index].kind == LabelKind::Output)
      outputs.push_back(terms.apply(impl.getTakes(index)));
  produces = defineIn(sink, terms.define("impl.produces", terms.getOr(outputs),
                                         "some output of the implementation is "
                                         "possible now"));
  for (Run *run : {&specRun, &implRun}) {
    sink.assertTerm(run->isInitial());
    sink.assertTerm(run->applyAtEntry(run->getEncoder().getInvariant(), 0));
  }
  if (stops)
    sink.assertTerm(terms.getNot(isStuck(0)));
}

Term ConformQuery::getStopping() {
  return timeline.get("impl.stopping", Sort::Bool);
}
Term ConformQuery::isStuck(unsigned depth) {
  return timeline.get("impl.stuck", Sort::Bool, depth);
}
Term ConformQuery::getStops(unsigned depth) {
  return timeline.get("impl.stops", Sort::Bool, depth);
}

/// The implementation is silent for good when the step comes.
Term ConformQuery::getSilent(unsigned depth) {
  if (!stops)
    return getTerms().getFalse();
  return getTerms().getOr(isStuck(depth), getStops(depth));
}

Term ConformQuery::isInput(unsigned depth) {
  return specRun.apply(*input, depth);
}

/// The implementation lets the delay of the step pass, by waiting or because
/// time stops for it on the way.
Term ConformQuery::implWaits(unsigned depth) {
  smt::TermContext &terms = getTerms();
  Term waits = implRun.mayWait(depth);
  if (!stops)
    return waits;
  bool delays = timeline.getEncoding() == TimeEncoding::Delays;
  Term pause = timeline.get("impl.pause", Sort::Real, depth);
  Term begin =
      delays ? terms.getNumber(0, Sort::Real) : timeline.getStart(depth);
  Term end = delays ? timeline.getDelay(depth) : timeline.getNow(depth);
  Term cannotWait =
      terms.getOr(terms.getNot(implRun.applyAt(impl.getSoon(), depth, pause)),
                  implRun.applyAtEntry(impl.getUrgent(), depth));
  Term stopped = terms.getAnd(
      {getStopping(), terms.getLe(begin, pause), terms.getLe(pause, end),
       implRun.mayWaitUntil(depth, pause, terms.getEq(pause, begin)),
       cannotWait, terms.getNot(implRun.applyAt(*produces, depth, pause))});
  return terms.getAnd(
      timeline.isForward(depth),
      terms.getOr(isStuck(depth),
                  terms.getIte(getStops(depth), stopped, waits)));
}

Term ConformQuery::getQuestion(unsigned depth) {
  smt::TermContext &terms = getTerms();
  Term implMay = name("impl.waits@" + llvm::Twine(depth), implWaits(depth));
  Term specMay =
      name("spec.waits@" + llvm::Twine(depth), specRun.mayWait(depth));
  Term late = timeline.get("late", Sort::Bool, depth);
  Term offends = terms.getAnd({specMay, terms.getNot(getSilent(depth)),
                               implRun.takesStep(depth),
                               implRun.apply(impl.getLabelled(), depth),
                               specRun.apply(*refuses, depth)});
  return name("violation@" + llvm::Twine(depth),
              terms.getAnd(implMay,
                           terms.getIte(late, terms.getNot(specMay), offends)));
}

std::vector<NamedTerm> ConformQuery::getStep(unsigned depth, bool) {
  smt::TermContext &terms = getTerms();
  std::string suffix = "@" + std::to_string(depth) + "!";
  std::vector<NamedTerm> parts;
  parts.push_back({"impl.wait" + suffix, implWaits(depth)});
  parts.push_back({"spec.wait" + suffix, specRun.mayWait(depth)});
  Term moves = terms.getAnd(implRun.takesStep(depth),
                            implRun.apply(impl.getLabelled(), depth));
  if (options.ignoresInputs) {
    Term ignored = timeline.get("impl.ignored", Sort::Bool, depth);
    moves = terms.getIte(
        ignored,
        terms.getAnd(implRun.apply(*ignores, depth), implRun.keepsState(depth)),
        moves);
  }
  parts.push_back({"impl.step" + suffix,
                   terms.getIte(getSilent(depth), isInput(depth), moves)});
  parts.push_back({"spec.step" + suffix,
                   terms.getAnd(specRun.takesStep(depth),
                                specRun.apply(spec.getLabelled(), depth))});
  if (stops)
    parts.push_back({"impl.stuck" + suffix,
                     terms.getEq(isStuck(depth + 1), getSilent(depth))});
  return parts;
}

//===----------------------------------------------------------------------===//
// Equivalence
//===----------------------------------------------------------------------===//

EquivQuery::EquivQuery(SystemEncoder &left, SystemEncoder &right,
                       Timeline &timeline)
    : BoundedQuery(timeline), left(left), right(right), leftRun(left, timeline),
      rightRun(right, timeline) {}

void EquivQuery::start() {
  smt::TermContext &terms = getTerms();
  smt::TermSink &sink = timeline.getSink();
  defineBoth(left, right, sink);
  auto define = [&](SystemEncoder &other, SystemEncoder &encoder) {
    return defineIn(
        sink, terms.define(
                  encoder.getPrefix() + llvm::Twine("refuses"),
                  getRefusal(getLabels(other.getSystem(), true, true), encoder),
                  "'" + encoder.getPrefix() + "' cannot do this now"));
  };
  leftRefuses = define(right, left);
  rightRefuses = define(left, right);
  for (Run *run : {&leftRun, &rightRun}) {
    sink.assertTerm(run->isInitial());
    sink.assertTerm(run->applyAtEntry(run->getEncoder().getInvariant(), 0));
  }
}

Term EquivQuery::getQuestion(unsigned depth) {
  smt::TermContext &terms = getTerms();
  Term leftMay =
      name("left.waits@" + llvm::Twine(depth), leftRun.mayWait(depth));
  Term rightMay =
      name("right.waits@" + llvm::Twine(depth), rightRun.mayWait(depth));
  auto offends = [&](Run &run, Run &other, const Function &refuses) {
    return terms.getAnd({run.takesStep(depth),
                         run.apply(run.getEncoder().getLabelled(), depth),
                         other.apply(refuses, depth)});
  };
  Term differs = terms.getOr(
      {terms.getNot(terms.getEq(leftMay, rightMay)),
       terms.getAnd(leftMay,
                    terms.getOr(offends(leftRun, rightRun, *rightRefuses),
                                offends(rightRun, leftRun, *leftRefuses)))});
  Term forward = left.hasTime() ? timeline.isForward(depth) : terms.getTrue();
  return name("difference@" + llvm::Twine(depth),
              terms.getAnd(forward, differs));
}

std::vector<NamedTerm> EquivQuery::getStep(unsigned depth, bool) {
  std::string suffix = "@" + std::to_string(depth) + "!";
  std::vector<NamedTerm> parts;
  for (Run *run : {&leftRun, &rightRun}) {
    std::string prefix = run->getEncoder().getPrefix().str();
    parts.push_back({prefix + "wait" + suffix, run->mayWait(depth)});
    parts.push_back({prefix + "step" + suffix, run->takesStep(depth)});
    parts.push_back({prefix + "label" + suffix,
                     run->apply(run->getEncoder().getLabelled(), depth)});
  }
  return parts;
}
