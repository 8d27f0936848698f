//===- Operators.h - Mutation operators -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_MUTATION_OPERATORS_H
#define TIOGA_MUTATION_OPERATORS_H

#include "tioga/Mutation/Mutant.h"

namespace tioga {

class ContractMutator;
class MutantGenerator;

/// The formalism an operator belongs to.
enum class Formalism : uint8_t { Automata, Actions, Contracts };

/// Sets of operators that can be asked for by one name.
enum OperatorGroup : uint8_t {
  OG_None = 0,
  OG_Momut = 1,       ///< those of Aichernig, Lorber and Ničković: eight for
                      ///< automata, five for contracts
  OG_Ecdar = 2,       ///< the eleven of Ecdar's test extension
  OG_Action = 4,      ///< the nine of Tappler for action systems
  OG_ActionTimed = 8, ///< those and three for clocks
};

/// Which Boolean expressions of an action system are replaced and negated.
enum class Granularity : uint8_t {
  Atoms, ///< those without connectives: comparisons, variables, memberships
  Whole, ///< guards and right sides as a whole
  All    ///< all subexpressions
};

/// All of them, the most usual first.
inline constexpr Granularity granularities[] = {
    Granularity::Atoms, Granularity::Whole, Granularity::All};

/// How an operator makes its mutants, by the formalism it is for.
struct OperatorFunction {
  void (*automata)(MutantGenerator &generator) = nullptr;
  void (*contracts)(ContractMutator &mutator) = nullptr;

  constexpr OperatorFunction(void (*function)(MutantGenerator &))
      : automata(function) {}
  constexpr OperatorFunction(void (*function)(ContractMutator &))
      : contracts(function) {}
};

/// One mutation operator: one entry of the table in Operators.cpp.
struct Operator {
  /// `change-target`; first part of the ids of its mutants.
  llvm::StringRef name;
  /// `ct`.
  llvm::StringRef shortName;
  /// What it does, in one line.
  llvm::StringRef description;
  /// Who invented it.
  llvm::StringRef source;
  Formalism formalism;
  /// Or of OperatorGroup; every operator belongs to `all`.
  uint8_t groups;
  OperatorFunction generate;
};

/// All operators, in the order in which mutants are listed.
llvm::ArrayRef<Operator> getOperators();

struct MutationOptions {
  /// In the order of the table, without duplicates.
  std::vector<const Operator *> operators;
  /// What `change-constant` adds to constants.
  std::vector<int64_t> deltas = {1, -1};
  Granularity granularity = Granularity::Atoms;
  /// 2 adds all pairs of mutants that change different places.
  unsigned order = 1;
  /// Of mutants of second order, at most this many, chosen evenly.
  unsigned maxSecondOrder = 10000;
};

/// Reads `momut,remove-edge,ct`: names, short names and the groups `momut`,
/// `ecdar`, `action`, `action-timed` and `all`. On an error returns false and
/// says why.
bool parseOperators(llvm::StringRef text, std::vector<const Operator *> &result,
                    std::string &error);

/// The group to take if the user does not say: that of the formalism.
llvm::StringRef getDefaultOperators(mlir::Operation *system);

/// The groups that an operator belongs to besides `all`.
llvm::SmallVector<llvm::StringRef> getGroups(const Operator &op);

/// Generates the mutants of a verified system in a fixed order: by operator,
/// then by place in the text. Locked elements and the environment are left
/// alone.
std::unique_ptr<MutantSet> generateMutants(mlir::Operation *system,
                                           const MutationOptions &options);

} // namespace tioga

#endif // TIOGA_MUTATION_OPERATORS_H
