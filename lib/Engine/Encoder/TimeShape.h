//===- TimeShape.h - How conditions change with time ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_ENGINE_ENCODER_TIMESHAPE_H
#define TIOGA_LIB_ENGINE_ENCODER_TIMESHAPE_H

#include "tioga/Engine/System.h"

namespace tioga {

/// The times at which a condition holds while only time passes.
enum class TimeShape : uint8_t {
  Constant, ///< always or never
  Until,    ///< up to some time
  From,     ///< from some time on
  Interval, ///< one interval
  Unknown
};

/// Reads the shape off the expression. What is at most an interval holds during
/// a delay if it holds at both ends.
TimeShape getTimeShape(Expr condition, const System &system);

/// The condition that `condition` holds in some interval that begins after now.
/// \pre its shape is known
Expr getSoon(Expr condition, const System &system);

} // namespace tioga

#endif // TIOGA_LIB_ENGINE_ENCODER_TIMESHAPE_H
