//===- Consistency.cpp - Can a contract always be satisfied? ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 1. Each view by itself. If one is inconsistent, so is the whole.
// 2. The whole, in parts that have nothing to do with each other.
// 3. What is inconsistent: the inputs that show it, and minimal sets of
//    requirements, by QuickXPlain (Junker 2004); all of them by looking at
//    maximal sets that are not known to be consistent or inconsistent
//    (MARCO, Liffiton et al. 2016).
//
//===----------------------------------------------------------------------===//

#include "tioga/Engine/Consistency.h"
#include "tioga/Diagram/DiagramStore.h"
#include "tioga/Expr/Rewrite.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace tioga;

ConsistencyOracle::~ConsistencyOracle() = default;

//===----------------------------------------------------------------------===//
// Sets of requirements
//===----------------------------------------------------------------------===//

namespace {
/// One requirement.
struct Member {
  bool isInitial;
  unsigned index;
};
using Members = std::vector<Member>;
} // namespace

static Members getMembers(const ConjunctSet &set) {
  Members members;
  for (unsigned index : set.initial)
    members.push_back({true, index});
  for (unsigned index : set.step)
    members.push_back({false, index});
  return members;
}

static ConjunctSet makeSet(llvm::ArrayRef<Member> members) {
  ConjunctSet set;
  for (Member member : members)
    (member.isInitial ? set.initial : set.step).push_back(member.index);
  llvm::sort(set.initial);
  llvm::sort(set.step);
  return set;
}

static const SystemConjunct &getConjunct(const System &system, Member member) {
  return member.isInitial ? system.getInitialConjuncts()[member.index]
                          : system.getStepConjuncts()[member.index];
}

ConjunctSet ConjunctSet::getAll(const System &system) {
  ConjunctSet set;
  for (unsigned i = 0, e = system.getInitialConjuncts().size(); i != e; ++i)
    set.initial.push_back(i);
  for (unsigned i = 0, e = system.getStepConjuncts().size(); i != e; ++i)
    set.step.push_back(i);
  return set;
}

std::vector<std::string> tioga::getViewNames(const System &system) {
  std::vector<std::string> names;
  llvm::StringSet<> seen;
  for (Member member : getMembers(ConjunctSet::getAll(system))) {
    llvm::StringRef view = getConjunct(system, member).view;
    if (seen.insert(view).second)
      names.insert(view.empty() ? names.begin() : names.end(), view.str());
  }
  return names;
}

ConjunctSet tioga::getViewConjuncts(const System &system,
                                    llvm::StringRef view) {
  Members members = getMembers(ConjunctSet::getAll(system));
  llvm::erase_if(members, [&](Member member) {
    return getConjunct(system, member).view != view;
  });
  return makeSet(members);
}

/// Calls `fn` with the position of each variable that a requirement mentions.
static void forEachVariable(const System &system, Member member,
                            llvm::function_ref<void(unsigned)> fn) {
  llvm::SetVector<Expr> names;
  const SystemConjunct &conjunct = getConjunct(system, member);
  if (conjunct.assume)
    collectNames(conjunct.assume, names);
  collectNames(conjunct.guarantee, names);
  for (Expr name : names)
    if (const Slot *slot = system.lookup(name))
      if (slot->kind == Slot::Kind::Variable)
        fn(slot->index);
}

std::vector<unsigned>
tioga::getMentionedVariables(const System &system,
                             const ConjunctSet &conjuncts) {
  std::vector<unsigned> variables;
  for (Member member : getMembers(conjuncts))
    forEachVariable(system, member,
                    [&](unsigned index) { variables.push_back(index); });
  llvm::sort(variables);
  variables.erase(llvm::unique(variables), variables.end());
  return variables;
}

std::vector<ConjunctSet>
tioga::getIndependentParts(const System &system, const ConjunctSet &conjuncts) {
  Members members = getMembers(conjuncts);
  // Requirements come first, variables behind them.
  llvm::EquivalenceClasses<unsigned> classes;
  for (auto [position, member] : llvm::enumerate(members)) {
    unsigned self = position;
    classes.insert(self);
    forEachVariable(system, member, [&](unsigned index) {
      if (system.getVariables()[index].owner != Owner::Input)
        classes.unionSets(self, members.size() + index);
    });
  }
  std::vector<std::pair<unsigned, Members>> parts;
  for (auto [position, member] : llvm::enumerate(members)) {
    unsigned leader = classes.getLeaderValue(position);
    auto part = llvm::find_if(
        parts, [&](const auto &entry) { return entry.first == leader; });
    if (part == parts.end())
      part = parts.insert(part, {leader, {}});
    part->second.push_back(member);
  }
  std::vector<ConjunctSet> sets;
  for (const auto &part : parts)
    sets.push_back(makeSet(part.second));
  return sets;
}

//===----------------------------------------------------------------------===//
// Minimal conflicts
//===----------------------------------------------------------------------===//

namespace {

class ConflictFinder {
public:
  /// The oracle has found `depth` inputs that suffice.
  ConflictFinder(ConsistencyOracle &oracle, std::optional<unsigned> depth)
      : oracle(oracle), bound(oracle.isUnbounded() ? std::nullopt : depth) {}

  /// \pre the members are inconsistent
  Members shrink(llvm::ArrayRef<Member> members) {
    return explain({}, false, members);
  }
  void findAll(llvm::ArrayRef<Member> members, size_t limit,
               std::vector<ConjunctSet> &conflicts);

  /// What is not certain about the result; empty if nothing.
  std::string problem;

private:
  bool isInconsistent(llvm::ArrayRef<Member> members);
  Members explain(const Members &background, bool hasChanged,
                  llvm::ArrayRef<Member> candidates);

  ConsistencyOracle &oracle;
  std::optional<unsigned> bound;
};

} // namespace

bool ConflictFinder::isInconsistent(llvm::ArrayRef<Member> members) {
  ConsistencyVerdict verdict = oracle.check(makeSet(members), bound);
  if (verdict.answer == AnswerKind::Undecided && problem.empty())
    problem = "it was not decided whether a smaller set is consistent: " +
              verdict.reason;
  return verdict.answer == AnswerKind::Violated;
}

static Members join(const Members &a, llvm::ArrayRef<Member> b) {
  Members result = a;
  result.insert(result.end(), b.begin(), b.end());
  return result;
}

/// QuickXPlain: what of the candidates is needed beside the background, which
/// has changed since the last question.
Members ConflictFinder::explain(const Members &background, bool hasChanged,
                                llvm::ArrayRef<Member> candidates) {
  if (hasChanged && isInconsistent(background))
    return {};
  if (candidates.size() <= 1) {
    // Nothing at all may be inconsistent: the ranges alone.
    if (candidates.empty() || (background.empty() && isInconsistent({})))
      return {};
    return candidates.vec();
  }
  llvm::ArrayRef<Member> left = candidates.take_front(candidates.size() / 2);
  llvm::ArrayRef<Member> right = candidates.drop_front(left.size());
  Members needed = explain(join(background, left), true, right);
  Members rest = explain(join(background, needed), !needed.empty(), left);
  return join(rest, needed);
}

void ConflictFinder::findAll(llvm::ArrayRef<Member> members, size_t limit,
                             std::vector<ConjunctSet> &conflicts) {
  DiagramStore store(10'000'000);
  Diagram open = DiagramStore::trueDiagram;
  auto contains = [&](const std::vector<bool> &chosen) {
    Diagram node = open;
    while (!store.isTerminal(node))
      node = chosen[store.getLevel(node)] ? store.getHigh(node)
                                          : store.getLow(node);
    return node == DiagramStore::trueDiagram;
  };
  while (open != DiagramStore::falseDiagram && !store.isExhausted()) {
    if (conflicts.size() >= limit) {
      problem = "there may be more than " + std::to_string(limit) +
                " minimal conflicts";
      return;
    }
    // A maximal set about which nothing is known.
    std::vector<bool> chosen(members.size(), true);
    for (auto [level, value] : store.pick(open))
      chosen[level] = value;
    for (size_t index = 0; index < members.size(); ++index)
      if (!chosen[index]) {
        chosen[index] = true;
        chosen[index] = contains(chosen);
      }
    Members seed;
    Diagram beyond = DiagramStore::falseDiagram;
    for (size_t index = members.size(); index-- > 0;) {
      if (chosen[index])
        seed.insert(seed.begin(), members[index]);
      else
        beyond = store.getOr(store.getVariable(index), beyond);
    }
    if (!isInconsistent(seed)) {
      open = store.getAnd(open, beyond);
      continue;
    }
    ConjunctSet conflict = makeSet(shrink(seed));
    Diagram above = DiagramStore::trueDiagram;
    for (auto [index, member] : llvm::enumerate(members))
      if (llvm::is_contained(member.isInitial ? conflict.initial
                                              : conflict.step,
                             member.index))
        above = store.getAnd(above, store.getVariable(index));
    open = store.getAnd(open, store.getNot(above));
    conflicts.push_back(std::move(conflict));
  }
  if (store.isExhausted())
    problem = "there are too many sets to look at";
}

//===----------------------------------------------------------------------===//
// The question
//===----------------------------------------------------------------------===//

namespace {

class ConsistencyChecker {
public:
  ConsistencyChecker(const System &system,
                     llvm::ArrayRef<ConsistencyOracle *> oracles,
                     const ConsistencyOptions &options)
      : system(system), oracles(oracles), options(options) {}

  ConsistencyResult run();

private:
  /// Asks all oracles. Remembers the one that found a violation.
  ConsistencyVerdict decide(const ConjunctSet &set);
  ConsistencyVerdict decideInParts(const ConjunctSet &set);
  bool checkViews();
  void explainViolation();

  const System &system;
  llvm::ArrayRef<ConsistencyOracle *> oracles;
  const ConsistencyOptions &options;
  ConsistencyOracle *decider = nullptr;
  ConsistencyResult result;
};

} // namespace

ConsistencyVerdict ConsistencyChecker::decide(const ConjunctSet &set) {
  ConsistencyVerdict verdict;
  std::string reasons;
  for (ConsistencyOracle *oracle : oracles) {
    verdict = oracle->check(set);
    decider = oracle;
    result.engine = oracle->getName().str();
    if (verdict.answer == AnswerKind::Violated)
      result.part = set;
    if (verdict.answer != AnswerKind::Undecided)
      return verdict;
    reasons += (reasons.empty() ? "" : "; ") + oracle->getName().str() + ": " +
               verdict.reason;
  }
  if (oracles.size() > 1)
    verdict.reason = reasons;
  return verdict;
}

ConsistencyVerdict ConsistencyChecker::decideInParts(const ConjunctSet &set) {
  ConsistencyVerdict whole;
  whole.answer = AnswerKind::Holds;
  std::vector<ConjunctSet> parts = getIndependentParts(system, set);
  if (parts.empty())
    return decide(set);
  for (const ConjunctSet &part : parts) {
    ConsistencyVerdict verdict = decide(part);
    if (verdict.answer == AnswerKind::Violated)
      return verdict;
    if (whole.answer == AnswerKind::Undecided)
      continue;
    if (verdict.answer == AnswerKind::Undecided)
      whole = verdict;
    else if (verdict.depth)
      whole.depth = std::min(whole.depth.value_or(~0u), *verdict.depth);
  }
  return whole;
}

/// Returns whether a view by itself is inconsistent.
bool ConsistencyChecker::checkViews() {
  std::vector<std::string> names = getViewNames(system);
  if (names.size() < 2)
    return false;
  for (const std::string &name : names) {
    ConsistencyVerdict verdict = decideInParts(getViewConjuncts(system, name));
    result.views.push_back({name, verdict});
    if (verdict.answer != AnswerKind::Violated)
      continue;
    result.verdict = verdict;
    result.view = name;
    return true;
  }
  return false;
}

void ConsistencyChecker::explainViolation() {
  if (options.findPlay) {
    result.play = decider->findPlay(result.part, result.playProblem);
    if (!result.play && result.playProblem.empty())
      result.playProblem = "it was not found again";
  }
  if (options.conflicts == ConflictSearch::None)
    return;
  Members members = getMembers(result.part);
  ConflictFinder finder(*decider, result.verdict.depth);
  if (options.conflicts == ConflictSearch::One)
    result.conflicts.push_back(makeSet(finder.shrink(members)));
  else
    finder.findAll(getMembers(ConjunctSet::getAll(system)),
                   options.maxConflicts, result.conflicts);
  result.conflictProblem = finder.problem;
}

ConsistencyResult ConsistencyChecker::run() {
  if (!system.isSync()) {
    result.verdict.reason = "the system is no contract";
    return std::move(result);
  }
  ConjunctSet all = ConjunctSet::getAll(system);
  if (!options.incremental)
    result.verdict = decide(all);
  else if (!checkViews())
    result.verdict = decideInParts(all);
  if (result.verdict.answer == AnswerKind::Violated)
    explainViolation();
  for (ConsistencyOracle *oracle : oracles)
    result.effort += oracle->getEffort();
  return std::move(result);
}

ConsistencyResult
tioga::checkConsistency(const System &system,
                        llvm::ArrayRef<ConsistencyOracle *> oracles,
                        const ConsistencyOptions &options) {
  return ConsistencyChecker(system, oracles, options).run();
}
