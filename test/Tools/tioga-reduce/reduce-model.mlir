// RUN: tioga-reduce %s --reduce-model='test=%S/Inputs/beeps-early.sh' \
// RUN:   | tee %t | FileCheck %s
// RUN: tioga-opt %t
// RUN: tioga-reduce %s --reduction-tree='test=%S/Inputs/beeps-early.sh' \
// RUN:   2>/dev/null | tee %t | FileCheck %s --check-prefix=TREE
// RUN: tioga-opt %t
// RUN: not tioga-reduce %s --reduce-model='test=true' 2>&1 | FileCheck %s --check-prefix=DULL
// RUN: not tioga-reduce %s --reduce-model='test=%t.missing' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MISSING
// RUN: not tioga-reduce %s --reduce-model 2>&1 | FileCheck %s --check-prefix=USAGE

// Everything that does not matter to the program goes: other automata, locations
// with their edges, updates, and the other conjuncts of the guard that does.

// CHECK: module {
// CHECK-NEXT: ta.network @Coffee {
// CHECK-NEXT: tioga.label beep output
// CHECK-NEXT: ta.automaton @Machine initial @Idle {
// CHECK-NEXT: tioga.clock x
// CHECK-NEXT: ta.location @Idle
// CHECK-NEXT: ta.edge @Idle -> @Idle send beep guard "x < 3"
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }

// MLIR's own reducer works too, but does not look into operations.
// TREE: ta.network @Coffee
// TREE: send beep guard "n == 0 && x < 3 && shared != 2"

// DULL: error: the model is not interesting to 'true', which returned 0
// MISSING: error: '{{.*}}.missing' is not a program
// USAGE: error: reduce-model needs a program; give it by 'test='

ta.network @Coffee attributes {doc = "A machine."} {
  tioga.label coin input
  tioga.label beep output {doc = "Wait."}
  tioga.label refund output
  tioga.var shared : !tioga.int = "3"
  ta.automaton @Machine initial @Idle {
    tioga.clock x
    tioga.var n : !tioga.range<0, 9>
    ta.location @Idle {stems = ["R1"]}
    ta.location @Heating invariant "x <= 3 && n < 7"
    ta.location @Brewing {urgent}
    ta.edge @Idle -> @Heating receive coin do "x := 0, n := n + 1"
    ta.edge @Idle -> @Brewing send beep guard "n == 0 && x < 3 && shared != 2" do "x := 0"
    ta.edge @Brewing -> @Idle silent {restart}
  }
  ta.automaton @Refund initial @Off {
    tioga.clock y
    ta.location @Off
    ta.location @On invariant "y <= 2"
    ta.edge @Off -> @On receive coin do "y := 0"
    ta.edge @On -> @Off send refund guard "y > 1"
  }
}

action.system @Other {
  tioga.var v : !tioga.bool
  action.action @flip internal {
    action.assign "v := !v"
  }
}
