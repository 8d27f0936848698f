//===- Helper.h - Expanding states in other threads -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Terms belong to one thread. A helper has a context of its own: it copies the
// state that it is given, expands it, and whoever asked copies what comes out.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_ENGINE_SYMBOLIC_HELPER_H
#define TIOGA_LIB_ENGINE_SYMBOLIC_HELPER_H

#include "ProductState.h"

namespace tioga::symbolic {

/// What comes of one state.
struct Expansion {
  struct Successor {
    unsigned observation;
    bool isIgnored;
    CanonicalState state;
  };
  struct Offence {
    unsigned observation;
    Conjuncts condition;
  };
  std::vector<Successor> successors;
  std::optional<Offence> offence;
  /// Not empty: it gave up.
  std::string reason;
  bool stopsTime = false;
};

class Helper {
public:
  virtual ~Helper();

  /// The terms of the result belong to the helper.
  virtual Expansion expand(const ProductState &state) = 0;

  /// Copies of its terms by whoever asks.
  Substitution copies;
};

/// Replaces terms of another context by copies. `copies` remembers them.
void copyTerms(Normalizer &normalizer, Conjuncts &conjuncts,
               Substitution &copies);
void copyTerms(Normalizer &normalizer, ProductState &state,
               Substitution &copies);
void copyTerms(Normalizer &normalizer, CanonicalState &state,
               Substitution &copies);

} // namespace tioga::symbolic

#endif // TIOGA_LIB_ENGINE_SYMBOLIC_HELPER_H
