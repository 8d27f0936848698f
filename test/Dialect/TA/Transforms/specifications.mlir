// RUN: tioga-opt %s --pass-pipeline='builtin.module(ta.network(ta-complete),ta-conjunction{left=Spec right=Late result=Both})' | FileCheck %s --check-prefix=AND
// RUN: tioga-opt %s --pass-pipeline='builtin.module(ta.network(ta-complete),ta-conjunction{left=Spec right=Late result=Both},ta.network(ta-prune-inconsistent))' | FileCheck %s --check-prefix=PRUNE
// RUN: tioga-opt %s --pass-pipeline='builtin.module(ta.network(ta-complete),ta-compose{left=Spec right=User result=Both})' | FileCheck %s --check-prefix=COMPOSE
// RUN: tioga-opt %s --pass-pipeline='builtin.module(ta.network(ta-complete),ta-quotient{left=Slow right=Spec result=Rest})' | FileCheck %s --check-prefix=QUOTIENT
// RUN: not tioga-opt %s --pass-pipeline='builtin.module(ta-compose{left=Spec right=Late result=Both})' 2>&1 | FileCheck %s --check-prefix=OUTPUTS
// RUN: not tioga-opt %s --pass-pipeline='builtin.module(ta-conjunction{left=Spec right=User result=Both})' 2>&1 | FileCheck %s --check-prefix=KINDS
// RUN: not tioga-opt %s --pass-pipeline='builtin.module(ta-conjunction{left=Spec right=Lat result=Both})' 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not tioga-opt %s --pass-pipeline='builtin.module(ta-conjunction{left=Spec right=Late result=Spec})' 2>&1 | FileCheck %s --check-prefix=RESULT

// OUTPUTS: error: label 'tea' is an output in both
// KINDS: error: label 'coin' is an input in one and an output in the other in 'Spec' and 'User'
// NAME: error: there is no network 'Lat'; did you mean 'Late'?
// RESULT: error: the option 'result' must be a new name, not 'Spec'

// AND-LABEL: ta.network @Both
// AND-DAG: tioga.label coin input
// AND-DAG: tioga.label tea output
// AND: ta.location @Busy_Busy invariant
// AND: ta.edge @Busy_Busy -> @Idle_Idle send tea guard "Late.x >= 4"

// Once coffee has been paid, tea has to come between 4 and 5: a state in which
// it is too late is not entered any more.
// PRUNE-LABEL: ta.network @Both
// PRUNE: ta.edge @Busy_Busy -> @Idle_Idle send tea

// COMPOSE-LABEL: ta.network @Both
// COMPOSE-DAG: tioga.label coin output
// COMPOSE-DAG: tioga.label tea output
// COMPOSE: ta.edge @Idle_Idle -> @Busy_Waiting send coin

// QUOTIENT-LABEL: ta.network @Rest
// QUOTIENT-DAG: tioga.label coin input
// QUOTIENT-DAG: tioga.label tea input
// QUOTIENT: ta.location @Universal
// QUOTIENT: ta.edge @Idle_Idle -> @Universal receive tea

ta.network @Spec {
  tioga.label coin input
  tioga.label tea output
  ta.automaton @Spec initial @Idle {
    tioga.clock x
    ta.location @Idle
    ta.location @Busy invariant "x <= 5"
    ta.edge @Idle -> @Busy receive coin do "x := 0"
    ta.edge @Busy -> @Idle send tea
  }
}
ta.network @Slow {
  tioga.label coin input
  tioga.label tea output
  ta.automaton @Slow initial @Idle {
    tioga.clock x
    ta.location @Idle
    ta.location @Busy invariant "x <= 9"
    ta.edge @Idle -> @Busy receive coin do "x := 0"
    ta.edge @Busy -> @Idle send tea
  }
}
ta.network @Late {
  tioga.label coin input
  tioga.label tea output
  ta.automaton @Late initial @Idle {
    tioga.clock x
    ta.location @Idle
    ta.location @Busy invariant "x <= 6"
    ta.edge @Idle -> @Busy receive coin do "x := 0"
    ta.edge @Busy -> @Idle send tea guard "x >= 4"
  }
}
ta.network @User {
  tioga.label coin output
  tioga.label tea input
  ta.automaton @User initial @Idle {
    ta.location @Idle
    ta.location @Waiting
    ta.edge @Idle -> @Waiting send coin
    ta.edge @Waiting -> @Idle receive tea
  }
}
