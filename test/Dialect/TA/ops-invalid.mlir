// RUN: tioga-opt %s --split-input-file --verify-diagnostics

// One case for each rule of docs/Semantics.md, named after it.

ta.network @network_c1_foreign_operation {
  // expected-error @below {{'sts.control' op expects parent op 'sts.system'}}
  sts.control C [L] initial L
}

// -----

ta.network @network_c1_network_in_network {
  // expected-error @below {{'ta.network' op is not allowed in a network}}
  ta.network @Inner {}
}

// -----

ta.network @network_c2_shared_input {
  // expected-error @below {{'tioga.var' op 'v' is input, but variables of automata are state}}
  tioga.var input v : !tioga.bool
}

// -----

ta.network @network_c2_local_output {
  ta.automaton @A initial @L {
    // expected-error @below {{'tioga.var' op 'v' is output, but variables of automata are state}}
    tioga.var output v : !tioga.bool
    ta.location @L
  }
}

// -----

ta.network @automaton_c1_no_initial_location {
  // expected-error @below {{'ta.automaton' op has no initial location @Ide; did you mean 'Idle'?}}
  ta.automaton @A initial @Ide {
    ta.location @Idle
  }
}

// -----

ta.network @automaton_c2_foreign_operation {
  ta.automaton @A initial @L {
    ta.location @L
    // expected-error @below {{'tioga.label' op is not allowed in an automaton}}
    tioga.label go input
  }
}

// -----

ta.network @locations_are_distinct {
  ta.automaton @A initial @L {
    // expected-note @below {{see existing symbol definition here}}
    ta.location @L
    // expected-error @below {{redefinition of symbol named 'L'}}
    ta.location @L
  }
}

// -----

ta.network @location_c1_type {
  ta.automaton @A initial @L {
    // expected-error @below {{'ta.location' op invariant: '3' is int, expected bool}}
    ta.location @L invariant "3"
  }
}

// -----

ta.network @location_c1_primed {
  tioga.var n : !tioga.int
  ta.automaton @A initial @L {
    // expected-error @below {{'ta.location' op invariant: 'n'' is primed, but there is no new value here}}
    ta.location @L invariant "n' < 3"
  }
}

// -----

ta.network @location_c1_parameter {
  tioga.label go input(code : !tioga.int)
  ta.automaton @A initial @L {
    // expected-error @below {{'ta.location' op invariant: 'code' is not declared}}
    ta.location @L invariant "code < 3"
  }
}

// -----

ta.network @edge_c1_source {
  ta.automaton @A initial @L {
    ta.location @L
    // expected-error @below {{'ta.edge' op source @Nowhere is not a location}}
    ta.edge @Nowhere -> @L silent
  }
}

// -----

ta.network @edge_c2_target {
  ta.automaton @A initial @Left {
    ta.location @Left
    // expected-error @below {{'ta.edge' op target @Lefft is not a location; did you mean 'Left'?}}
    ta.edge @Left -> @Lefft silent
  }
}

// -----

ta.network @edge_c3_label {
  tioga.label coin input
  ta.automaton @A initial @L {
    ta.location @L
    // expected-error @below {{'ta.edge' op label 'coyn' is not declared; did you mean 'coin'?}}
    ta.edge @L -> @L receive coyn
  }
}

// -----

ta.network @edge_c4_system_sends_input {
  // expected-note @below {{label is declared here}}
  tioga.label coin input
  ta.automaton @A initial @L {
    ta.location @L
    // expected-error @below {{'ta.edge' op sends input 'coin', but the system receives it}}
    ta.edge @L -> @L send coin
  }
}

// -----

ta.network @edge_c4_system_receives_output {
  // expected-note @below {{label is declared here}}
  tioga.label beep output
  ta.automaton @A initial @L {
    ta.location @L
    // expected-error @below {{'ta.edge' op receives output 'beep', but the system sends it}}
    ta.edge @L -> @L receive beep
  }
}

// -----

ta.network @edge_c4_environment_receives_input {
  // expected-note @below {{label is declared here}}
  tioga.label coin input
  ta.automaton environment @A initial @L {
    ta.location @L
    // expected-error @below {{'ta.edge' op receives input 'coin', but the environment sends it}}
    ta.edge @L -> @L receive coin
  }
}

// -----

ta.network @edge_c4_environment_sends_output {
  // expected-note @below {{label is declared here}}
  tioga.label beep output
  ta.automaton environment @A initial @L {
    ta.location @L
    // expected-error @below {{'ta.edge' op sends output 'beep', but the environment receives it}}
    ta.edge @L -> @L send beep
  }
}

// -----

ta.network @edge_c5_label_without_direction {
  ta.automaton @A initial @L {
    ta.location @L
    // expected-error @below {{'ta.edge' op needs both a label and a direction, or neither}}
    "ta.edge"() <{label = "go", source = @L, target = @L}> : () -> ()
  }
}

// -----

ta.network @edge_c6_guard {
  ta.automaton @A initial @L {
    tioga.clock x
    ta.location @L
    // expected-error @below {{'ta.edge' op guard: 'x + x < 3' compares more than a clock or a difference of two}}
    ta.edge @L -> @L silent guard "x + x < 3"
  }
}

// -----

ta.network @edge_c6_names_of_other_automata {
  ta.automaton @A initial @L {
    tioga.clock x
    ta.location @L
  }
  ta.automaton @B initial @L {
    ta.location @L
    // expected-error @below {{'ta.edge' op guard: 'x' is not declared}}
    ta.edge @L -> @L silent guard "x < 3"
  }
}

// -----

ta.network @edge_c6_control {
  ta.automaton @A initial @L {
    ta.location @L
    // expected-error @below {{'ta.edge' op guard: 'A' is not declared}}
    ta.edge @L -> @L silent guard "A == A::L"
  }
}

// -----

ta.network @edge_c7_update {
  tioga.label go input(code : !tioga.int)
  ta.automaton @A initial @L {
    ta.location @L
    // expected-error @below {{'ta.edge' op update: cannot assign to parameter 'code'}}
    ta.edge @L -> @L receive go do "code := 1"
  }
}

// -----

ta.network @edge_c8_urgent_with_clock {
  tioga.label go internal {urgent}
  ta.automaton @A initial @L {
    tioga.clock x
    ta.location @L
    // expected-error @below {{'ta.edge' op guard mentions clock 'x', but label 'go' is urgent}}
    ta.edge @L -> @L send go guard "x < 3"
  }
}

// -----

ta.network @edge_c9_restart_elsewhere {
  ta.automaton @A initial @Start {
    ta.location @Start
    ta.location @End
    // expected-error @below {{'ta.edge' op restarts the network, but its target @End is not the initial location @Start}}
    ta.edge @Start -> @End silent {restart}
  }
}

// -----

ta.network @edge_c10_restart_with_update {
  tioga.var n : !tioga.int
  ta.automaton @A initial @Start {
    ta.location @Start
    // expected-error @below {{'ta.edge' op restarts the network and cannot update it as well}}
    ta.edge @Start -> @Start silent do "n := 1" {restart}
  }
}

// -----

ta.network @component_c1_pairs {
  tioga.label lock input
  // expected-error @below {{'ta.component' op connects 2 names to 1}}
  ta.component @doors : @Doors ["lock_sig", "open_sig"] to ["lock"]
}

// -----

ta.network @component_c2_no_label {
  tioga.label lock input
  // expected-error @below {{'ta.component' op connects 'lock_sig' to 'open_sig', neither of which is a label of the network}}
  ta.component @doors : @Doors ["lock_sig"] to ["open_sig"]
}

// -----

ta.network @purpose_c2_unknown_location {
  ta.automaton @A initial @L {
    ta.location @L
  }
  // expected-error @below {{'tioga.purpose' op step: enumeration 'A' has no literal 'M'}}
  tioga.purpose there [#tioga.expr<"A == A::M">]
}

// -----

ta.network @syntax_of_edges {
  ta.automaton @A initial @L {
    ta.location @L
    // expected-error @below {{expected 'receive', 'send' or 'silent', found 'on'}}
    ta.edge @L -> @L on go
  }
}

// -----

ta.network @sync_c1_alone {
  tioga.label a internal
  ta.automaton @A initial @L {
    ta.location @L
  }
  // expected-error @below {{'ta.sync' op has fewer than two members}}
  ta.sync @A a
}

// -----

ta.network @sync_c2_unknown {
  tioga.label a internal
  ta.automaton @Alpha initial @L {
    ta.location @L
  }
  // expected-error @below {{'ta.sync' op member @Alpa is not an automaton; did you mean 'Alpha'?}}
  ta.sync @Alpha a, @Alpa a
}

// -----

ta.network @sync_c2_twice {
  tioga.label a internal
  ta.automaton @A initial @L {
    ta.location @L
  }
  // expected-error @below {{'ta.sync' op member @A occurs twice}}
  ta.sync @A a, @A a
}

// -----

ta.network @sync_c3_unknown {
  tioga.label alpha internal
  ta.automaton @A initial @L {
    ta.location @L
  }
  ta.automaton @B initial @L {
    ta.location @L
  }
  // expected-error @below {{'ta.sync' op label 'alpa' is not declared; did you mean 'alpha'?}}
  ta.sync @A alpha, @B alpa
}

// -----

ta.network @sync_c3_broadcast {
  tioga.label a internal {broadcast}
  ta.automaton @A initial @L {
    ta.location @L
  }
  ta.automaton @B initial @L {
    ta.location @L
  }
  // expected-error @below {{'ta.sync' op label 'a' is broadcast, which a vector cannot have}}
  ta.sync @A a, @B a
}

// -----

ta.network @sync_c3_parameters {
  tioga.label a internal(n : !tioga.bool)
  ta.automaton @A initial @L {
    ta.location @L
  }
  ta.automaton @B initial @L {
    ta.location @L
  }
  // expected-error @below {{'ta.sync' op label 'a' has parameters, which a vector cannot have}}
  ta.sync @A a, @B a
}

// -----

ta.network @sync_c4_environment {
  tioga.label a internal
  ta.automaton environment @A initial @L {
    ta.location @L
  }
  ta.automaton @B initial @L {
    ta.location @L
  }
  // expected-error @below {{'ta.sync' op member @A belongs to the environment}}
  ta.sync @A a, @B a
}

// -----

ta.network @sync_c5_urgency {
  tioga.label a internal {urgent}
  tioga.label b internal
  ta.automaton @A initial @L {
    ta.location @L
  }
  ta.automaton @B initial @L {
    ta.location @L
  }
  // expected-error @below {{'ta.sync' op has urgent labels and others}}
  ta.sync @A a, @B b
}
