// RUN: tioga-translate --export-tioga %s | FileCheck %s

// What sema does not make in this form, but passes do.

// A label without actions needs one that is never enabled.
// CHECK-LABEL: actions Unused
action.system @Unused {
  // CHECK: input gone(n : 0..3) when false;
  tioga.label gone input(n : !tioga.range<0, 3>)
}

// CHECK-LABEL: actions Composed
action.system @Composed {
  tioga.var n : !tioga.int
  tioga.label go input
  // CHECK: input go() ({ n := 1; } or { n := 2; } then when n > 1 {}) then { n := 3; }
  action.action @first on go {
    action.choice {
      action.assign "n := 1"
    }, {
      action.assign "n := 2"
      action.require "n > 1"
    }
    action.assign "n := 3"
  }
  // A leading condition is not to become the guard.
  // CHECK: input go() (when n > 0 { n := 0; })
  action.action @second on go {
    action.require "n > 0"
    action.assign "n := 0"
  }
  // CHECK: internal alone() skip or (skip orelse { n := 4; })
  action.action @alone internal {
    action.choice {
    }, {
      action.choice prioritised {
      }, {
        action.assign "n := 4"
      }
    }
  }
  // One action of several goes by its number, all of them by their name.
  // CHECK: do {
  // CHECK-NEXT: alone then go$2 then (go or alone)
  action.order {
    action.perform @alone
    action.perform @second
    action.choice {
      action.choice {
        action.perform @first
      }, {
        action.perform @second
      }
    }, {
      action.perform @alone
    }
  }
}

// The clauses of a view are collected from where they are.
// CHECK-LABEL: contract Scattered
contract.interface @Scattered {
  tioga.var output o : !tioga.bool
  // CHECK: view V {
  // CHECK-NEXT: require "1": guarantee o';
  // CHECK-NEXT: require R2: guarantee !o';
  // CHECK-NEXT: }
  // CHECK: require R3: guarantee o;
  contract.view @V
  contract.require "1" in @V guarantee "o'"
  contract.require "R3" guarantee "o"
  contract.require "R2" in @V guarantee "!o'"
}

// CHECK-LABEL: system Clocks
ta.network @Clocks {
  tioga.clock x
  tioga.var n : !tioga.int
  ta.automaton @A initial @P {
    ta.location @P
    // Only leading assignments of 0 to clocks are resets.
    // CHECK: edge P -> P silent do n := 0, x := 0;
    ta.edge @P -> @P silent do "n := 0, x := 0"
    // CHECK: edge P -> P silent reset x do n := 0;
    ta.edge @P -> @P silent do "x := 0, n := 0"
    // CHECK: edge P -> P silent do x := 1;
    ta.edge @P -> @P silent do "x := 1"
  }
}
