//===- Helper.cpp - Expanding states in other threads -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Helper.h"

using namespace tioga;
using namespace tioga::symbolic;

Helper::~Helper() = default;

void symbolic::copyTerms(Normalizer &normalizer, Conjuncts &conjuncts,
                         Substitution &copies) {
  for (Term &conjunct : conjuncts)
    conjunct = normalizer.copy(conjunct, copies);
}

void symbolic::copyTerms(Normalizer &normalizer, ProductState &state,
                         Substitution &copies) {
  copyTerms(normalizer, state.domain, copies);
  for (std::vector<Member> &members : state.members)
    for (Member &member : members) {
      member.state.transform(
          [&](Term term) { return normalizer.copy(term, copies); });
      for (Term &local : member.locals)
        local = normalizer.copy(local, copies);
      copyTerms(normalizer, member.condition, copies);
    }
}

void symbolic::copyTerms(Normalizer &normalizer, CanonicalState &state,
                         Substitution &copies) {
  copyTerms(normalizer, state.state, copies);
  copyTerms(normalizer, state.history, copies);
  for (auto &[symbol, meaning] : state.meanings) {
    symbol = normalizer.copy(symbol, copies);
    meaning = normalizer.copy(meaning, copies);
  }
}
