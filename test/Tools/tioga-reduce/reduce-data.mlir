// RUN: tioga-reduce %s \
// RUN:   --reduce-model="test=%S/Inputs/counts.sh test-arg=n.:=.n,k..==.0" \
// RUN:   | tee %t | FileCheck %s
// RUN: tioga-opt %t

// Action systems and contracts: orders, choices, views and assumptions go. The
// program wants both an assignment of the one and a guarantee of the other.

// CHECK: module {
// CHECK-NEXT: action.system @Tank {
// CHECK-NEXT: tioga.var n : !tioga.range<0, 9>
// CHECK-NEXT: action.action @step internal {
// CHECK-NEXT: action.assign "n := n + 1"
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: contract.interface @Buffer {
// CHECK-NEXT: tioga.var hidden k : !tioga.int
// CHECK-NEXT: contract.{{initially|require}} "{{.*}}" guarantee "k' == 0"
// CHECK-NEXT: }
// CHECK-NEXT: }

action.system @Tank {
  tioga.var n : !tioga.range<0, 9> = "3"
  tioga.var m : !tioga.bool
  tioga.clock c
  tioga.label alarm output
  action.invariant "c <= 3"
  action.action @step internal guard "n < 9 && m" resets ["c"] {
    action.require "m"
    action.choice prioritised {
      action.assign "m := false"
    }, {
      action.assign "m := true, n := n + 1"
    }
  }
  action.action @alarm on alarm {}
  action.order {
    action.perform @step
    action.perform @alarm
  }
}

contract.interface @Buffer {
  tioga.var input enq : !tioga.bool
  tioga.var output E : !tioga.bool
  tioga.var hidden k : !tioga.int
  contract.view @Power
  contract.initially "R0" in @Power assume "!enq'" guarantee "E' && k' == 0"
  contract.require "R1" assume "enq'" guarantee "k' == k + 1"
  contract.frame in @Power ["E"]
}
