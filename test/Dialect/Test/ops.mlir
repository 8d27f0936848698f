// RUN: tioga-opt %s | tioga-opt | FileCheck %s
// RUN: tioga-opt %s --mlir-print-op-generic | tioga-opt | FileCheck %s
// RUN: tioga-opt %s --emit-bytecode | tioga-opt | FileCheck %s
// RUN: tioga-opt %s --verify-roundtrip

// Test cases print as they are written, in custom and generic form and bytecode.

// CHECK-LABEL: test.case @t1 initial @s0 attributes {mutants = ["m1"], stems = ["R1"]} {
test.case @t1 initial @s0 attributes {mutants = ["m1"], stems = ["R1"]} {
  // CHECK-NEXT: tioga.label dim input(level : !tioga.range<0, 9>)
  tioga.label dim input(level : !tioga.range<0, 9>)
  // CHECK-NEXT: tioga.label light output(level : !tioga.range<0, 9>)
  tioga.label light output(level : !tioga.range<0, 9>)
  // CHECK-NEXT: tioga.clock t
  tioga.clock t
  // CHECK-NEXT: tioga.var seen : !tioga.range<0, 9>
  tioga.var seen : !tioga.range<0, 9>
  // CHECK-NEXT: test.state @s0
  test.state @s0
  // CHECK-NEXT: test.state @s1 deadline "t <= 5" otherwise @late
  test.state @s1 deadline "t <= 5" otherwise @late
  // CHECK-NEXT: test.state @pass verdict pass
  test.state @pass verdict pass
  // CHECK-NEXT: test.state @late verdict fail {reason = "no light in time"}
  test.state @late verdict fail {reason = "no light in time"}
  // CHECK-NEXT: test.state @off verdict inconclusive
  test.state @off verdict inconclusive
  // CHECK-NEXT: test.move @s0 -> @s1 send dim guard "t < 1" do "level := 3, t := 0"
  test.move @s0 -> @s1 send dim guard "t < 1" do "level := 3, t := 0"
  // CHECK-NEXT: test.move @s0 -> @off elapse guard "t >= 1"
  test.move @s0 -> @off elapse guard "t >= 1"
  // CHECK-NEXT: test.move @s1 -> @pass expect light guard "level == 3 && t >= 2" do "seen := level" {origin = "e7"}
  test.move @s1 -> @pass expect light guard "level == 3 && t >= 2" do "seen := level" {origin = "e7"}
  // CHECK-NEXT: test.move @s1 -> @off expect light guard "level != 3"
  test.move @s1 -> @off expect light guard "level != 3"
}

// Synchronous tests move by steps.
// CHECK-LABEL: test.case @steps initial @s
test.case @steps initial @s {
  tioga.var input i : !tioga.bool
  tioga.var output o : !tioga.bool
  test.state @s
  test.state @pass verdict pass
  test.state @fail verdict fail
  // CHECK: test.move @s -> @pass step guard "o' && !o" do "i := true"
  test.move @s -> @pass step guard "o' && !o" do "i := true"
  // CHECK-NEXT: test.move @s -> @fail step guard "!(o' && !o)" do "i := true"
  test.move @s -> @fail step guard "!(o' && !o)" do "i := true"
}

// Windows that only touch beyond the deadline, or lie apart, are disjoint.
// CHECK-LABEL: test.case @windows
test.case @windows initial @s {
  tioga.label a output
  tioga.label b output
  tioga.clock t
  test.state @s deadline "t < 5" otherwise @fail
  test.state @pass verdict pass
  test.state @fail verdict fail
  test.move @s -> @pass expect a guard "t >= 2"
  test.move @s -> @fail expect a guard "t < 2"
  test.move @s -> @pass expect b guard "t <= 5 && t > 3"
  test.move @s -> @fail expect b guard "t >= 5"
}
