//===- SyncReachability.cpp - States of synchronous systems -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SyncReachability.h"
#include "llvm/ADT/STLExtras.h"

using namespace tioga;

SyncReachability::SyncReachability(FieldSpace &space,
                                   std::vector<unsigned> fields, Diagram first,
                                   Diagram step)
    : space(space), store(space.getStore()), fields(std::move(fields)),
      first(first), step(step), oldCube(space.getCube(this->fields, false)) {}

bool SyncReachability::extend() {
  Diagram next =
      layers.empty() ? first : store.getAndExists(layers.back(), step, oldCube);
  Diagram layer = store.getAnd(space.unprime(next), store.getNot(reached));
  if (layer == DiagramStore::falseDiagram || store.isExhausted())
    return false;
  layers.push_back(layer);
  reached = store.getOr(reached, layer);
  return true;
}

bool SyncReachability::run(const FixpointOptions &options,
                           std::string &reason) {
  while (extend())
    if (options.isCancelled && options.isCancelled()) {
      reason = "interrupted";
      return false;
    }
  if (store.isExhausted())
    reason = "the limit of " + std::to_string(options.maxNodes) +
             " nodes was reached";
  return !store.isExhausted();
}

Diagram SyncReachability::getState(llvm::ArrayRef<Value> values, bool primed) {
  Diagram result = DiagramStore::trueDiagram;
  for (auto [field, value] : llvm::zip(fields, values))
    result = store.getAnd(result, space.getEqual(field, primed, value));
  return result;
}

std::vector<std::vector<Value>> SyncReachability::getRun(Diagram states) {
  size_t index = 0;
  while (store.getAnd(layers[index], states) == DiagramStore::falseDiagram)
    ++index;
  std::vector<std::vector<Value>> run;
  Diagram candidates = store.getAnd(layers[index], states);
  Diagram newCube = space.getCube(fields, true);
  for (;; --index) {
    if (store.isExhausted())
      return {};
    run.insert(run.begin(), space.pick(candidates, fields, false));
    if (index == 0)
      return run;
    Diagram before =
        store.getAndExists(step, getState(run.front(), true), newCube);
    candidates = store.getAnd(layers[index - 1], before);
  }
}
