//===- SyncRefinement.cpp - Refinement of contracts -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SyncReachability.h"
#include "tioga/Engine/ContractChecks.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace tioga;

namespace {

class RefinementChecker {
public:
  RefinementChecker(const System &spec, const System &impl,
                    const RefinementOptions &options);

  RefinementResult run();

private:
  /// The states of both after one observation, as old values.
  struct Sets {
    Diagram impl, spec;
    std::vector<Value> observed;
    std::optional<size_t> parent;
  };

  bool isStopped();
  /// The greatest simulation; returns whether it covers the first step.
  bool simulates();
  Diagram getCovered(bool first);
  /// Whether an observation determines the hidden values of the specification.
  bool isDetermined();
  void searchProduct();
  void searchSubsets();
  bool expand(std::vector<Sets> &nodes, size_t index);
  void finishBound();

  const RefinementOptions &options;
  FieldSpace space;
  DiagramStore &store;
  SyncDiagrams impl, spec;
  std::vector<unsigned> implHidden, specHidden, observed, all;
  Diagram implFirst = 0, implStep = 0, specFirst = 0, specStep = 0;
  Diagram newHidden = 0, newImpl = 0;
  /// Over old values of both.
  Diagram simulation = 0;
  std::set<std::pair<Diagram, Diagram>> seen;
  RefinementResult result;
};

} // namespace

std::optional<std::string> tioga::findAlphabetClash(const System &spec,
                                                    const System &impl) {
  for (const SystemVariable &variable : impl.getVariables()) {
    const Slot *slot = spec.lookup(variable.getName());
    if (!slot || slot->kind != Slot::Kind::Variable)
      continue;
    const SystemVariable &other = spec.getVariables()[slot->index];
    bool bothHidden =
        variable.owner == Owner::Hidden && other.owner == Owner::Hidden;
    if (!bothHidden &&
        (variable.owner != other.owner || variable.type != other.type))
      return ("'" + variable.getName() + "' is not the same in '" +
              spec.getName() + "' and '" + impl.getName() + "'")
          .str();
  }
  return std::nullopt;
}

static bool isHidden(Owner owner) { return owner == Owner::Hidden; }

RefinementChecker::RefinementChecker(const System &specSystem,
                                     const System &implSystem,
                                     const RefinementOptions &options)
    : options(options), space(options.maxNodes), store(space.getStore()),
      impl(space, implSystem), spec(space, specSystem, &impl) {
  if (!impl.getProblem().empty() || !spec.getProblem().empty())
    return;
  implHidden = impl.getFields(isHidden);
  specHidden = spec.getFields(isHidden);
  for (const SyncDiagrams *side : {&impl, &spec})
    for (auto [variable, field] :
         llvm::zip(side->getSystem().getVariables(), side->getFields()))
      if (!isHidden(variable.owner) && !llvm::is_contained(observed, field)) {
        observed.push_back(field);
        result.names.push_back(variable.getName().str());
      }
  all = observed;
  all.insert(all.end(), implHidden.begin(), implHidden.end());
  newImpl = space.getCube(all, true);
  all.insert(all.end(), specHidden.begin(), specHidden.end());
  newHidden = space.getCube(specHidden, true);
  // What one side lacks is open to it, within its type.
  Diagram domain = DiagramStore::trueDiagram;
  for (unsigned field : observed)
    domain = store.getAnd(domain, space.getDomain(field, true));
  implFirst = store.getAnd(domain, impl.getRelation(true));
  implStep = store.getAnd(domain, impl.getRelation(false));
  specFirst = store.getAnd(domain, spec.getRelation(true));
  specStep = store.getAnd(domain, spec.getRelation(false));
}

bool RefinementChecker::isStopped() {
  if (store.isExhausted())
    result.reason = "the limit of " + std::to_string(options.maxNodes) +
                    " nodes was reached";
  else if (options.isCancelled && options.isCancelled())
    result.reason = "interrupted";
  return !result.reason.empty();
}

//===----------------------------------------------------------------------===//
// Simulation
//===----------------------------------------------------------------------===//

/// Old values from which each step of the implementation has one of the
/// specification with the same observation that ends in the simulation.
Diagram RefinementChecker::getCovered(bool first) {
  Diagram answers = store.getAndExists(first ? specFirst : specStep,
                                       space.prime(simulation), newHidden);
  return store.getForall(
      store.getImplies(first ? implFirst : implStep, answers), newImpl);
}

bool RefinementChecker::simulates() {
  simulation = store.getAnd(impl.getDomain(false), spec.getDomain(false));
  while (!isStopped()) {
    Diagram smaller = store.getAnd(simulation, getCovered(false));
    if (smaller == simulation)
      return getCovered(true) == DiagramStore::trueDiagram && !isStopped();
    simulation = smaller;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Product
//===----------------------------------------------------------------------===//

bool RefinementChecker::isDetermined() {
  std::vector<unsigned> fields = spec.getFields().vec();
  SyncReachability reachable(space, fields, spec.getRelation(true),
                             spec.getRelation(false));
  FixpointOptions limits;
  limits.maxNodes = options.maxNodes;
  limits.isCancelled = options.isCancelled;
  if (!reachable.run(limits, result.reason))
    return false;
  Diagram step = store.getAnd(specStep, reachable.getReached());
  for (unsigned field : specHidden)
    for (Diagram bit : space.getBits(field, true))
      for (Diagram relation : {specFirst, step}) {
        Diagram both = store.getAnd(
            store.getAndExists(relation, bit, newHidden),
            store.getAndExists(relation, store.getNot(bit), newHidden));
        if (both != DiagramStore::falseDiagram)
          return false;
      }
  return !isStopped();
}

/// Both sides make the same observations; a step that only the implementation
/// makes ends the search.
void RefinementChecker::searchProduct() {
  result.method = "product";
  Diagram lacksFirst = store.getAnd(
      implFirst, store.getNot(store.getExists(specFirst, newHidden)));
  Diagram lacksStep = store.getAnd(
      implStep, store.getNot(store.getExists(specStep, newHidden)));
  SyncReachability product(space, all, store.getAnd(implFirst, specFirst),
                           store.getAnd(implStep, specStep));
  auto conclude = [&](Diagram offence) {
    if (isStopped())
      return;
    result.answer = AnswerKind::Violated;
    result.trace.push_back(space.pick(offence, observed, true));
  };
  if (lacksFirst != DiagramStore::falseDiagram)
    return conclude(lacksFirst);
  while (product.extend() && !isStopped()) {
    if (options.bound && product.getNumLayers() >= *options.bound)
      return finishBound();
    Diagram offence = store.getAnd(product.getLastLayer(), lacksStep);
    if (offence == DiagramStore::falseDiagram)
      continue;
    Diagram states = store.getExists(offence, newImpl);
    auto run = product.getRun(states);
    if (isStopped())
      return;
    offence = store.getAnd(offence, product.getState(run.back(), false));
    for (std::vector<Value> &values : run) {
      values.resize(observed.size());
      result.trace.push_back(std::move(values));
    }
    return conclude(offence);
  }
  if (!isStopped())
    result.answer = AnswerKind::Holds;
}

//===----------------------------------------------------------------------===//
// Subsets
//===----------------------------------------------------------------------===//

void RefinementChecker::finishBound() {
  result.answer = AnswerKind::Holds;
  result.depth = options.bound;
}

/// Adds what follows a node (the beginning, if there is none yet). Returns true
/// if the search is over.
bool RefinementChecker::expand(std::vector<Sets> &nodes, size_t index) {
  bool first = nodes.empty();
  Diagram implNext = implFirst, specNext = specFirst;
  if (!first) {
    Diagram oldCube = space.getCube(all, false);
    implNext = store.getAndExists(nodes[index].impl, implStep, oldCube);
    specNext = store.getAndExists(nodes[index].spec, specStep, oldCube);
  }
  Diagram open = store.getExists(implNext, space.getCube(implHidden, true));
  Diagram lacking =
      store.getAnd(open, store.getNot(store.getExists(specNext, newHidden)));
  bool offends = lacking != DiagramStore::falseDiagram;
  if (isStopped())
    return true;
  if (offends) {
    result.answer = AnswerKind::Violated;
    result.trace.push_back(space.pick(lacking, observed, true));
    for (std::optional<size_t> at = first ? std::nullopt
                                          : std::optional<size_t>(index);
         at; at = nodes[*at].parent)
      result.trace.insert(result.trace.begin(), nodes[*at].observed);
    return true;
  }
  while (open != DiagramStore::falseDiagram && !isStopped()) {
    std::vector<Value> values = space.pick(open, observed, true);
    Diagram here = DiagramStore::trueDiagram;
    for (auto [field, value] : llvm::zip(observed, values))
      here = store.getAnd(here, space.getEqual(field, true, value));
    open = store.getAnd(open, store.getNot(here));
    Diagram implSet = space.unprime(store.getAnd(implNext, here));
    Diagram specSet = space.unprime(store.getAnd(specNext, here));
    // What some hidden value simulates needs no search.
    Diagram covered = store.getAndExists(specSet, simulation,
                                         space.getCube(specHidden, false));
    if (store.getAnd(implSet, store.getNot(covered)) ==
            DiagramStore::falseDiagram ||
        !seen.insert({implSet, specSet}).second)
      continue;
    nodes.push_back({implSet, specSet, std::move(values),
                     first ? std::nullopt : std::optional<size_t>(index)});
    if (nodes.size() > options.maxSets) {
      result.reason = "the limit of " + std::to_string(options.maxSets) +
                      " sets of states was reached";
      return true;
    }
  }
  return isStopped();
}

void RefinementChecker::searchSubsets() {
  result.method = "subsets";
  std::vector<Sets> nodes;
  if (expand(nodes, 0))
    return;
  size_t layerEnd = nodes.size();
  unsigned depth = 1;
  for (size_t index = 0; index < nodes.size(); ++index) {
    if (index == layerEnd) {
      layerEnd = nodes.size();
      ++depth;
    }
    if (options.bound && depth >= *options.bound)
      return finishBound();
    if (expand(nodes, index))
      return;
  }
  result.answer = AnswerKind::Holds;
}

RefinementResult RefinementChecker::run() {
  for (const SyncDiagrams *side : {&impl, &spec})
    if (!side->getProblem().empty()) {
      result.reason = side->getProblem().str();
      return std::move(result);
    }
  if (simulates()) {
    result.answer = AnswerKind::Holds;
    result.method = "simulation";
  } else if (!isStopped()) {
    if (isDetermined())
      searchProduct();
    else if (!isStopped())
      searchSubsets();
  }
  return std::move(result);
}

RefinementResult tioga::refines(const System &spec, const System &impl,
                                const RefinementOptions &options) {
  RefinementResult result;
  if (auto clash = findAlphabetClash(spec, impl)) {
    result.answer = AnswerKind::Violated;
    result.reason = *clash;
    return result;
  }
  return RefinementChecker(spec, impl, options).run();
}
