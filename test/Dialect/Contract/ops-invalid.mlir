// RUN: tioga-opt %s --split-input-file --verify-diagnostics

// One case for each rule of docs/Semantics.md, named after it.

contract.interface @interface_c1_clock {
  // expected-error @below {{'tioga.clock' op is not allowed in an interface}}
  tioga.clock x
}

// -----

contract.interface @interface_c2_state {
  // expected-error @below {{'tioga.var' op 'v' is neither input nor output nor hidden}}
  tioga.var v : !tioga.bool
}

// -----

contract.interface @interface_c3_initial_value {
  // expected-error @below {{'tioga.var' op 'v' has an initial value, but contracts decide about the first step}}
  tioga.var hidden v : !tioga.bool = "true"
}

// -----

contract.interface @clause_c1_new_output_assumed {
  tioga.var output o : !tioga.bool
  // expected-error @below {{'contract.require' op assumption: 'o'' is primed, but the new value of an output is not known here}}
  contract.require "R1" assume "o'" guarantee "true"
}

// -----

contract.interface @clause_c1_type {
  tioga.var input i : !tioga.int
  // expected-error @below {{'contract.require' op assumption: 'i'' is int, expected bool}}
  contract.require "R1" assume "i'" guarantee "true"
}

// -----

contract.interface @clause_c2_new_input_guaranteed {
  tioga.var input i : !tioga.bool
  // expected-error @below {{'contract.require' op guarantee: 'i'' is primed, but the new value of an input is not known here}}
  contract.require "R1" guarantee "i'"
}

// -----

contract.interface @clause_c3_no_view {
  contract.view @Power
  // expected-error @below {{'contract.require' op view @Powr is not declared; did you mean 'Power'?}}
  contract.require "R1" in @Powr guarantee "true"
}

// -----

contract.interface @clause_c4_old_value {
  tioga.var output o : !tioga.bool
  // expected-error @below {{'contract.initially' op guarantee: 'o' is not primed, but there is no old value here}}
  contract.initially "R1" guarantee "o"
}

// -----

contract.interface @frame_c1_input {
  tioga.var input i : !tioga.bool
  // expected-error @below {{'contract.frame' op 'i' is not an output or hidden variable}}
  contract.frame ["i"]
}

// -----

contract.interface @frame_c1_unknown {
  // expected-error @below {{'contract.frame' op 'o' is not an output or hidden variable}}
  contract.frame ["o"]
}

// -----

contract.interface @frame_c2_no_view {
  // expected-error @below {{'contract.frame' op view @Power is not declared}}
  contract.frame in @Power
}

// -----

contract.interface @ticks_c1_twice {
  tioga.var hidden now : !tioga.int
  // expected-note @below {{first declaration is here}}
  contract.ticks explicit "now"
  // expected-error @below {{'contract.ticks' op are declared twice}}
  contract.ticks explicit "now"
}

// -----

contract.interface @ticks_c2_type {
  tioga.var hidden now : !tioga.bool
  // expected-error @below {{'contract.ticks' op 'now' is bool, expected a number}}
  contract.ticks explicit "now"
}

// -----

contract.interface @ticks_c2_input {
  tioga.var input now : !tioga.int
  // expected-error @below {{'contract.ticks' op 'now' is not an output or hidden variable}}
  contract.ticks explicit "now"
}

// -----

contract.interface @ticks_c3_timer {
  tioga.var hidden now : !tioga.int
  // expected-error @below {{'contract.ticks' op 'soon' is not an output or hidden variable}}
  contract.ticks symbolic "now" timers ["soon"]
}

// -----

contract.interface @ticks_c4_explicit {
  tioga.var input wait : !tioga.range<0, 9>
  tioga.var hidden now : !tioga.int
  // expected-error @below {{'contract.ticks' op explicit ticks take one unit, not 'wait'}}
  contract.ticks explicit "now" via "wait"
}

// -----

contract.interface @ticks_c4_input {
  tioga.var hidden wait : !tioga.range<0, 9>
  tioga.var hidden now : !tioga.int
  // expected-error @below {{'contract.ticks' op 'wait' is not an input}}
  contract.ticks symbolic "now" via "wait"
}

// -----

contract.interface @ticks_c4_type {
  tioga.var input wait : !tioga.int
  tioga.var hidden now : !tioga.int
  // expected-error @below {{'contract.ticks' op 'wait' is int, expected a range without negative numbers}}
  contract.ticks symbolic "now" via "wait"
}

// -----

contract.interface @purpose_c2_new_value {
  tioga.var output o : !tioga.bool
  // expected-error @below {{'tioga.purpose' op step: 'o'' is primed, but there is no new value here}}
  tioga.purpose p [#tioga.expr<"o'">]
}
