// RUN: tioga-opt %s | tioga-opt | FileCheck %s
// RUN: tioga-opt %s --mlir-print-op-generic | tioga-opt | FileCheck %s
// RUN: tioga-opt %s --emit-bytecode | tioga-opt | FileCheck %s
// RUN: tioga-opt %s --verify-roundtrip

// Transition systems print as they are written, in custom and generic form and
// bytecode.

// CHECK-LABEL: sts.system @Lamp async dense attributes {doc = "A lamp."} {
sts.system @Lamp async dense attributes {doc = "A lamp."} {
  // CHECK-NEXT: tioga.label press input
  tioga.label press input
  // CHECK-NEXT: tioga.label level output(value : !tioga.range<0, 9>)
  tioga.label level output(value : !tioga.range<0, 9>)
  // CHECK-NEXT: tioga.label go internal {urgent}
  tioga.label go internal {urgent}
  // CHECK-NEXT: tioga.clock Switch.x
  tioga.clock Switch.x
  // CHECK-NEXT: tioga.var n : !tioga.range<0, 9>
  tioga.var n : !tioga.range<0, 9>
  // CHECK-NEXT: sts.control Switch [Off, On] initial Off {accepting = ["On"]}
  sts.control Switch [Off, On] initial Off {accepting = ["On"]}
  // CHECK-NEXT: sts.control User ["at home"] initial "at home" {environment}
  sts.control User ["at home"] initial "at home" {environment}
  // CHECK-NEXT: sts.invariant at Switch : On "Switch.x <= 5" {origin = "On"}
  sts.invariant at Switch : On "Switch.x <= 5" {origin = "On"}
  // CHECK-NEXT: sts.invariant "Switch == Switch::On => n < 3"
  sts.invariant "Switch == Switch::On => n < 3"
  // CHECK-NEXT: sts.urgent at Switch : Off
  sts.urgent at Switch : Off
  // CHECK-NEXT: sts.urgent{{$}}
  sts.urgent
  // CHECK-NEXT: sts.transition on press [Switch : Off -> On, User : "at home" -> "at home"] do "Switch.x := 0" {origin = ["e1", "e2"]}
  sts.transition on press [Switch : Off -> On, User : "at home" -> "at home"] do "Switch.x := 0" {origin = ["e1", "e2"]}
  // CHECK-NEXT: sts.transition on level guard "value == n"
  sts.transition on level guard "value == n"
  // CHECK-NEXT: sts.transition internal(k : !tioga.bool) [Switch : * -> Off] guard "k && Switch.x == 5" do "n := 0"
  sts.transition internal(k : !tioga.bool) [Switch : * -> Off] guard "k && Switch.x == 5" do "n := 0"
  // CHECK-NEXT: sts.transition on go guard "n == 3"
  sts.transition on go guard "n == 3"
  // CHECK-NEXT: sts.transition internal{{$}}
  sts.transition internal
  // CHECK-NEXT: tioga.purpose on [#tioga.expr<"Switch == Switch::On && Switch.x > 2">]
  tioga.purpose on [#tioga.expr<"Switch == Switch::On && Switch.x > 2">]
}

// CHECK-LABEL: sts.system @Untimed async {
sts.system @Untimed async {
}

// CHECK-LABEL: sts.system @Buffer sync {
sts.system @Buffer sync {
  // CHECK-NEXT: tioga.var input enq : !tioga.bool
  tioga.var input enq : !tioga.bool
  // CHECK-NEXT: tioga.var hidden k : !tioga.range<0, 2>
  tioga.var hidden k : !tioga.range<0, 2>
  // CHECK-NEXT: sts.conjunct initially "R0" guarantee "k' == 0"
  sts.conjunct initially "R0" guarantee "k' == 0"
  // CHECK-NEXT: sts.conjunct "R1" assume "enq' && k < 2" guarantee "k' == k + 1" {view = "Behaviour"}
  sts.conjunct "R1" assume "enq' && k < 2" guarantee "k' == k + 1" {view = "Behaviour"}
  // CHECK-NEXT: tioga.text "R1" "The buffer fills up."
  tioga.text "R1" "The buffer fills up."
}
