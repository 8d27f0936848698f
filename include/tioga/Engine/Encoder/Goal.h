//===- Goal.h - What users ask for ------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_ENGINE_ENCODER_GOAL_H
#define TIOGA_ENGINE_ENCODER_GOAL_H

#include "tioga/Engine/System.h"

namespace tioga {

/// A condition to reach, over the names of a system, in its context, and
/// possibly the label of the step that leads there.
struct Goal {
  Expr condition;
  std::optional<unsigned> label;
};

/// Reads a condition as `parseGoal` does, or a label: `beep!`. Nothing after
/// setting `error`.
std::optional<Goal> parseGoalOrLabel(llvm::StringRef text, const System &system,
                                     std::string &error);

/// A question as users write it: `step`, `reach:GOAL@K`, `conform:IMPL@K`,
/// `consistent@K`, `equiv:OTHER@K`, `test:PURPOSE@K`.
struct QueryText {
  enum class Kind : uint8_t { Step, Reach, Conform, Consistent, Equiv, Test };
  Kind kind = Kind::Step;
  std::string argument;
  unsigned bound = 0;

  /// Nothing after setting `error`.
  static std::optional<QueryText> parse(llvm::StringRef text,
                                        std::string &error);
};

} // namespace tioga

#endif // TIOGA_ENGINE_ENCODER_GOAL_H
