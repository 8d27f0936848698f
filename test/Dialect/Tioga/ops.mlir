// RUN: tioga-opt %s | tioga-opt | FileCheck %s
// RUN: tioga-opt %s --mlir-print-op-generic | tioga-opt | FileCheck %s
// RUN: tioga-opt %s --emit-bytecode | tioga-opt | FileCheck %s
// RUN: tioga-opt %s --verify-roundtrip

// Declarations, types and expressions print as they are written, in custom and
// generic form and bytecode.

// CHECK-LABEL: sts.system @Declarations
sts.system @Declarations async dense {
  // CHECK-NEXT: tioga.var truth : !tioga.bool = "true"
  tioga.var truth : !tioga.bool = "true"
  // CHECK-NEXT: tioga.var number : !tioga.int = "-3" {doc = "mathematical"}
  tioga.var number : !tioga.int = "-3" {doc = "mathematical"}
  // CHECK-NEXT: tioga.var ratio : !tioga.real = "1 / 3"
  tioga.var ratio : !tioga.real = "1 / 3"
  // CHECK-NEXT: tioga.var level : !tioga.range<-5, 10>
  tioga.var level : !tioga.range<-5, 10>
  // CHECK-NEXT: tioga.var color : !tioga.enum<Color, [Red, Green]> = "Color::Green"
  tioga.var color : !tioga.enum<Color, [Red, Green]> = "Color::Green"
  // CHECK-NEXT: tioga.var point : !tioga.record<x : !tioga.int, y : !tioga.record<z : !tioga.bool>> = "{x = 1, y = {z = false}}"
  tioga.var point : !tioga.record<x : !tioga.int, y : !tioga.record<z : !tioga.bool>> = "{x = 1, y = {z = false}}"
  // CHECK-NEXT: tioga.var colors : !tioga.set<!tioga.enum<Color, [Red, Green]>> = "{}"
  tioga.var colors : !tioga.set<!tioga.enum<Color, [Red, Green]>> = "{}"
  // CHECK-NEXT: tioga.var table : !tioga.map<!tioga.int, !tioga.bool> = "{1 -> true, 2 -> false}"
  tioga.var table : !tioga.map<!tioga.int, !tioga.bool> = "{1 -> true, 2 -> false}"
  // CHECK-NEXT: tioga.var list : !tioga.array<3, !tioga.range<0, 9>> = "[1, 2, 3]"
  tioga.var list : !tioga.array<3, !tioga.range<0, 9>> = "[1, 2, 3]"
  // The words for owners are names as well.
  // CHECK-NEXT: tioga.var input : !tioga.bool
  tioga.var input : !tioga.bool
  // CHECK-NEXT: tioga.var input hidden : !tioga.bool
  tioga.var input hidden : !tioga.bool
  // CHECK-NEXT: tioga.clock x {doc = "grows"}
  tioga.clock x {doc = "grows"}
  tioga.clock y
  // CHECK: tioga.label "two words" output("a b" : !tioga.int, c : !tioga.bool) {doc = "odd"}
  tioga.label "two words" output("a b" : !tioga.int, c : !tioga.bool) {doc = "odd"}
  // CHECK-NEXT: tioga.label none input{{$}}
  tioga.label none input()
}

// Parentheses are as few as the meaning allows, and nothing is simplified.
// CHECK-LABEL: sts.system @Expressions
sts.system @Expressions async dense {
  tioga.var p : !tioga.bool
  tioga.var n : !tioga.int
  tioga.var r : !tioga.record<f : !tioga.int>
  tioga.var s : !tioga.set<!tioga.int>
  tioga.clock x
  tioga.clock y
  // CHECK: sts.invariant "!(p && n < 3) || p => p <=> n mod 2 == 0"
  sts.invariant "(((!(p && (n < 3))) || p) => p) <=> ((n mod 2) == 0)"
  // CHECK-NEXT: sts.invariant "x - y <= n + 2 - 1 && x > 2.5"
  sts.invariant "(x - y) <= ((n + 2) - 1) && (x > 2.50)"
  // CHECK-NEXT: sts.invariant "(if p then n else -n) in union(s, {1, 2})"
  sts.invariant "(if p then n else -n) in union(s, {1, 2})"
  // CHECK-NEXT: sts.invariant "r with {f = 2}.f == r.f && size(s) > 0 + 0"
  sts.invariant "(r with {f = 2}).f == r.f && size(s) > 0 + 0"
  // CHECK-NEXT: sts.transition internal do "r.f := n, x := y, y := 0, n := if p then 1 else 2"
  sts.transition internal do "r.f := n, x := y, y := 0, n := (if p then 1 else 2)"
}
