//===- SyncReachability.h - States of synchronous systems -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_ENGINE_SYNCREACHABILITY_H
#define TIOGA_LIB_ENGINE_SYNCREACHABILITY_H

#include "SyncDiagrams.h"
#include "tioga/Engine/Consistency.h"

namespace tioga {

/// The states that steps lead to, in layers: a state is in the layer of its
/// shortest run.
class SyncReachability {
public:
  /// The relations include the domains of new values.
  SyncReachability(FieldSpace &space, std::vector<unsigned> fields,
                   Diagram first, Diagram step);

  /// Adds a layer. Returns false if there was nothing to add.
  bool extend();
  /// All layers. Returns false if it was stopped; then there is a reason.
  bool run(const FixpointOptions &options, std::string &reason);

  /// Over old values.
  Diagram getReached() const { return reached; }
  Diagram getLastLayer() const { return layers.back(); }
  size_t getNumLayers() const { return layers.size(); }

  /// A shortest run to one of these states, which are all old values: the
  /// values of the fields, by step. \pre one is reached, the store is not
  /// exhausted
  std::vector<std::vector<Value>> getRun(Diagram states);
  /// These values of the fields.
  Diagram getState(llvm::ArrayRef<Value> values, bool primed);

private:
  FieldSpace &space;
  DiagramStore &store;
  std::vector<unsigned> fields;
  Diagram first, step, oldCube;
  Diagram reached = DiagramStore::falseDiagram;
  std::vector<Diagram> layers;
};

} // namespace tioga

#endif // TIOGA_LIB_ENGINE_SYNCREACHABILITY_H
