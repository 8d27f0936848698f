// RUN: tioga-translate --export-tioga %s | FileCheck %s
// RUN: tioga-translate --export-tioga %s | tioga-translate --import-tioga | FileCheck %s --check-prefix=AGAIN

// Names that passes have made, or that are keywords, become legal ones, in
// expressions too; what exists already is not taken twice.

// CHECK-LABEL: system Net
// AGAIN-LABEL: ta.network @Net
ta.network @Net {
  // CHECK: input when_1;
  tioga.label "when" input
  // CHECK-NEXT: clock A_x, A_x_1;
  tioga.clock A_x
  tioga.clock A.x
  // CHECK-NEXT: var B_r : record { f : int };
  tioga.var B.r : !tioga.record<f : !tioga.int>
  // CHECK: automaton A_B
  ta.automaton @"A*B" initial @"P,Q" {
    // CHECK: init location P_Q { invariant A_x_1 <= 3; }
    ta.location @"P,Q" invariant "A.x <= 3"
    // CHECK: edge e_1: P_Q -> P_Q on when_1? when B_r.f == 1 && A_x < 2 reset A_x_1 do B_r.f := 2;
    // AGAIN: ta.edge @P_Q -> @P_Q receive when_1 guard "B_r.f == 1 && A_x < 2" do "A_x_1 := 0, B_r.f := 2"
    ta.edge @"P,Q" -> @"P,Q" receive "when" guard "B.r.f == 1 && A_x < 2" do "A.x := 0, B.r.f := 2" {name = "e*1"}
  }
}
