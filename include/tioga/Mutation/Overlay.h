//===- Overlay.h - Mutants as engines see them ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two ways lead from a mutant to the edits of a System. Most mutants change an
// edge or an action that is one transition of its own: its edits are computed
// from that transition, in microseconds. Whatever reaches further (channels,
// committed locations, an environment, restarts, records, composed actions, an
// order) is applied to a copy of the model, which is converted and compared
// with the original. Tests check that both ways agree.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_MUTATION_OVERLAY_H
#define TIOGA_MUTATION_OVERLAY_H

#include "tioga/Dialect/Action/IR/ActionOps.h"
#include "tioga/Dialect/Contract/IR/ContractOps.h"
#include "tioga/Engine/Overlay.h"
#include "tioga/Expr/Rewrite.h"
#include "tioga/Mutation/Mutant.h"
#include "llvm/ADT/StringMap.h"

namespace tioga {

/// Converts a copy of a system and loads it; the system itself stays. Fails
/// after reporting why. \pre a `ta.network`, an `action.system` or a
/// `contract.interface`
mlir::FailureOr<std::unique_ptr<System>> loadSystem(mlir::Operation *model);

/// Computes the edits of many mutants of one model. For one thread, since it
/// builds expressions in the context of the system.
class OverlayBuilder {
public:
  /// \pre `system` was loaded from `model`
  OverlayBuilder(mlir::Operation *model, const System &system);

  /// By the fast way where it is open. Fails after reporting why the mutant is
  /// no valid system.
  mlir::FailureOr<SystemEdits> build(const Mutant &mutant);
  /// Nothing if the fast way is closed.
  std::optional<SystemEdits> buildDirectly(const Mutant &mutant);
  mlir::FailureOr<SystemEdits> buildByConversion(const Mutant &mutant);

private:
  struct Automaton {
    unsigned control;
    /// From names of the automaton to names of the system.
    Substitution qualifier;
    llvm::StringMap<char> names;
  };
  /// The parts of an edge that edits change.
  struct EdgeContent {
    llvm::StringRef source, target;
    std::optional<llvm::StringRef> label;
    Expr guard;
    Update update;
    bool isGuardChanged = false, isUpdateChanged = false;
  };

  void readNetwork(ta::NetworkOp network);
  void readAutomaton(ta::AutomatonOp op);
  void readActions(action::SystemOp actions);
  std::optional<SystemEdits> buildForNetwork(const Mutant &mutant);
  std::optional<SystemEdits> buildForActions(const Mutant &mutant);
  bool applyAction(action::ActionOp action,
                   llvm::ArrayRef<const Edit *> changes, SystemEdits &result);
  bool applyInitial(VarOp var, const Edit &edit, SystemEdits &result);
  bool applyInvariant(action::InvariantOp invariant,
                      llvm::ArrayRef<const Edit *> changes,
                      SystemEdits &result);
  std::optional<unsigned> getLocation(unsigned control, llvm::StringRef name,
                                      const SystemEdits &edits) const;
  bool applyEdge(ta::EdgeOp edge, llvm::ArrayRef<const Edit *> changes,
                 SystemEdits &result);
  bool applyLocation(ta::LocationOp location,
                     llvm::ArrayRef<const Edit *> changes, SystemEdits &result);
  bool applyInsertion(const Edit &edit, SystemEdits &result);
  bool setAttribute(EdgeContent &content, llvm::StringRef attribute,
                    const EditValue &value, llvm::ArrayRef<unsigned> path);
  bool write(const EdgeContent &content, Automaton &automaton,
             SystemTransition &transition, SystemEdits &result);
  bool writeUpdate(const EdgeContent &content, Automaton &automaton,
                   SystemTransition &transition, SystemEdits &result);
  bool extend(Expr expr, SystemEdits &result) const;
  void readContract(contract::InterfaceOp interface);
  bool applyClause(const Edit &edit, SystemEdits &result);
  std::optional<SystemEdits> buildForContract(const Mutant &mutant);

  mlir::Operation *model;
  const System &system;
  /// Whether the fast way is open at all.
  bool isSimple = true;
  llvm::DenseMap<mlir::Operation *, std::unique_ptr<Automaton>> automata;
  /// The one transition of an edge or action, and the position of an invariant
  /// of an action system.
  llvm::DenseMap<mlir::Operation *, unsigned> transitions, invariants;
  /// The one conjunct of a contract: its position among those of the first or
  /// of every later step.
  llvm::DenseMap<mlir::Operation *, unsigned> conjuncts;
};

/// What has to be changed in `system` to get `other`. Locations, clocks,
/// variables and labels are matched by name. Nothing if the declarations differ
/// otherwise.
std::optional<SystemEdits> compareSystems(const System &system,
                                          const System &other);

} // namespace tioga

#endif // TIOGA_MUTATION_OVERLAY_H
