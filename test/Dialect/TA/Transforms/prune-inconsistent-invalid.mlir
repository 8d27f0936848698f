// RUN: not tioga-opt %s --ta-prune-inconsistent 2>&1 | FileCheck %s

// CHECK: error: network 'Never' has no implementation: after '0 · coin? · 4', in 'Busy' time stops and no output is possible
// CHECK: note: the invariant is here
ta.network @Never {
  tioga.label coin input
  tioga.label tea output
  ta.automaton @Never initial @Idle {
    tioga.clock x
    ta.location @Idle
    ta.location @Busy invariant "x <= 4"
    ta.edge @Idle -> @Busy receive coin do "x := 0"
    ta.edge @Busy -> @Idle send tea guard "x >= 5"
  }
}
