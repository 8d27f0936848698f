// RUN: split-file %s %t
// RUN: tioga-opt --verify-semantics=3 --ta-product %t/network.mlir | FileCheck %s --check-prefix=PRODUCT
// RUN: tioga-opt --verify-semantics=4 --ta-unfold=depth=3 --ta-rename-clocks %t/data.mlir | FileCheck %s --check-prefix=DATA
// RUN: tioga-opt --verify-semantics=4 --ta-unfold=depth=3 --ta-rename-clocks --ta-fold-invariants --ta-remove-silent --ta-determinize %t/data.mlir | FileCheck %s --check-prefix=DATADET
// RUN: tioga-opt --verify-semantics=3 --ta-complete %t/partial.mlir | FileCheck %s --check-prefix=ANGELIC
// RUN: tioga-opt --verify-semantics=3 --ta-complete=demonic %t/partial.mlir | FileCheck %s --check-prefix=DEMONIC
// RUN: tioga-opt --verify-semantics=3 --ta-unfold=depth=2 --ta-prune='purpose=go' %t/partial.mlir | FileCheck %s --check-prefix=PRUNE
// RUN: tioga-opt --verify-semantics=3 --ta-prune=automaton=Tester %t/tested.mlir | FileCheck %s --check-prefix=TESTER
// RUN: tioga-opt --verify-semantics=3 --ta-minimize-clocks %t/clocks.mlir | FileCheck %s --check-prefix=CLOCKS
// RUN: tioga-opt --verify-semantics=3 --ta-remove-unreachable %t/dead.mlir | FileCheck %s --check-prefix=GRAPH
// RUN: tioga-opt --verify-semantics=3 --ta-remove-unreachable=zones=true %t/dead.mlir | FileCheck %s --check-prefix=ZONES
// RUN: tioga-opt --verify-semantics=3 --ta-split-disjunctions %t/split.mlir | FileCheck %s --check-prefix=SPLIT
// RUN: tioga-opt --verify-semantics=3 --ta-split-disjunctions=disjoint=false %t/split.mlir | FileCheck %s --check-prefix=OVERLAP
// RUN: tioga-opt --verify-semantics=3 --ta-unfold=depth=2 --ta-rename-clocks --ta-fold-invariants --ta-remove-silent=method=tables %t/initial.mlir | FileCheck %s --check-prefix=INITIAL
// RUN: tioga-opt --verify-semantics=3 --ta-unfold=depth=2 --ta-rename-clocks --ta-fold-invariants --ta-remove-silent %t/initial.mlir | FileCheck %s --check-prefix=INITIAL
// RUN: tioga-opt --verify-semantics=3 --ta-minimize-clocks %t/offset.mlir | FileCheck %s --check-prefix=OFFSET
// RUN: tioga-opt --verify-semantics=2 --ta-unfold=depth=2 --ta-rename-clocks --ta-fold-invariants %t/offset.mlir | FileCheck %s --check-prefix=RENAMED
// RUN: tioga-opt --verify-semantics=3 --ta-complete %t/offset.mlir | FileCheck %s --check-prefix=COMPLETED
// RUN: tioga-opt --verify-semantics=3 --ta-unfold=depth=3 --ta-rename-clocks --ta-fold-invariants --ta-remove-silent --ta-determinize %t/accepting.mlir 2>&1 | FileCheck %s --check-prefix=ACCEPTING
// RUN: tioga-opt --verify-semantics=2 --ta-determinize-otf=depth=4 --ta-complete %t/accepting.mlir | FileCheck %s --check-prefix=APART

// What passes make, one small model each.

// The sender's update comes first; a committed location lets nobody else move.
// PRODUCT: ta.automaton @Pair initial @Idle_Idle
// PRODUCT: ta.location @Busy_Idle {urgent}
// PRODUCT: ta.edge @Idle_Idle -> @Busy_Idle receive go
// PRODUCT: ta.edge @Busy_Idle -> @Idle_Busy silent do "n := 2"
// PRODUCT-NOT: @Busy_Idle -> {{.*}} receive stop

// Variables become values, parameters are kept by level.
// DATA: tioga.var set.v$1
// DATA: ta.edge {{.*}} receive set do "x1 := 0, set.v$1 := v"
// DATA: ta.edge {{.*}} send get guard "set.v$1 == 1" do "x2 := 0"
// DATADET: ta.edge {{.*}} send get guard "set.v$1 == 1{{.*}}" do "x2 := 0"

// An input is ignored where no edge takes it, also where the target's invariant
// forbids it.
// ANGELIC: ta.edge @P -> @Q receive go guard "x < 3"
// ANGELIC: ta.edge @P -> @P receive go guard "x >= 2"
// ANGELIC: ta.edge @Q -> @Q receive go
// DEMONIC: ta.location @Universal
// DEMONIC: ta.edge @Universal -> @Universal receive go
// DEMONIC: ta.edge @P -> @Universal receive go guard "x >= 2"

// PRUNE: ta.edge @P$0 -> @Q$0 receive go
// PRUNE-NOT: receive

// The purpose sends one input only, and watches outputs.
// TESTER: ta.edge @P -> @P$2 receive go
// TESTER-NOT: ta.edge @P$2 -> {{.*}} receive
// TESTER: ta.edge @P$2 -> @P$2 send done

// Two clocks that are never needed together, and one that is never compared.
// CLOCKS: tioga.clock x
// CLOCKS-NOT: tioga.clock
// CLOCKS: ta.edge @P -> @Q receive go do "x := 0"
// CLOCKS: ta.edge @Q -> @R receive go guard "x < 2" do "x := 0"
// CLOCKS: ta.edge @R -> @P receive go guard "x > 1"

// GRAPH-NOT: ta.location @Nowhere
// GRAPH: ta.location @Later
// GRAPH-NOT: guard "x < 1 && x > 2"
// ZONES-NOT: ta.location @Later

// SPLIT: ta.edge @P -> @P receive go guard "x < 1"
// SPLIT: ta.edge @P -> @P receive go guard "x >= 1 && y < 2"
// SPLIT-NOT: ta.edge
// OVERLAP: ta.edge @P -> @P receive go guard "x < 1"
// OVERLAP: ta.edge @P -> @P receive go guard "y < 2"
// OVERLAP-NOT: ta.edge

// A silent step at the start: a comes 2 after it, b 4 after it, hence 2 after a.
// INITIAL: ta.edge {{.*}} send a guard "{{.*}}x0 >= 3{{.*}}" do "x1 := 0"
// INITIAL: ta.edge {{.*}} send b guard "{{.*}}x1 == 2{{.*}}" do "x2 := 0"

// An edge that would make a clock negative cannot be taken, also if nothing
// compares that clock.
// OFFSET: ta.edge @P -> @Q receive go do "x := y - 2"
// RENAMED: ta.edge @P$0 -> @Q$0 receive go guard "x0 >= 2" do "x1 := 0"
// COMPLETED: ta.edge @P -> @P receive go guard "y < 2"

// Locations that accept and those that do not are told apart by the negation of a
// long disjunction, which engines can still decide.
// ACCEPTING-NOT: cannot tell
// ACCEPTING: ta.automaton @A

// Edges of a determinized automaton exclude each other by their guards alone, so
// that completion can tell.
// APART: ta.edge @Q${{.*}} send b

//--- network.mlir
ta.network @Pair {
  tioga.label go input
  tioga.label stop input
  tioga.label hand internal
  tioga.var n : !tioga.range<0, 2>
  ta.automaton @Left initial @Idle {
    ta.location @Idle
    ta.location @Busy {committed}
    ta.edge @Idle -> @Busy receive go
    ta.edge @Busy -> @Idle send hand do "n := 1"
  }
  ta.automaton @Right initial @Idle {
    ta.location @Idle
    ta.location @Busy
    ta.edge @Idle -> @Busy receive hand do "n := n + 1"
    ta.edge @Idle -> @Idle receive stop
    ta.edge @Busy -> @Idle receive stop do "n := 0"
  }
}
//--- data.mlir
ta.network @N {
  tioga.label set input(v : !tioga.range<0, 2>)
  tioga.label get output
  ta.automaton @A initial @P {
    tioga.clock x
    tioga.var n : !tioga.range<0, 2>
    ta.location @P
    ta.location @Q
    ta.location @R
    ta.edge @P -> @Q receive set do "n := v"
    ta.edge @Q -> @P send get guard "n == 1"
    ta.edge @Q -> @R silent guard "n == 2"
    ta.edge @Q -> @P receive set guard "v > n" do "n := n + v"
  }
}
//--- partial.mlir
ta.network @N {
  tioga.label go input
  tioga.label done output
  ta.automaton @A initial @P {
    tioga.clock x
    ta.location @P
    ta.location @Q invariant "x < 2"
    ta.edge @P -> @Q receive go guard "x < 3"
    ta.edge @Q -> @P send done
  }
}
//--- tested.mlir
ta.network @N {
  tioga.label go input
  tioga.label done output
  ta.automaton @A initial @P {
    ta.location @P
    ta.edge @P -> @P receive go
    ta.edge @P -> @P send done
  }
  ta.automaton environment @Tester initial @Start {
    ta.location @Start
    ta.location @Sent
    ta.edge @Start -> @Sent send go
    ta.edge @Start -> @Start receive done
    ta.edge @Sent -> @Sent receive done
  }
}
//--- clocks.mlir
ta.network @N {
  tioga.label go input
  ta.automaton @A initial @P {
    tioga.clock x
    tioga.clock y
    tioga.clock idle
    ta.location @P
    ta.location @Q
    ta.location @R
    ta.edge @P -> @Q receive go do "x := 0, idle := 0"
    ta.edge @Q -> @R receive go guard "x < 2" do "y := 0"
    ta.edge @R -> @P receive go guard "y > 1" do "x := 0"
  }
}
//--- dead.mlir
ta.network @N {
  tioga.label go input
  ta.automaton @A initial @P {
    tioga.clock x
    ta.location @P invariant "x <= 3"
    ta.location @Nowhere
    ta.location @Soon invariant "x <= 4"
    ta.location @Later
    ta.edge @P -> @Nowhere receive go guard "x > 3"
    ta.edge @P -> @Nowhere receive go guard "x < 1 && x > 2"
    ta.edge @P -> @Soon receive go guard "x >= 2"
    ta.edge @Soon -> @P receive go guard "x < 4" do "x := 0"
    ta.edge @Soon -> @Later receive go guard "x < 1"
    ta.edge @Nowhere -> @Later receive go
  }
}
//--- split.mlir
ta.network @N {
  tioga.label go input
  ta.automaton @A initial @P {
    tioga.clock x
    tioga.clock y
    ta.location @P
    ta.edge @P -> @P receive go guard "x < 1 || y < 2" do "y := 0"
  }
}
//--- initial.mlir
ta.network @N {
  tioga.label a output
  tioga.label b output
  ta.automaton @A initial @P {
    tioga.clock x
    tioga.clock z
    ta.location @P
    ta.location @Q
    ta.location @R
    ta.location @S
    ta.edge @P -> @Q silent guard "1 <= x && x <= 2" do "z := 0"
    ta.edge @Q -> @R send a guard "z == 2"
    ta.edge @R -> @S send b guard "z == 4"
  }
}
//--- offset.mlir
ta.network @N {
  tioga.label go input
  tioga.label done output
  ta.automaton @A initial @P {
    tioga.clock x
    tioga.clock y
    ta.location @P
    ta.location @Q
    ta.edge @P -> @Q receive go do "x := y - 2"
    ta.edge @Q -> @P send done
    ta.edge @Q -> @Q receive go
  }
}
//--- accepting.mlir
ta.network @N {
  tioga.label a output
  tioga.label b output
  ta.automaton @A initial @P {
    tioga.clock x
    tioga.clock y
    ta.location @P
    ta.location @Q invariant "x < 3" {accepting}
    ta.location @R invariant "y <= 2 || x <= 1"
    ta.location @S {accepting}
    ta.location @U {urgent}
    ta.edge @P -> @Q send a guard "x > 1 && y != 2" do "y := 0"
    ta.edge @P -> @R send a guard "x <= 2"
    ta.edge @P -> @U silent guard "x > 0.5"
    ta.edge @U -> @S send a do "x := y"
    ta.edge @U -> @R silent do "x := 0, y := 0"
    ta.edge @Q -> @S silent guard "x - y > 1 || y > 1" do "x := 0"
    ta.edge @Q -> @P send b guard "x == y + 2"
    ta.edge @R -> @S send b guard "x + 1 > y" do "y := x, x := y"
    ta.edge @S -> @P send b guard "x < 1 || y > 2" do "x := 0"
    ta.edge @R -> @R send a guard "y >= 1" do "y := y - 1"
  }
}
