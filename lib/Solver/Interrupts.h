//===- Interrupts.h - Running queries ---------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_SOLVER_INTERRUPTS_H
#define TIOGA_LIB_SOLVER_INTERRUPTS_H

#include <functional>

namespace tioga::smt {

/// Registers a running query for as long as it lives: `stop` is called from
/// another thread when solvers are interrupted.
class RunningQuery {
public:
  explicit RunningQuery(std::function<void()> stop);
  ~RunningQuery();
  RunningQuery(const RunningQuery &) = delete;
  RunningQuery &operator=(const RunningQuery &) = delete;

private:
  std::function<void()> stop;
  friend void interruptSolvers();
};

} // namespace tioga::smt

#endif // TIOGA_LIB_SOLVER_INTERRUPTS_H
