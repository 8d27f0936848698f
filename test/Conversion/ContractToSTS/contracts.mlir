// RUN: tioga-opt --convert-contract-to-sts %s | FileCheck %s

// CHECK-LABEL: sts.system @Buffer sync {
// CHECK-NEXT:    tioga.var input enq : !tioga.bool
// CHECK-NEXT:    tioga.var hidden k : !tioga.range<0, 2>
// CHECK-NEXT:    sts.conjunct initially "R0" guarantee "k' == 0"
// CHECK-NEXT:    sts.conjunct "R1" assume "enq' && k < 2" guarantee "k' == k + 1" {view = "Behaviour"}
// CHECK-NEXT:    sts.conjunct "frame.k" assume "!(enq' && k < 2)" guarantee "k' == k"
// CHECK-NEXT:  }
contract.interface @Buffer {
  tioga.var input enq : !tioga.bool
  tioga.var hidden k : !tioga.range<0, 2>
  contract.view @Behaviour
  contract.initially "R0" guarantee "k' == 0"
  contract.require "R1" in @Behaviour assume "enq' && k < 2" guarantee "k' == k + 1"
  contract.frame ["k"]
}
