// RUN: tioga-opt %s --ta-mutate="id=change-target/M/t1/target/P" | FileCheck %s
// RUN: not tioga-opt %s --ta-mutate="id=change-target/M/t1/target/Nowhere" 2>&1 | FileCheck %s --check-prefix=NONE

// CHECK: ta.edge @P -> @P receive go
// NONE: error: there is no mutant 'change-target/M/t1/target/Nowhere'
ta.network @N {
  tioga.label go input
  ta.automaton @M initial @P {
    ta.location @P
    ta.location @Q
    ta.edge @P -> @Q receive go {name = "t1"}
  }
}
