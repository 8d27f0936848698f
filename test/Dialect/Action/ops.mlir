// RUN: tioga-opt %s | tioga-opt | FileCheck %s
// RUN: tioga-opt %s --mlir-print-op-generic | tioga-opt | FileCheck %s
// RUN: tioga-opt %s --emit-bytecode | tioga-opt | FileCheck %s
// RUN: tioga-opt %s --verify-roundtrip

// Action systems print as they are written, in custom and generic form and
// bytecode.

// CHECK-LABEL: action.system @Tank attributes {stems = ["R1"]} {
action.system @Tank attributes {stems = ["R1"]} {
  // CHECK-NEXT: tioga.var level : !tioga.range<0, 10> = "1"
  tioga.var level : !tioga.range<0, 10> = "1"
  // CHECK-NEXT: tioga.clock c
  tioga.clock c
  // CHECK-NEXT: tioga.label fill input(n : !tioga.range<0, 10>)
  tioga.label fill input(n : !tioga.range<0, 10>)
  // CHECK-NEXT: tioga.label alarm output {urgent}
  tioga.label alarm output {urgent}
  // CHECK-NEXT: action.invariant "level == 10 => c <= 20" {doc = "in time"}
  action.invariant "level == 10 => c <= 20" {doc = "in time"}
  // CHECK-NEXT: action.action @fill on fill guard "level + n <= 10" resets ["c"] {
  action.action @fill on fill guard "level + n <= 10" resets ["c"] {
    // CHECK-NEXT: action.assign "level := level + n"
    action.assign "level := level + n"
    // CHECK-NEXT: }
  }
  // CHECK-NEXT: action.action @leak internal(k : !tioga.range<1, 2>) guard "c > 3" attributes {doc = "drips", locked, stems = ["R1"]} {
  action.action @leak internal(k : !tioga.range<1, 2>) guard "c > 3" attributes {doc = "drips", locked, stems = ["R1"]} {
    // CHECK-NEXT: action.require "level >= k"
    action.require "level >= k"
    // CHECK-NEXT: action.choice prioritised {
    action.choice prioritised {
      // CHECK-NEXT: action.assign "level := level - k"
      action.assign "level := level - k"
      // CHECK-NEXT: action.choice {
      action.choice {
        // CHECK-NEXT: }, {
      }, {
        // CHECK-NEXT: action.require "c < 5"
        action.require "c < 5"
        // CHECK-NEXT: }
      }
      // CHECK-NEXT: }, {
    }, {
      // CHECK-NEXT: action.assign "level := 0"
      action.assign "level := 0"
    }
  }
  // CHECK: action.action @alarm on alarm guard "level == 10" {
  action.action @alarm on alarm guard "level == 10" {}
  // CHECK: action.order {
  action.order {
    // CHECK-NEXT: action.perform @fill
    action.perform @fill
    // CHECK-NEXT: action.choice {
    action.choice {
      // CHECK-NEXT: action.perform @leak
      action.perform @leak
      // CHECK-NEXT: }, {
    }, {
      // CHECK-NEXT: action.perform @alarm
      action.perform @alarm
    }
  }
  // CHECK: tioga.purpose full [#tioga.expr<"level == 10">]
  tioga.purpose full [#tioga.expr<"level == 10">]
}
