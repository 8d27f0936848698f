// RUN: tioga-opt --pass-pipeline='builtin.module(action.system(action-lower-composition))' %s | FileCheck %s

// Sequences by substitution; what is overwritten must have been in range.
// CHECK-LABEL: action.system @Sequence
// CHECK:         action.action @a internal guard "n > 0 && n - 1 < 2 && n - 1 >= 0 && n - 1 <= 3" {
// CHECK-NEXT:      action.assign "m := n - 1, n := n - 1 + m"
// CHECK-NEXT:    }
// CHECK-NOT:     action.action
action.system @Sequence {
  tioga.var n : !tioga.range<0, 3>
  tioga.var m : !tioga.int
  action.action @a internal guard "n > 0" {
    action.assign "n := n - 1"
    action.require "n < 2"
    action.assign "m := n, n := n + m"
  }
}

// Choices by one action per alternative.
// CHECK-LABEL: action.system @Choice
// CHECK:         action.action @a internal guard "n > 0" {
// CHECK-NEXT:      action.assign "m := n, n := 1"
// CHECK:         action.action @"a#2" internal {
// CHECK-NEXT:      action.assign "m := n"
action.system @Choice {
  tioga.var n : !tioga.int
  tioga.var m : !tioga.int
  action.action @a internal {
    action.assign "m := n"
    action.choice {
      action.require "n > 0"
      action.assign "n := 1"
    }, {
    }
  }
}

// Priorities by the negated enabledness of what comes before, which counts ranges
// and values that do not exist; nothing follows what is always enabled.
// CHECK-LABEL: action.system @Priority
// CHECK:         action.action @a internal guard "n > 0" {
// CHECK-NEXT:      action.assign "n := 6 div m"
// CHECK:         action.action @"a#2" internal guard "!(n > 0 && m != 0 && 6 div m >= 0 && 6 div m <= 3)" {
// CHECK-NEXT:    }
// CHECK-NOT:     action.action
action.system @Priority {
  tioga.var n : !tioga.range<0, 3>
  tioga.var m : !tioga.int
  action.action @a internal {
    action.choice prioritised {
      action.require "n > 0"
      action.assign "n := 6 div m"
    }, {
    }, {
      action.assign "m := 7"
    }
  }
}

// An order becomes a variable that says what was performed last. Actions that it
// does not mention go.
// CHECK-LABEL: action.system @Order
// CHECK:         tioga.var order : !tioga.range<0, 3> = "0"
// CHECK:         action.action @a on x guard "order == 0 || order == 2 || order == 3" {
// CHECK-NEXT:      action.assign "order := 1"
// CHECK:         action.action @b internal guard "order == 1 && n > 1" {
// CHECK-NEXT:      action.assign "n := 0, order := 2"
// CHECK:         action.action @c internal guard "order == 1 && !(n > 1)" {
// CHECK-NEXT:      action.assign "order := 3"
// CHECK-NOT:     action.action
action.system @Order {
  tioga.var n : !tioga.int
  tioga.label x input
  action.action @a on x {
  }
  action.action @b internal guard "n > 1" {
    action.assign "n := 0"
  }
  action.action @c internal {
  }
  action.action @unused internal {
  }
  action.order {
    action.perform @a
    action.choice prioritised {
      action.perform @b
    }, {
      action.perform @c
    }
  }
}

// Behind a priority, some value of the parameters is enough.
// CHECK-LABEL: action.system @Parameters
// CHECK:         action.action @b internal guard "(order == 0 || order == 1 || order == 2) && !(n > 0 || n > 1)"
action.system @Parameters {
  tioga.var n : !tioga.int
  tioga.label x input(p : !tioga.range<0, 1>)
  action.action @a on x guard "n > p" {
  }
  action.action @b internal {
  }
  action.order {
    action.choice prioritised {
      action.perform @a
    }, {
      action.perform @b
    }
  }
}
