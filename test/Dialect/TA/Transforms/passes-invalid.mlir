// RUN: split-file %s %t
// RUN: not tioga-opt --ta-check-responsive %t/cycle.mlir 2>&1 | FileCheck %s --check-prefix=CYCLE
// RUN: not tioga-opt --ta-unfold %t/cycle.mlir 2>&1 | FileCheck %s --check-prefix=CYCLE
// RUN: not tioga-opt --ta-rename-clocks %t/two.mlir 2>&1 | FileCheck %s --check-prefix=SINGLE
// RUN: not tioga-opt --ta-rename-clocks %t/loop.mlir 2>&1 | FileCheck %s --check-prefix=TREE
// RUN: not tioga-opt --ta-remove-silent %t/raw.mlir 2>&1 | FileCheck %s --check-prefix=RESET
// RUN: not tioga-opt --ta-remove-silent %t/noclock.mlir 2>&1 | FileCheck %s --check-prefix=FIRST
// RUN: not tioga-opt --ta-remove-silent=method=magic %t/raw.mlir 2>&1 | FileCheck %s --check-prefix=METHOD
// RUN: not tioga-opt --ta-determinize=method=magic %t/raw.mlir 2>&1 | FileCheck %s --check-prefix=DETMETHOD
// RUN: not tioga-opt --ta-unfold=depth=2 --ta-rename-clocks --ta-determinize %t/silent.mlir 2>&1 | FileCheck %s --check-prefix=SILENT
// RUN: not tioga-opt --ta-complete %t/silent.mlir 2>&1 | FileCheck %s --check-prefix=COMPLETESILENT
// RUN: not tioga-opt --ta-complete %t/choice.mlir 2>&1 | FileCheck %s --check-prefix=OVERLAP
// RUN: not tioga-opt --ta-complete="angelic demonic" %t/choice.mlir 2>&1 | FileCheck %s --check-prefix=MODE
// RUN: not tioga-opt --ta-prune %t/choice.mlir 2>&1 | FileCheck %s --check-prefix=PRUNE
// RUN: not tioga-opt --ta-prune=purpose=nothing %t/choice.mlir 2>&1 | FileCheck %s --check-prefix=INPUT
// RUN: not tioga-opt --ta-prune=purpose=go %t/loop.mlir 2>&1 | FileCheck %s --check-prefix=DEPTHS
// RUN: not tioga-opt --ta-prune=automaton=Tester %t/choice.mlir 2>&1 | FileCheck %s --check-prefix=ALONE
// RUN: not tioga-opt --ta-product=max-locations=2 %t/two.mlir 2>&1 | FileCheck %s --check-prefix=PRODUCT
// RUN: not tioga-opt --ta-unfold='depth=9 max-locations=20' %t/choice.mlir 2>&1 | FileCheck %s --check-prefix=UNFOLD
// RUN: not tioga-opt --ta-product %t/hidden.mlir 2>&1 | FileCheck %s --check-prefix=HIDDEN
// RUN: not tioga-opt --ta-determinize-otf %t/unbounded.mlir 2>&1 | FileCheck %s --check-prefix=UNBOUNDED

// What passes reject, and why.

// CYCLE: cycle.mlir:6:5: error: a cycle of silent edges can go on unseen for ever: 'P' -> 'Q' -> 'P'
// CYCLE: cycle.mlir:7:5: note: the cycle goes on here
// SINGLE: error: network 'N' has 2 automata, but 'ta-rename-clocks' needs one: run 'ta-product' first
// TREE: error: network 'N' is no tree, but 'ta-rename-clocks' needs one: run 'ta-unfold' first
// RESET: error: the edge does not reset exactly one clock, as 'ta-remove-silent' needs: run 'ta-rename-clocks' first
// FIRST: error: network 'N' has no clock that counts from the start, as 'ta-remove-silent' needs: run 'ta-rename-clocks' first
// METHOD: error: unknown method 'magic'; there are 'projection' and 'tables'
// DETMETHOD: error: unknown method 'magic'; there are 'guards' and 'subsets'
// SILENT: error: the edge is silent, but 'ta-determinize' needs observable edges: run 'ta-remove-silent' first
// COMPLETESILENT: error: the edge is silent: completion follows determinization, run 'ta-determinize-otf' first
// OVERLAP: choice.mlir:8:5: error: two edges with label 'go' may be enabled at once: completion follows determinization, run 'ta-determinize-otf' first
// OVERLAP: choice.mlir:7:5: note: the other edge
// MODE: error: 'angelic' and 'demonic' exclude each other
// PRUNE: error: 'ta-prune' needs either a purpose or an automaton
// INPUT: error: network 'N' has no input 'nothing', which the purpose names
// DEPTHS: error: location 'P' has several depths: a purpose by depth needs a tree or a graph without cycles, run 'ta-unfold' first
// ALONE: error: network 'N' has 1 automata, but a purpose needs one automaton beside itself
// PRODUCT: error: network 'N' has more than 2 reachable tuples of locations; raise max-locations
// UNFOLD: error: network 'N' unfolds to more than 20 locations before depth 9; raise max-locations or lower depth
// HIDDEN: error: 'n' has the name of a parameter; passes on timed automata need different names
// HIDDEN: note: the parameter belongs to 'go', declared here
// UNBOUNDED: error: network 'N' cannot be determinized:

//--- cycle.mlir
ta.network @N {
  tioga.label go input
  ta.automaton @A initial @P {
    ta.location @P
    ta.location @Q
    ta.edge @P -> @Q silent
    ta.edge @Q -> @P silent
    ta.edge @P -> @P receive go
  }
}
//--- two.mlir
ta.network @N {
  tioga.label go input
  ta.automaton @A initial @P {
    ta.location @P
    ta.location @Q
    ta.edge @P -> @Q receive go
  }
  ta.automaton @B initial @P {
    ta.location @P
    ta.location @Q
    ta.edge @P -> @Q receive go
  }
}
//--- loop.mlir
ta.network @N {
  tioga.label go input
  ta.automaton @A initial @P {
    ta.location @P
    ta.edge @P -> @P receive go
  }
}
//--- raw.mlir
ta.network @N {
  tioga.label go input
  ta.automaton @A initial @P {
    tioga.clock x
    ta.location @P
    ta.location @Q
    ta.edge @P -> @Q receive go
  }
}
//--- noclock.mlir
ta.network @N {
  tioga.label go input
  ta.automaton @A initial @P {
    ta.location @P
    ta.location @Q
    ta.edge @P -> @Q receive go
  }
}
//--- silent.mlir
ta.network @N {
  tioga.label go input
  ta.automaton @A initial @P {
    ta.location @P
    ta.location @Q
    ta.edge @P -> @Q silent
    ta.edge @Q -> @Q receive go
  }
}
//--- choice.mlir
ta.network @N {
  tioga.label go input
  ta.automaton @A initial @P {
    tioga.clock x
    ta.location @P
    ta.location @Q
    ta.edge @P -> @Q receive go guard "x <= 2"
    ta.edge @P -> @P receive go guard "x >= 2"
    ta.edge @Q -> @P receive go
  }
}
//--- hidden.mlir
ta.network @N {
  tioga.label go input(n : !tioga.range<0, 1>)
  tioga.var n : !tioga.range<0, 1>
  ta.automaton @A initial @P {
    ta.location @P
    ta.edge @P -> @P receive go
  }
}
//--- unbounded.mlir
ta.network @N {
  tioga.label go input(n : !tioga.int)
  ta.automaton @A initial @P {
    ta.location @P
    ta.edge @P -> @P receive go
  }
}
