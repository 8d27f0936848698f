// RUN: tioga-opt %s --convert-ta-to-action --verify-semantics=6 | FileCheck %s
// RUN: tioga-opt %s --convert-ta-to-action --convert-action-to-ta --verify-semantics=6 | FileCheck %s --check-prefix=BACK

// CHECK-LABEL: action.system @Lamp
// CHECK: tioga.label press input
// CHECK: tioga.var place_2 : !tioga.enum<Switch, [Off, On]> = "Switch::Off"
// CHECK: tioga.var place : !tioga.range<0, 3>
// CHECK: tioga.clock x
// CHECK: action.invariant "place_2 == Switch::On => x <= 5"
// CHECK: action.action @press on press guard "place_2 == Switch::Off && x > 1" resets ["x"] {
// CHECK-NEXT: action.assign "place := level, place_2 := Switch::On"
// CHECK: action.action @again on press guard "place_2 == Switch::On"
// CHECK: action.action @silent internal guard "place_2 == Switch::On && x == 5 && place > 0"
// CHECK-NOT: ta.

// BACK-LABEL: ta.network @Lamp
// BACK: ta.automaton @Switch initial @Off
// BACK: tioga.var place : !tioga.range<0, 3>
// BACK: ta.location @On invariant "x <= 5"
// BACK: ta.edge @Off -> @On receive press guard "x > 1" do "x := 0, place := level" {name = "press"}
// BACK: ta.edge @On -> @On receive press {name = "again"}
// BACK: ta.edge @On -> @Off silent guard "x == 5 && place > 0" {name = "silent"}
// BACK-NOT: action.
ta.network @Lamp {
  tioga.label press input(level : !tioga.range<0, 3>)
  ta.automaton @Switch initial @Off {
    tioga.var place : !tioga.range<0, 3>
    tioga.clock x
    ta.location @Off
    ta.location @On invariant "x <= 5"
    ta.edge @Off -> @On receive press guard "x > 1" do "x := 0, place := level"
    ta.edge @On -> @On receive press {name = "again"}
    ta.edge @On -> @Off silent guard "x == 5 && place > 0"
  }
}
