//===- MutatedModel.h - A model and its mutants, by id ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_TOOLS_TIOGA_MUTATEDMODEL_H
#define TIOGA_LIB_TOOLS_TIOGA_MUTATEDMODEL_H

#include "Model.h"
#include "tioga/Mutation/Operators.h"
#include "tioga/Mutation/Overlay.h"

namespace tioga {

/// `--granularity`.
struct GranularityOption : llvm::cl::opt<Granularity> {
  GranularityOption();
};

/// A model whose mutants are made when they are asked for.
class MutatedModel {
public:
  Session session;
  Session::Selected selected;
  /// Null if the model is not a network of automata.
  ta::NetworkOp network;
  /// Null if the model is not a contract.
  contract::InterfaceOp interface;
  /// The model, if it can have mutants.
  mlir::Operation *mutated = nullptr;
  std::unique_ptr<System> system;

  /// Reads `FILE[:NAME]`. Returns an exit code, after reporting errors.
  int load(llvm::StringRef reference);

  /// Finds a mutant by its id, whatever operators it is of, or by its number
  /// among those of some operators (those of the formalism if empty). Returns
  /// an exit code, after reporting errors. `changed` are the transitions that
  /// are not the model's.
  int findMutant(llvm::StringRef idOrNumber, llvm::StringRef operators,
                 std::unique_ptr<System> &result,
                 std::vector<unsigned> &changed);
  /// Null if there is none of that id.
  const Mutant *lookup(llvm::StringRef id);
  /// The system of a mutant. Null after reporting errors.
  std::unique_ptr<System> build(const Mutant &mutant,
                                std::vector<unsigned> *changed = nullptr);

  /// The mutants of some operators. Null, with an error, if there are no such
  /// operators. \pre mutated
  MutantSet *getMutants(llvm::StringRef operators, std::string &error) {
    return getMutants(mutated, operators, Granularity::Atoms, error);
  }

private:
  /// The same contract with coarse requirements taken apart: mutants are made
  /// of both.
  struct Split {
    contract::InterfaceOp interface;
    std::unique_ptr<System> system;
  };
  MutantSet *getMutants(mlir::Operation *model, llvm::StringRef operators,
                        Granularity granularity, std::string &error);
  /// Null after reporting errors.
  Split *getSplit();

  llvm::StringMap<std::unique_ptr<MutantSet>> sets, splitSets;
  std::optional<Split> split;
};

} // namespace tioga

#endif // TIOGA_LIB_TOOLS_TIOGA_MUTATEDMODEL_H
