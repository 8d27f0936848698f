// RUN: tioga-opt %s --split-input-file --verify-diagnostics

// One case for each rule of docs/Semantics.md, named after it.

action.system @action_system_c1_foreign_operation {
  // expected-error @below {{'builtin.module' op is not allowed in an action system}}
  builtin.module {
  }
}

// -----

action.system @action_system_c2_input_variable {
  // expected-error @below {{'tioga.var' op 'v' is input, but variables of action systems are state}}
  tioga.var input v : !tioga.bool
}

// -----

action.system @action_system_c3_two_orders {
  action.action @a internal {
  }
  // expected-note @below {{first order is here}}
  action.order {
    action.perform @a
  }
  // expected-error @below {{'action.order' op is a second order}}
  action.order {
    action.perform @a
  }
}

// -----

action.system @action_invariant_c1_type {
  tioga.clock c
  // expected-error @below {{'action.invariant' op condition: 'c' mentions a clock, which may only be compared, alone or with another subtracted}}
  action.invariant "c"
}

// -----

action.system @action_c1_label {
  tioga.label fill input
  // expected-error @below {{'action.action' op label 'fil' is not declared; did you mean 'fill'?}}
  action.action @fill on fil {
  }
}

// -----

action.system @action_c2_label_and_parameters {
  tioga.label fill input
  // expected-error @below {{'action.action' op has a label and parameters of its own}}
  "action.action"() <{sym_name = "a", label = "fill", params = [#tioga.param<"n", !tioga.int>]}> ({
  ^bb0:
  }) : () -> ()
}

// -----

action.system @action_c2_parameter_twice {
  // expected-error @below {{'action.action' op declares parameter 'n' twice}}
  action.action @a internal(n : !tioga.int, n : !tioga.int) {
  }
}

// -----

action.system @action_c3_guard {
  // expected-error @below {{'action.action' op guard: 'm' is not declared}}
  action.action @a internal(n : !tioga.int) guard "m > 0" {
  }
}

// -----

action.system @action_c4_not_a_clock {
  tioga.var n : !tioga.int
  // expected-error @below {{'action.action' op resets 'n', which is not a clock}}
  action.action @a internal resets ["n"] {
  }
}

// -----

action.system @action_c4_twice {
  tioga.clock c
  // expected-error @below {{'action.action' op resets 'c' twice}}
  action.action @a internal resets ["c", "c"] {
  }
}

// -----

action.system @action_c5_urgent_with_clock {
  tioga.clock c
  tioga.label alarm output {urgent}
  // expected-error @below {{'action.action' op guard mentions clock 'c', but label 'alarm' is urgent}}
  action.action @a on alarm guard "c > 2" {
  }
}

// -----

action.system @action_c5_urgent_with_clock_inside {
  tioga.clock c
  tioga.label alarm output {urgent}
  action.action @a on alarm {
    // expected-error @below {{'action.require' op guard mentions clock 'c', but label 'alarm' is urgent}}
    action.require "c > 2"
  }
}

// -----

action.system @assign_c1_outside {
  // expected-error @below {{'action.assign' op expects parent op to be one of 'action.action, action.choice'}}
  action.assign "n := 1"
}

// -----

action.system @assign_c2_clock {
  tioga.clock c
  action.action @a internal {
    // expected-error @below {{'action.assign' op update: cannot assign to clock 'c' here}}
    action.assign "c := 0"
  }
}

// -----

action.system @assign_c3_type {
  tioga.var n : !tioga.int
  action.action @a internal {
    // expected-error @below {{'action.assign' op update: 'true' is bool, but 'n' is int}}
    action.assign "n := true"
  }
}

// -----

action.system @require_c1_outside {
  // expected-error @below {{'action.require' op expects parent op to be one of 'action.action, action.choice'}}
  action.require "true"
}

// -----

action.system @require_c2_type {
  tioga.var n : !tioga.int
  action.action @a internal {
    // expected-error @below {{'action.require' op condition: 'n + 1' is int, expected bool}}
    action.require "n + 1"
  }
}

// -----

action.system @choice_c1_empty {
  action.action @a internal {
    // expected-error @below {{'action.choice' op needs at least one alternative}}
    "action.choice"() : () -> ()
  }
}

// -----

action.system @choice_c2_perform_in_action {
  action.action @a internal {
    action.choice {
      // expected-error @below {{'action.perform' op is not a statement of an action}}
      action.perform @a
    }
  }
}

// -----

action.system @choice_c2_assign_in_order {
  tioga.var n : !tioga.int
  action.order {
    action.choice {
      // expected-error @below {{'action.assign' op is not allowed in an order}}
      action.assign "n := 1"
    }
  }
}

// -----

action.system @order_c1_declaration {
  action.order {
    // expected-error @below {{'tioga.clock' op is not allowed in an order}}
    tioga.clock c
  }
}

// -----

action.system @order_c2_empty {
  action.action @a internal {
  }
  action.order {
    // expected-error @below {{'action.choice' op orders nothing: each alternative performs at least one action}}
    action.choice {
      action.perform @a
    }, {
    }
  }
}

// -----

action.system @perform_c1_outside {
  // expected-error @below {{'action.perform' op expects parent op to be one of 'action.choice, action.order'}}
  action.perform @a
}

// -----

action.system @perform_c2_no_action {
  action.action @fill internal {
  }
  action.order {
    // expected-error @below {{'action.perform' op @fil is not an action; did you mean 'fill'?}}
    action.perform @fil
  }
}
