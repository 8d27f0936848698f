// RUN: tioga-opt %s --ta-prune-inconsistent | FileCheck %s
// RUN: tioga-opt %s --ta-prune-inconsistent --verify-semantics=4 -o %t

// An output into a state that cannot go on is not produced; since the input
// 'late' leads there after 3, an output has to come before. After 10 it does not
// any more: the version of the location without deadline is never entered.
// CHECK-LABEL: ta.automaton @M
// CHECK: ta.location @Start$2 invariant "x < 3"
// CHECK-NOT: @Stuck
ta.network @M {
  tioga.label late input
  tioga.label go output
  tioga.label stop output
  ta.automaton @M initial @Start {
    tioga.clock x
    ta.location @Start
    ta.location @Fine
    ta.location @Stuck invariant "x <= 10"
    ta.edge @Start -> @Start receive late guard "x < 3"
    ta.edge @Start -> @Stuck receive late guard "x >= 3"
    ta.edge @Start -> @Fine send go
    ta.edge @Start -> @Stuck send stop
    ta.edge @Fine -> @Fine receive late
    ta.edge @Stuck -> @Stuck receive late
  }
}
