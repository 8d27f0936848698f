//===- Projection.h - Symbols that no longer matter -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parameters of the past leave conditions behind. Where they can be removed
// exactly (an equation, bounds with unit coefficients, inequations in a domain
// that is large enough) they are, so that a state does not remember how it was
// reached. Nothing here is approximate: what cannot be removed stays.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_ENGINE_SYMBOLIC_PROJECTION_H
#define TIOGA_LIB_ENGINE_SYMBOLIC_PROJECTION_H

#include "Literals.h"

namespace tioga::symbolic {

/// A conjunction, as a list of normal terms none of which is a conjunction.
using Conjuncts = std::vector<Term>;

/// Adds a formula to a conjunction. Returns false if it is now false.
bool addConjunct(Conjuncts &conjuncts, Term term);

/// A value for a symbol that follows from one of the conjuncts: an equation, or
/// a Boolean that must hold or must not. Null if there is none. Symbols for
/// which `isKept` holds are not looked for.
struct Equation {
  Term symbol, value;
};
std::optional<Equation> findEquation(Normalizer &normalizer,
                                     llvm::ArrayRef<Term> conjuncts,
                                     llvm::function_ref<bool(Term)> isKept);

/// Replaces the conjunction by one that holds if and only if there is a value
/// for the symbol. Returns false and changes nothing if that is not found.
bool eliminate(Normalizer &normalizer, Conjuncts &conjuncts, Term symbol);

/// There are values of the symbols for which the formula holds. Without
/// quantifier wherever that is found.
Term project(Normalizer &normalizer, Term formula,
             llvm::ArrayRef<Term> symbols);

/// Whether a conjunction is satisfiable, as far as differences of two unknowns
/// and intervals tell. Nothing: ask a solver.
std::optional<bool> decideByBounds(Normalizer &normalizer,
                                   llvm::ArrayRef<Term> conjuncts);

/// Removes cases that the other conjuncts exclude, and conditions that they
/// imply, as far as bounds tell.
void simplifyCases(Normalizer &normalizer, Conjuncts &conjuncts);

/// Removes bounds that others imply.
void removeRedundant(Normalizer &normalizer, Conjuncts &conjuncts);

} // namespace tioga::symbolic

#endif // TIOGA_LIB_ENGINE_SYMBOLIC_PROJECTION_H
