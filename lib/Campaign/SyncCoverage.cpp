//===- SyncCoverage.cpp - Inputs that lead a contract somewhere -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Campaign/SyncCoverage.h"
#include "tioga/Engine/Encoder/SyncRun.h"
#include "tioga/Expr/Rewrite.h"

using namespace tioga;
using smt::Term;

//===----------------------------------------------------------------------===//
// Coverage
//===----------------------------------------------------------------------===//

namespace {

/// Looks for runs that trigger contracts, one depth after the other.
class ContractCoverage {
public:
  ContractCoverage(const System &contract, const SyncCampaignOptions &options)
      : contract(contract), options(options),
        formulas(&contract, options.solver), run(formulas, contract) {}

  CoveringInputs cover(RequirementCoverage coverage);

private:
  /// One contract, or two, of the first step or of every later one.
  struct Target {
    bool isInitial;
    std::vector<unsigned> conjuncts;
    bool isDone = false;
  };
  void addTargets(bool isInitial, RequirementCoverage coverage);
  std::string getName(const Target &target) const;
  /// Positions of `getTriggered`.
  bool isCovered(const Target &target, const SyncTrace &trace,
                 unsigned step) const;
  Term isTriggered(const Target &target, unsigned index);
  void dropImpossible();
  void coverAt(unsigned depth);
  void addTrace(SyncTrace trace);
  void reduce();

  const System &contract;
  SyncCampaignOptions options;
  SyncFormulas formulas;
  SyncRun run;
  std::vector<Target> targets;
  std::vector<SyncTrace> traces;
  CoveringInputs result;
};

} // namespace

void ContractCoverage::addTargets(bool isInitial,
                                  RequirementCoverage coverage) {
  unsigned count = isInitial ? contract.getInitialConjuncts().size()
                             : contract.getStepConjuncts().size();
  for (unsigned i = 0; i < count; ++i) {
    if (coverage == RequirementCoverage::Each)
      targets.push_back({isInitial, {i}});
    for (unsigned j = 0; coverage == RequirementCoverage::Pairs && j < i; ++j)
      targets.push_back({isInitial, {j, i}});
  }
}

std::string ContractCoverage::getName(const Target &target) const {
  std::string name;
  for (unsigned conjunct : target.conjuncts)
    name += (name.empty() ? "" : " and ") +
            (target.isInitial ? contract.getInitialConjuncts()
                              : contract.getStepConjuncts())[conjunct]
                .id.str();
  return name;
}

Term ContractCoverage::isTriggered(const Target &target, unsigned index) {
  std::vector<Term> all;
  for (unsigned conjunct : target.conjuncts)
    all.push_back(run.getAssumption(conjunct, index));
  return formulas.getTerms().getAnd(all);
}

/// What no step from any state can trigger.
void ContractCoverage::dropImpossible() {
  for (Target &target : targets) {
    unsigned index = target.isInitial ? 0 : 1;
    Term step = formulas.getTerms().getAnd(
        {run.getDomain(0), run.isStep(index), isTriggered(target, index)});
    if (!formulas.check(step, "triggered").isUnsat())
      continue;
    result.unreachable.push_back(getName(target));
    target.isDone = true;
  }
}

bool ContractCoverage::isCovered(const Target &target, const SyncTrace &trace,
                                 unsigned step) const {
  if (target.isInitial != (step == 0))
    return false;
  // One step alone: of the first one there is nothing before.
  llvm::ArrayRef<std::vector<Value>> part(trace);
  part = step == 0 ? part.take_front(1) : part.slice(step - 1, 2);
  std::vector<bool> triggered = getTriggered(part, contract);
  size_t offset = target.isInitial ? 0 : contract.getInitialConjuncts().size();
  return llvm::all_of(target.conjuncts, [&](unsigned conjunct) {
    return triggered[offset + conjunct];
  });
}

void ContractCoverage::addTrace(SyncTrace trace) {
  for (Target &target : targets)
    for (unsigned step = 0; !target.isDone && step < trace.size(); ++step)
      if (isCovered(target, trace, step)) {
        target.isDone = true;
        ++result.numCovered;
      }
  traces.push_back(std::move(trace));
}

void ContractCoverage::coverAt(unsigned depth) {
  smt::TermContext &terms = formulas.getTerms();
  formulas.assertTerm(terms.getAnd(run.isStep(depth), run.isAssumed(depth)));
  for (Target &target : targets) {
    if (target.isDone || target.isInitial != (depth == 0))
      continue;
    smt::CheckResult answer =
        formulas.check(isTriggered(target, depth), "covered");
    if (answer.isUnsat())
      continue;
    SyncTrace trace;
    for (unsigned index = 0; answer.isSat() && index <= depth; ++index)
      if (auto values = run.read(index))
        trace.push_back(std::move(*values));
    if (trace.size() == depth + 1) {
      addTrace(std::move(trace));
      continue;
    }
    result.undecided.push_back(getName(target));
    target.isDone = true;
  }
}

/// From the longest to the shortest: what adds nothing goes.
void ContractCoverage::reduce() {
  llvm::stable_sort(traces, [](const SyncTrace &a, const SyncTrace &b) {
    return a.size() > b.size();
  });
  std::vector<bool> covered(targets.size());
  for (const SyncTrace &trace : traces) {
    bool isNew = false;
    for (auto [index, target] : llvm::enumerate(targets))
      for (unsigned step = 0; !covered[index] && step < trace.size(); ++step)
        if (isCovered(target, trace, step))
          isNew = covered[index] = true;
    if (isNew)
      result.sequences.push_back(getInputs(trace, contract));
  }
}

CoveringInputs ContractCoverage::cover(RequirementCoverage coverage) {
  addTargets(/*isInitial=*/true, coverage);
  addTargets(/*isInitial=*/false, coverage);
  std::optional<std::string> obstacle = run.findObstacle();
  if (!formulas.isValid() || obstacle) {
    for (const Target &target : targets)
      result.undecided.push_back(getName(target));
    return std::move(result);
  }
  dropImpossible();
  for (unsigned depth = 0; depth < options.bound; ++depth)
    if (llvm::any_of(targets, [](const Target &each) { return !each.isDone; }))
      coverAt(depth);
  for (const Target &target : targets)
    if (!target.isDone)
      result.tooDeep.push_back(getName(target));
  reduce();
  return std::move(result);
}

CoveringInputs tioga::coverContracts(const System &contract,
                                     RequirementCoverage coverage,
                                     const SyncCampaignOptions &options) {
  return ContractCoverage(contract, options).cover(coverage);
}

//===----------------------------------------------------------------------===//
// Purposes
//===----------------------------------------------------------------------===//

PurposeAnswer tioga::reachPurpose(const System &contract,
                                  llvm::ArrayRef<Expr> purpose,
                                  const SyncCampaignOptions &options) {
  std::vector<Goal> goals;
  for (Expr condition : purpose)
    goals.push_back({condition, std::nullopt});
  SyncAnswer found = reachSyncBounded(contract, std::move(goals), options.bound,
                                      /*needsAssumption=*/true, options.solver);
  return {found.answer, found.reason, getInputs(found.trace, contract)};
}

static void collectVariables(Expr expr, const System &system,
                             llvm::SmallDenseSet<unsigned> &variables) {
  if (!expr)
    return;
  llvm::SetVector<Expr> names;
  collectNames(expr, names);
  for (Expr name : names)
    if (const Slot *slot = system.lookup(name))
      variables.insert(slot->index);
}

std::unique_ptr<System> tioga::selectViews(const System &contract,
                                           llvm::ArrayRef<Expr> conditions) {
  llvm::SmallDenseSet<unsigned> wanted;
  for (Expr condition : conditions)
    collectVariables(condition, contract, wanted);
  llvm::StringMap<bool> isNeeded;
  auto forEachOfViews = [&](auto fn) {
    for (bool isInitial : {true, false})
      for (auto [index, conjunct] :
           llvm::enumerate(isInitial ? contract.getInitialConjuncts()
                                     : contract.getStepConjuncts()))
        if (!conjunct.view.empty())
          fn(isInitial, index, conjunct);
  };
  forEachOfViews([&](bool, unsigned, const SystemConjunct &conjunct) {
    llvm::SmallDenseSet<unsigned> mentioned;
    collectVariables(conjunct.guarantee, contract, mentioned);
    isNeeded[conjunct.view] |= llvm::any_of(mentioned, [&](unsigned variable) {
      return contract.getVariables()[variable].owner != Owner::Input &&
             wanted.contains(variable);
    });
  });
  SystemEdits edits;
  ExprContext &context = contract.getExprContext();
  forEachOfViews(
      [&](bool isInitial, unsigned index, const SystemConjunct &conjunct) {
        if (!isNeeded[conjunct.view])
          edits.replacedConjuncts.push_back(
              {isInitial, index, context.getFalse(), context.getTrue()});
      });
  return edits.empty() ? nullptr : applyEdits(contract, edits);
}

//===----------------------------------------------------------------------===//
// Random walks
//===----------------------------------------------------------------------===//

InputSequence tioga::getRandomInputs(const System &contract, unsigned length,
                                     uint64_t seed) {
  Interpreter interpreter(contract);
  Decided<Walk> walk = walkAtRandom(interpreter, length, seed);
  SyncTrace run;
  if (walk)
    for (const State &state : walk->states)
      if (state.hasStarted)
        run.push_back(state.values);
  return getInputs(run, contract);
}
