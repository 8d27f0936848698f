// RUN: tioga-opt %s | tioga-opt | FileCheck %s
// RUN: tioga-opt %s --mlir-print-op-generic | tioga-opt | FileCheck %s
// RUN: tioga-opt %s --emit-bytecode | tioga-opt | FileCheck %s
// RUN: tioga-opt %s --verify-roundtrip

// Interfaces print as they are written, in custom and generic form and bytecode.

// CHECK-LABEL: contract.interface @Buffer attributes {doc = "A buffer.", stems = ["R1"]} {
contract.interface @Buffer attributes {doc = "A buffer.", stems = ["R1"]} {
  // CHECK-NEXT: tioga.var input enq : !tioga.bool
  tioga.var input enq : !tioga.bool
  // CHECK-NEXT: tioga.var output E : !tioga.bool
  tioga.var output E : !tioga.bool
  // CHECK-NEXT: tioga.var hidden k : !tioga.range<0, 2> {doc = "how full"}
  tioga.var hidden k : !tioga.range<0, 2> {doc = "how full"}
  // CHECK-NEXT: tioga.var hidden now : !tioga.int
  tioga.var hidden now : !tioga.int
  // CHECK-NEXT: contract.view @Power {doc = "what it uses", stems = ["R7"]}
  contract.view @Power {doc = "what it uses", stems = ["R7"]}
  // CHECK-NEXT: contract.initially "R0" guarantee "k' == 0 && E'"
  contract.initially "R0" guarantee "k' == 0 && E'"
  // CHECK-NEXT: contract.initially "P0" in @Power assume "!enq'" guarantee "k' == 0" {locked}
  contract.initially "P0" in @Power assume "!enq'" guarantee "k' == 0" {locked}
  // CHECK-NEXT: contract.require "R1" assume "enq' && k < 2" guarantee "k' == k + 1" {doc = "fills"}
  contract.require "R1" assume "enq' && k < 2" guarantee "k' == k + 1" {doc = "fills"}
  // CHECK-NEXT: contract.require "R3" guarantee "E' <=> k' == 0"
  contract.require "R3" guarantee "E' <=> k' == 0"
  // CHECK-NEXT: contract.frame{{$}}
  contract.frame
  // CHECK-NEXT: contract.frame in @Power ["k", "E"]
  contract.frame in @Power ["k", "E"]
  // CHECK-NEXT: contract.ticks explicit "now"
  contract.ticks explicit "now"
  // CHECK-NEXT: tioga.purpose empty [#tioga.expr<"E">]
  tioga.purpose empty [#tioga.expr<"E">]
  // CHECK-NEXT: tioga.text "R1" "The buffer fills up."
  tioga.text "R1" "The buffer fills up."
}

// CHECK-LABEL: contract.interface @Timers
contract.interface @Timers {
  tioga.var hidden now : !tioga.int
  tioga.var hidden soon : !tioga.int
  // CHECK: contract.ticks symbolic "now" timers ["soon"]
  contract.ticks symbolic "now" timers ["soon"]
}
