// RUN: tioga-opt --pass-pipeline='builtin.module(contract.interface(contract-ticks,contract-expand-frames))' %s | FileCheck %s

// Without names a frame covers all outputs and hidden variables. What a contract
// without assumption mentions needs no frame.
// CHECK-LABEL: contract.interface @Frames
// CHECK:         contract.require "frame.o" assume "!(i' || k > 1)" guarantee "o' == o"
// CHECK-NEXT:    contract.require "frame.k" guarantee "k' == k"
// CHECK-NOT:     frame
contract.interface @Frames {
  tioga.var input i : !tioga.bool
  tioga.var output o : !tioga.bool
  tioga.var hidden k : !tioga.int
  tioga.var hidden free : !tioga.int
  contract.initially "R0" guarantee "k' == 0"
  contract.require "R1" assume "i'" guarantee "o'"
  contract.require "R2" assume "k > 1" guarantee "!o'"
  contract.require "R3" guarantee "free' > 0"
  contract.frame
}

// CHECK-LABEL: contract.interface @Explicit
// CHECK:         contract.initially "ticks" guarantee "now' == 0"
// CHECK-NEXT:    contract.require "ticks" guarantee "now' == now + 1"
// CHECK-NOT:     ticks
contract.interface @Explicit {
  tioga.var hidden now : !tioga.int
  contract.ticks explicit "now"
  contract.frame
}

// CHECK-LABEL: contract.interface @Symbolic
// CHECK-NOT:     initially "ticks"
// CHECK:         contract.require "ticks" guarantee "now' >= now && (now < t => now' <= t)"
contract.interface @Symbolic {
  tioga.var hidden now : !tioga.int
  tioga.var hidden t : !tioga.int
  contract.initially "R0" guarantee "now' == 7"
  contract.ticks symbolic "now" timers ["t"]
}

// The tester decides how long a step takes, and timers end it.
// CHECK-LABEL: contract.interface @Via
// CHECK:         contract.require "ticks" guarantee "now' == min(now + wait, if now < t then t else now + wait)"
contract.interface @Via {
  tioga.var input wait : !tioga.range<0, 9>
  tioga.var hidden now : !tioga.int
  tioga.var hidden t : !tioga.int
  contract.ticks symbolic "now" via "wait" timers ["t"]
}
