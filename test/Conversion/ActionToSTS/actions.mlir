// RUN: tioga-opt --convert-action-to-sts %s | FileCheck %s

// CHECK-LABEL: sts.system @Tank async {
// CHECK-NEXT:    tioga.var level : !tioga.range<0, 10>
// CHECK-NEXT:    tioga.label fill input(n : !tioga.range<0, 10>)
// CHECK-NEXT:    sts.transition on fill guard "level + n <= 10" do "level := level + n" {origin = ["fill"]}
// CHECK-NEXT:    sts.transition internal(m : !tioga.range<1, 2>) guard "level > m" do "level := level - m" {origin = ["leak"]}
// CHECK-NEXT:  }
action.system @Tank {
  tioga.var level : !tioga.range<0, 10>
  tioga.label fill input(n : !tioga.range<0, 10>)
  action.action @fill on fill guard "level + n <= 10" {
    action.assign "level := level + n"
  }
  action.action @leak internal(m : !tioga.range<1, 2>) guard "level > m" {
    action.assign "level := level - m"
  }
}

// Clocks make time dense; resets follow the assignments.
// CHECK-LABEL: sts.system @Timed async dense {
// CHECK:         sts.invariant "busy => c <= 20"
// CHECK-NEXT:    sts.transition internal do "busy := true, c := 0" {origin = ["start"]}
action.system @Timed {
  tioga.var busy : !tioga.bool
  tioga.clock c
  action.invariant "busy => c <= 20"
  action.action @start internal resets ["c"] {
    action.assign "busy := true"
  }
}
