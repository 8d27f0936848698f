// RUN: tioga-opt %s --action-mutate="id=change-enumeration/S/go/guard.0.1/Off" | FileCheck %s --check-prefix=GUARD
// RUN: tioga-opt %s --action-mutate="id=increment/S/go/s2.update.n.1/+1" | FileCheck %s --check-prefix=BODY
// RUN: tioga-opt %s --action-mutate="id=replace-by-true/S/go/s1.require/true" | FileCheck %s --check-prefix=REQUIRE
// RUN: tioga-opt %s --action-mutate="id=change-enumeration/S/mode/init/On" | FileCheck %s --check-prefix=INIT
// RUN: tioga-opt %s --action-mutate="id=change-time-invariant/S/invariant1/condition.1/+1" | FileCheck %s --check-prefix=INVARIANT
// RUN: tioga-opt %s --action-mutate="id=invert-clock-reset/S/go/resets/-c" | FileCheck %s --check-prefix=RESET
// RUN: tioga-opt %s --action-mutate="id=negate-boolean/S/go/guard/not" | FileCheck %s --check-prefix=WHOLE
// RUN: not tioga-opt %s --action-mutate="id=increment/S/done/update.n/+1" 2>&1 | FileCheck %s --check-prefix=LOCKED

// GUARD: action.action @go on go guard "mode == Mode::Off && c < 3" resets ["c"]
// BODY: action.assign "n := n + 2"
// REQUIRE: action.require "true"
// INIT: tioga.var mode : !tioga.enum<Mode, [Off, On]> = "Mode::On"
// INVARIANT: action.invariant "mode == Mode::On => c <= 6"
// RESET: action.action @go on go guard "mode == Mode::On && c < 3" {
// WHOLE: action.action @go on go guard "mode != Mode::On || c >= 3" resets ["c"]
// LOCKED: error: there is no mutant 'increment/S/done/update.n/+1'
action.system @S {
  tioga.var mode : !tioga.enum<Mode, [Off, On]> = "Mode::Off"
  tioga.var n : !tioga.range<0, 9>
  tioga.clock c
  tioga.label go input
  tioga.label done output
  action.invariant "mode == Mode::On => c <= 5"
  action.action @go on go guard "mode == Mode::On && c < 3" resets ["c"] {
    action.require "n < 9"
    action.assign "n := n + 1"
  }
  action.action @done on done attributes {locked} {
    action.assign "n := 0"
  }
}
