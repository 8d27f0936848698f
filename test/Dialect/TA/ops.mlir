// RUN: tioga-opt %s | tioga-opt | FileCheck %s
// RUN: tioga-opt %s --mlir-print-op-generic | tioga-opt | FileCheck %s
// RUN: tioga-opt %s --emit-bytecode | tioga-opt | FileCheck %s
// RUN: tioga-opt %s --verify-roundtrip

// Networks print as they are written, in custom and generic form and bytecode.

// CHECK-LABEL: ta.network @Coffee attributes {doc = "A machine.", stems = ["R1", "R2"]} {
ta.network @Coffee attributes {doc = "A machine.", stems = ["R1", "R2"]} {
  // CHECK-NEXT: tioga.label coin input
  tioga.label coin input
  // CHECK-NEXT: tioga.label choose input(drink : !tioga.range<0, 4>)
  tioga.label choose input(drink : !tioga.range<0, 4>)
  // CHECK-NEXT: tioga.label coffee output {channel = "tray"}
  tioga.label coffee output {channel = "tray"}
  // CHECK-NEXT: tioga.label go internal {broadcast, urgent}
  tioga.label go internal {broadcast, urgent}
  // CHECK-NEXT: tioga.var shared : !tioga.int = "3"
  tioga.var shared : !tioga.int = "3"
  // CHECK-NEXT: tioga.clock global
  tioga.clock global

  // CHECK: ta.automaton @Machine initial @Idle {
  ta.automaton @Machine initial @Idle {
    // CHECK-NEXT: tioga.clock x
    tioga.clock x
    // CHECK-NEXT: tioga.var drinks : !tioga.set<!tioga.range<0, 4>>
    tioga.var drinks : !tioga.set<!tioga.range<0, 4>>
    // CHECK-NEXT: ta.location @Idle
    ta.location @Idle
    // CHECK-NEXT: ta.location @Heating invariant "x <= 3 && global - x < 10" {accepting, doc = "warm"}
    ta.location @Heating invariant "x <= 3 && global - x < 10" {accepting, doc = "warm"}
    // CHECK-NEXT: ta.location @Now {committed, locked, stems = ["R1"], urgent}
    ta.location @Now {committed, locked, stems = ["R1"], urgent}
    // CHECK-NEXT: ta.edge @Idle -> @Heating receive coin do "x := 0"
    ta.edge @Idle -> @Heating receive coin do "x := 0"
    // CHECK-NEXT: ta.edge @Heating -> @Heating receive choose guard "drink != shared" do "drinks := add(drinks, drink), x := global"
    ta.edge @Heating -> @Heating receive choose guard "drink != shared" do "drinks := add(drinks, drink), x := global"
    // CHECK-NEXT: ta.edge @Heating -> @Now silent guard "x == 3"
    ta.edge @Heating -> @Now silent guard "x == 3"
    // CHECK-NEXT: ta.edge @Now -> @Heating send go
    ta.edge @Now -> @Heating send go
    // CHECK-NEXT: ta.edge @Now -> @Idle send coffee {doc = "done", locked, name = "e5", stems = ["R2"]}
    ta.edge @Now -> @Idle send coffee {doc = "done", locked, name = "e5", stems = ["R2"]}
    // CHECK-NEXT: ta.edge @Heating -> @Idle send coffee {restart}
    ta.edge @Heating -> @Idle send coffee {restart}
  }

  // CHECK: ta.automaton environment @User initial @Only attributes {doc = "who pays"} {
  ta.automaton environment @User initial @Only attributes {doc = "who pays"} {
    // CHECK-NEXT: ta.location @Only
    ta.location @Only
    // CHECK-NEXT: ta.edge @Only -> @Only send coin
    ta.edge @Only -> @Only send coin
    // CHECK-NEXT: ta.edge @Only -> @Only receive coffee
    ta.edge @Only -> @Only receive coffee
    // CHECK-NEXT: ta.edge @Only -> @Only receive go
    ta.edge @Only -> @Only receive go
  }

  // CHECK: ta.component @unit : @Unit ["coffee", "ready"] to ["coffee_sig", "coin"]
  ta.component @unit : @Unit ["coffee", "ready"] to ["coffee_sig", "coin"]
  // CHECK-NEXT: tioga.purpose warm [#tioga.expr<"Machine == Machine::Heating">, #tioga.expr<"Machine.x > 2 && 1 in Machine.drinks">]
  tioga.purpose warm [#tioga.expr<"Machine == Machine::Heating">, #tioga.expr<"Machine.x > 2 && 1 in Machine.drinks">]
  // CHECK-NEXT: tioga.text "R1" "Coffee comes."
  tioga.text "R1" "Coffee comes."
}

// Names that are no identifiers are strings.
// CHECK-LABEL: ta.network @Quoted
ta.network @Quoted {
  // CHECK-NEXT: tioga.label "a b" input
  tioga.label "a b" input
  ta.automaton @A initial @"no name" {
    ta.location @"no name"
    // CHECK: ta.edge @"no name" -> @"no name" receive "a b"
    ta.edge @"no name" -> @"no name" receive "a b"
  }
}

// CHECK-LABEL: ta.network @Vectors
ta.network @Vectors {
  tioga.label a internal
  tioga.label "b c" internal
  ta.automaton @A initial @L {
    ta.location @L
  }
  ta.automaton @"B C" initial @L {
    ta.location @L
  }
  // CHECK: ta.sync @A a, @"B C" "b c" ?
  ta.sync @A a, @"B C" "b c" ?
  // CHECK-NEXT: ta.sync @"B C" "b c", @A "b c" {doc = "both"}
  ta.sync @"B C" "b c", @A "b c" {doc = "both"}
}

// CHECK-LABEL: ta.network @Empty
ta.network @Empty {}
