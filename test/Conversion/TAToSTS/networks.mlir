// RUN: tioga-opt --convert-ta-to-sts %s | FileCheck %s
// RUN: tioga-opt --convert-ta-to-sts %s | tioga-opt --verify-roundtrip -o %t

// One control variable per automaton and one transition per tuple of edges that
// move together (docs/Semantics.md, N1 to N9).

// Names are qualified; observable labels without environment move one automaton.
// CHECK-LABEL: sts.system @Lamp async dense {
// CHECK-NEXT:    tioga.var n : !tioga.int = "1"
// CHECK-NEXT:    tioga.label press input
// CHECK-NEXT:    tioga.label light output
// CHECK-NEXT:    tioga.var Switch.count : !tioga.int
// CHECK-NEXT:    tioga.clock Switch.x
// CHECK-NEXT:    sts.control Switch [Off, On] initial Off {accepting = ["On"]}
// CHECK-NEXT:    sts.invariant at Switch : On "Switch.x <= 5" {origin = "Switch.On"}
// CHECK-NEXT:    sts.transition on press [Switch : Off -> On] guard "Switch.count < n" do "Switch.x := 0, Switch.count := Switch.count + n" {origin = ["Switch.go"]}
// CHECK-NEXT:    sts.transition on light [Switch : On -> Off] guard "Switch.x >= 2" {origin = ["Switch.On->Off"]}
// CHECK-NEXT:    sts.transition internal [Switch : On -> Off] {origin = ["Switch.On->Off#2"]}
// CHECK-NEXT:  }
ta.network @Lamp {
  tioga.var n : !tioga.int = "1"
  tioga.label press input
  tioga.label light output
  ta.automaton @Switch initial @Off {
    tioga.var count : !tioga.int
    tioga.clock x
    ta.location @Off
    ta.location @On invariant "x <= 5" {accepting}
    ta.edge @Off -> @On receive press guard "count < n" do "x := 0, count := count + n" {name = "go"}
    ta.edge @On -> @Off send light guard "x >= 2"
    ta.edge @On -> @Off silent
  }
}

// Binary channels pair each sender with each receiver of another automaton. Guards
// read the state before; the receiver's update reads what the sender wrote, and
// what it overwrites was in range.
// CHECK-LABEL: sts.system @Binary
// CHECK:         sts.transition on go [A : P -> Q, B : R -> S] guard "n < 2 && n > 0 && n + 1 >= 0 && n + 1 <= 3" do "n := n + 1 + 1"
// CHECK-NEXT:    sts.transition on go [A : P -> Q, C : T -> T] guard "n < 2" do "n := n + 1"
// CHECK-NEXT:    sts.transition on go [C : T -> T, B : R -> S] guard "n > 0" do "n := n + 1"
// CHECK-NOT:     sts.transition
ta.network @Binary {
  tioga.var n : !tioga.range<0, 3>
  tioga.label go internal
  ta.automaton @A initial @P {
    ta.location @P
    ta.location @Q
    ta.edge @P -> @Q send go guard "n < 2" do "n := n + 1"
  }
  ta.automaton @B initial @R {
    ta.location @R
    ta.location @S
    ta.edge @R -> @S receive go guard "n > 0" do "n := n + 1"
  }
  ta.automaton @C initial @T {
    ta.location @T
    ta.edge @T -> @T receive go
    ta.edge @T -> @T send go
  }
}

// A broadcast reaches everyone who can receive it, and nobody else.
// CHECK-LABEL: sts.system @Broadcast
// CHECK:         sts.transition on all [A : P -> Q, B : R -> S] guard "B.x > 1" {origin = ["A.P->Q", "B.R->S"]}
// CHECK-NEXT:    sts.transition on all [A : P -> Q] guard "B == B::R && !(B.x > 1)" {origin = ["A.P->Q"]}
// CHECK-NEXT:    sts.transition on all [A : P -> Q] guard "B != B::R" {origin = ["A.P->Q"]}
// CHECK-NOT:     sts.transition
ta.network @Broadcast {
  tioga.label all internal {broadcast}
  ta.automaton @A initial @P {
    ta.location @P
    ta.location @Q
    ta.edge @P -> @Q send all
  }
  ta.automaton @B initial @R {
    tioga.clock x
    ta.location @R
    ta.location @S
    ta.edge @R -> @S receive all guard "x > 1"
  }
}

// A receiver's guard without value does not hold, so the broadcast misses it.
// CHECK-LABEL: sts.system @Faulty
// CHECK:         guard "B == B::R && (!(n != 0) || !(6 div n > 1))"
ta.network @Faulty {
  tioga.var n : !tioga.range<0, 3>
  tioga.label all internal {broadcast}
  ta.automaton @A initial @P {
    ta.location @P
    ta.edge @P -> @P send all
  }
  ta.automaton @B initial @R {
    ta.location @R
    ta.edge @R -> @R receive all guard "6 div n > 1"
  }
}

// With an environment, observable labels move both sides. An edge that the other
// side never meets is never taken. What the environment demands says so.
// CHECK-LABEL: sts.system @Closed
// CHECK:         sts.control User [Idle] initial Idle {environment}
// CHECK-NOT:     sts.transition on touch [Light : Off -> On]
// CHECK:         sts.transition on touch [User : Idle -> Idle, Light : Off -> On] guard "User.z >= 1" do "User.z := 0"
// CHECK-NEXT:    sts.transition on hold [Light : On -> Off] guard "User == User::Idle && User != User::Idle"
// CHECK-NEXT:    sts.transition on light [Light : On -> Off, User : Idle -> Idle] guard "User == User::Idle => p == 1"
// CHECK-NEXT:    sts.transition on knock [User : Idle -> Idle] guard "Light == Light::Off && Light != Light::Off"
// CHECK-NOT:     sts.transition
ta.network @Closed {
  tioga.label touch input
  tioga.label hold input
  tioga.label knock input
  tioga.label light output(p : !tioga.range<0, 1>)
  ta.automaton @Light initial @Off {
    ta.location @Off
    ta.location @On
    ta.edge @Off -> @On receive touch
    ta.edge @On -> @Off receive hold
    ta.edge @On -> @Off send light
  }
  ta.automaton environment @User initial @Idle {
    tioga.clock z
    ta.location @Idle
    ta.edge @Idle -> @Idle send touch guard "z >= 1" do "z := 0"
    ta.edge @Idle -> @Idle receive light guard "p == 1"
    ta.edge @Idle -> @Idle send knock
  }
}

// While a location is committed, only transitions out of committed locations are
// taken. Urgent and committed locations stop time.
// CHECK-LABEL: sts.system @Committed
// CHECK:         sts.urgent at A : C
// CHECK-NEXT:    sts.urgent at B : U
// CHECK-NEXT:    sts.transition internal [A : P -> C] {origin
// CHECK-NEXT:    sts.transition internal [A : C -> P] {origin
// CHECK-NEXT:    sts.transition internal [B : U -> U] guard "A != A::C"
ta.network @Committed {
  ta.automaton @A initial @P {
    ta.location @P
    ta.location @C {committed}
    ta.edge @P -> @C silent
    ta.edge @C -> @P silent
  }
  ta.automaton @B initial @U {
    ta.location @U {urgent}
    ta.edge @U -> @U silent
  }
}

// A restart puts everything back, initial values included.
// CHECK-LABEL: sts.system @Restart
// CHECK:         sts.transition on again [A : Q -> P, B : * -> R] guard "A.x > 1" do "n := 2, b := false, A.x := 0"
ta.network @Restart {
  tioga.label again input
  tioga.var n : !tioga.range<0, 3> = "2"
  tioga.var b : !tioga.bool
  ta.automaton @A initial @P {
    tioga.clock x
    ta.location @P
    ta.location @Q
    ta.edge @P -> @Q silent do "n := 3"
    ta.edge @Q -> @P receive again guard "x > 1" {restart}
  }
  ta.automaton @B initial @R {
    ta.location @R
    ta.location @S
    ta.edge @R -> @S silent
  }
}

// A parameter hides a local variable of the same name.
// CHECK-LABEL: sts.system @Hiding
// CHECK:         sts.transition on give [A : P -> P] guard "v > A.w" do "A.w := v"
// CHECK-NEXT:    sts.transition internal [A : P -> P] guard "A.v > 0"
ta.network @Hiding {
  tioga.label give input(v : !tioga.int)
  ta.automaton @A initial @P {
    tioga.var v : !tioga.int
    tioga.var w : !tioga.int
    ta.location @P
    ta.edge @P -> @P receive give guard "v > w" do "w := v"
    ta.edge @P -> @P silent guard "v > 0"
  }
}
