//===- Pictures.h - What is drawn how ---------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_TARGET_DOT_PICTURES_H
#define TIOGA_LIB_TARGET_DOT_PICTURES_H

#include "DotWriter.h"
#include "tioga/Dialect/Action/IR/ActionOps.h"
#include "tioga/Dialect/Contract/IR/ContractOps.h"
#include "tioga/Dialect/STS/IR/STSOps.h"
#include "tioga/Dialect/TA/IR/TAOps.h"
#include "tioga/Dialect/Test/IR/TestOps.h"

namespace tioga {

/// Locations and edges; a frame for each automaton if there are several.
void draw(ta::NetworkOp network, DotWriter &writer);
/// As an automaton if all actions ask for the value of one enumeration, else as
/// a table.
void draw(action::SystemOp system, DotWriter &writer);
/// A box with inputs and outputs around a table of contracts.
void draw(contract::InterfaceOp interface, DotWriter &writer);
/// As a network, with a frame for each control variable; what has none is in a
/// table.
void draw(sts::SystemOp system, DotWriter &writer);
/// States and moves, verdicts in colour.
void draw(test::CaseOp test, DotWriter &writer);

} // namespace tioga

#endif // TIOGA_LIB_TARGET_DOT_PICTURES_H
