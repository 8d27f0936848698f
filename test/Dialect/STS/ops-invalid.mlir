// RUN: tioga-opt %s --split-input-file --verify-diagnostics

// One case for each rule of docs/Semantics.md, named after it.

// expected-error @below {{'sts.system' op is synchronous: time passes in async systems only}}
sts.system @system_c1_dense_steps sync dense {
}

// -----

sts.system @system_c2_conjunct_in_async async {
  // expected-error @below {{'sts.conjunct' op is not allowed in an async system}}
  sts.conjunct "R1" guarantee "true"
}

// -----

sts.system @system_c2_control_in_sync sync {
  // expected-error @below {{'sts.control' op is not allowed in a sync system}}
  sts.control C [L] initial L
}

// -----

sts.system @system_c2_foreign_operation async {
  // expected-error @below {{'builtin.module' op is not allowed in a transition system}}
  builtin.module {
  }
}

// -----

sts.system @system_c3_clock_without_time async {
  // expected-error @below {{'tioga.clock' op is not allowed in a system without dense time}}
  tioga.clock x
}

// -----

sts.system @control_c1_twice async {
  // expected-error @below {{'sts.control' op lists location "L" twice}}
  sts.control C [L, L] initial L
}

// -----

sts.system @control_c2_initial async {
  // expected-error @below {{'sts.control' op has no initial location "M"}}
  sts.control C [L] initial M
}

// -----

sts.system @control_c3_accepting async {
  // expected-error @below {{'sts.control' op has no accepting location "M"}}
  sts.control C [L] initial L {accepting = ["M"]}
}

// -----

sts.system @decl_c1_control_and_variable async {
  // expected-note @below {{previous declaration is here}}
  tioga.var C : !tioga.bool
  // expected-error @below {{'sts.control' op redeclares 'C'}}
  sts.control C [L] initial L
}

// -----

sts.system @at_c1_location_missing async dense {
  sts.control C [L] initial L
  // expected-error @below {{'sts.urgent' op needs both a control variable and a location, or neither}}
  "sts.urgent"() <{control = "C"}> : () -> ()
}

// -----

sts.system @at_c2_no_control async dense {
  sts.control C [L] initial L
  // expected-error @below {{'sts.urgent' op control variable "D" is not declared}}
  sts.urgent at D : L
}

// -----

sts.system @at_c2_no_location async dense {
  sts.control C [L] initial L
  // expected-error @below {{'sts.invariant' op control variable "C" has no location "M"}}
  sts.invariant at C : M "true"
}

// -----

sts.system @invariant_c1_type async dense {
  // expected-error @below {{'sts.invariant' op condition: '1' is int, expected bool}}
  sts.invariant "1"
}

// -----

sts.system @transition_c1_label async {
  tioga.label beep output
  // expected-error @below {{'sts.transition' op label 'bep' is not declared; did you mean 'beep'?}}
  sts.transition on bep
}

// -----

sts.system @transition_c2_label_and_parameters async {
  tioga.label beep output
  // expected-error @below {{'sts.transition' op has a label and parameters of its own}}
  "sts.transition"() <{label = "beep", params = [#tioga.param<"k", !tioga.int>]}> : () -> ()
}

// -----

sts.system @transition_c2_parameter_twice async {
  // expected-error @below {{'sts.transition' op declares parameter 'k' twice}}
  sts.transition internal(k : !tioga.int, k : !tioga.bool)
}

// -----

sts.system @transition_c3_not_a_move async {
  // expected-error @below {{'sts.transition' op expects a list of moves}}
  "sts.transition"() <{moves = ["L"]}> : () -> ()
}

// -----

sts.system @transition_c3_no_location async {
  sts.control C [L] initial L
  // expected-error @below {{'sts.transition' op control variable "C" has no location "M"}}
  sts.transition internal [C : M -> L]
}

// -----

sts.system @transition_c4_moves_twice async {
  sts.control C [L] initial L
  // expected-error @below {{'sts.transition' op moves "C" twice}}
  sts.transition internal [C : L -> L, C : L -> L]
}

// -----

sts.system @transition_c5_guard async {
  tioga.var n : !tioga.int
  // expected-error @below {{'sts.transition' op guard: 'n' is int, expected bool}}
  sts.transition internal guard "n"
}

// -----

sts.system @transition_c6_update async {
  sts.control C [L] initial L
  // expected-error @below {{'sts.transition' op update: cannot assign to control variable 'C'}}
  sts.transition internal do "C := C::L"
}

// -----

sts.system @transition_c7_urgent_with_clock async dense {
  tioga.clock x
  tioga.label go internal {urgent}
  // expected-error @below {{'sts.transition' op guard mentions clock 'x', but label 'go' is urgent}}
  sts.transition on go guard "x > 2"
}

// -----

sts.system @conjunct_c1_type sync {
  tioga.var output o : !tioga.int
  // expected-error @below {{'sts.conjunct' op guarantee: 'o'' is int, expected bool}}
  sts.conjunct "R1" guarantee "o'"
}

// -----

sts.system @conjunct_c1_assumption sync {
  // expected-error @below {{'sts.conjunct' op assumption: 'i' is not declared}}
  sts.conjunct "R1" assume "i'" guarantee "true"
}

// -----

sts.system @conjunct_c2_old_value sync {
  tioga.var output o : !tioga.bool
  // expected-error @below {{'sts.conjunct' op guarantee: 'o' is not primed, but there is no old value here}}
  sts.conjunct initially "R1" guarantee "o"
}

// -----

// expected-error @below {{expected 'sync' or 'async'}}
sts.system @syntax_of_steps dense {
}

// -----

sts.system @syntax_of_transitions async {
  // expected-error @below {{expected 'on' or 'internal'}}
  sts.transition silent
}
