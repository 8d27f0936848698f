// RUN: tioga-opt %s --split-input-file --verify-diagnostics

// The rules of docs/Semantics.md on expressions and updates. Each case is named
// after its rule; TypeCheckTest compares the checker with the evaluator.

sts.system @expr_c1_operand async {
  tioga.var n : !tioga.int
  // expected-error @below {{'sts.invariant' op condition: 'n' is int, expected bool}}
  sts.invariant "n && true"
}

// -----

sts.system @expr_c1_order_of_booleans async {
  // expected-error @below {{'sts.invariant' op condition: 'true' is bool, expected a number}}
  sts.invariant "true < false"
}

// -----

sts.system @expr_c1_comparison async {
  tioga.var n : !tioga.int
  // expected-error @below {{'sts.invariant' op condition: cannot compare int with set of ? in 'n == {}'}}
  sts.invariant "n == {}"
}

// -----

sts.system @expr_c1_enumerations async {
  tioga.var a : !tioga.enum<A, [X]>
  tioga.var b : !tioga.enum<B, [X]>
  // expected-error @below {{'sts.invariant' op condition: cannot compare A with B in 'a == b'}}
  sts.invariant "a == b"
}

// -----

sts.system @expr_c1_element async {
  // expected-error @below {{'sts.invariant' op condition: '{true}' is set of bool, expected set of int}}
  sts.invariant "1 in {true}"
}

// -----

sts.system @expr_c1_branches async {
  // expected-error @below {{'sts.invariant' op condition: 'true' is bool, expected int as in the other branch}}
  sts.invariant "(if true then 1 else true) == 1"
}

// -----

sts.system @expr_c1_mixed_elements async {
  // expected-error @below {{'sts.invariant' op condition: 'true' is bool, expected int}}
  sts.invariant "{1, true} == {}"
}

// -----

sts.system @expr_c1_exact_modulus async {
  tioga.var q : !tioga.real
  // expected-error @below {{'sts.invariant' op condition: 'q' is real, expected int}}
  sts.invariant "q mod 2 == 0"
}

// -----

sts.system @expr_c1_record_field_twice async {
  // expected-error @below {{'sts.invariant' op condition: field 'f' occurs twice}}
  sts.invariant "{f = 1, f = 2} == {f = 1}"
}

// -----

sts.system @expr_c1_with_field async {
  tioga.var r : !tioga.record<f : !tioga.int>
  // expected-error @below {{'sts.invariant' op condition: record { f : int } has no field 'g'}}
  sts.invariant "(r with {g = 1}) == r"
}

// -----

sts.system @expr_c1_with_type async {
  tioga.var r : !tioga.record<f : !tioga.int>
  // expected-error @below {{'sts.invariant' op condition: 'true' is bool, expected int}}
  sts.invariant "(r with {f = true}) == r"
}

// -----

sts.system @expr_c1_with_twice async {
  tioga.var r : !tioga.record<f : !tioga.int>
  // expected-error @below {{'sts.invariant' op condition: field 'f' occurs twice}}
  sts.invariant "(r with {f = 1, f = 2}) == r"
}

// -----

sts.system @expr_c1_with_no_record async {
  // expected-error @below {{'sts.invariant' op condition: '1' is int, expected a record}}
  sts.invariant "(1 with {f = 1}) == 1"
}

// -----

sts.system @expr_c1_field async {
  tioga.var a : !tioga.array<2, !tioga.record<f : !tioga.int>>
  // expected-error @below {{'sts.invariant' op condition: 'a[0]' is record { f : int }, expected a record with field 'g'}}
  sts.invariant "a[0].g == 1"
}

// -----

sts.system @expr_c1_index async {
  // expected-error @below {{'sts.invariant' op condition: '{1}' is set of int, expected an array or a map}}
  sts.invariant "{1}[0] == 1"
}

// -----

sts.system @expr_c1_key async {
  tioga.var m : !tioga.map<!tioga.int, !tioga.bool>
  // expected-error @below {{'sts.invariant' op condition: 'true' is bool, expected int}}
  sts.invariant "m[true]"
}

// -----

sts.system @expr_c1_add async {
  // expected-error @below {{'sts.invariant' op condition: '1' is int, expected a set}}
  sts.invariant "add(1, 2) == {}"
}

// -----

sts.system @expr_c1_union async {
  // expected-error @below {{'sts.invariant' op condition: '{->}' is map ? to ?, expected set of int}}
  sts.invariant "union({1}, {->}) == {}"
}

// -----

sts.system @expr_c1_remove async {
  // expected-error @below {{'sts.invariant' op condition: '[1]' is array [1] of int, expected a set or a map}}
  sts.invariant "remove([1], 1) == {}"
}

// -----

sts.system @expr_c1_has_key async {
  // expected-error @below {{'sts.invariant' op condition: '{1}' is set of int, expected a map}}
  sts.invariant "hasKey({1}, 1)"
}

// -----

sts.system @expr_c1_size async {
  // expected-error @below {{'sts.invariant' op condition: '[1]' is array [1] of int, expected a set or a map}}
  sts.invariant "size([1]) == 1"
}

// -----

sts.system @expr_c1_put async {
  // expected-error @below {{'sts.invariant' op condition: '{1}' is set of int, expected an array or a map}}
  sts.invariant "put({1}, 0, 1) == {1}"
}

// -----

sts.system @expr_c1_minimum async {
  // expected-error @below {{'sts.invariant' op condition: 'true' is bool, expected a number}}
  sts.invariant "min(true, 1) == 1"
}

// -----

sts.system @expr_c2_name async {
  tioga.var level : !tioga.int
  // expected-error @below {{'sts.invariant' op condition: 'levle' is not declared; did you mean 'level'?}}
  sts.invariant "levle < 3"
}

// -----

sts.system @expr_c2_field async {
  tioga.var r : !tioga.record<f : !tioga.int>
  // expected-error @below {{'sts.invariant' op condition: 'r.g' has a field that record { f : int } lacks}}
  sts.invariant "r.g < 3"
}

// -----

sts.system @expr_c2_enumeration async {
  // expected-error @below {{'sts.invariant' op condition: enumeration 'Color' is not declared}}
  sts.invariant "Color::Red == Color::Red"
}

// -----

sts.system @expr_c2_literal async {
  tioga.var c : !tioga.enum<Color, [Red]>
  // expected-error @below {{'sts.invariant' op condition: enumeration 'Color' has no literal 'Blue'}}
  sts.invariant "c == Color::Blue"
}

// -----

sts.system @expr_c3_no_new_value async {
  tioga.var n : !tioga.int
  // expected-error @below {{'sts.invariant' op condition: 'n'' is primed, but there is no new value here}}
  sts.invariant "n' < 3"
}

// -----

sts.system @expr_c3_primed_clock async dense {
  tioga.clock x
  // expected-error @below {{'sts.invariant' op condition: clock 'x' has no primed value}}
  sts.invariant "x' < 3"
}

// -----

sts.system @expr_c3_primed_parameter async {
  // expected-error @below {{'sts.transition' op guard: parameter 'k' has no primed value}}
  sts.transition internal(k : !tioga.int) guard "k' < 3"
}

// -----

sts.system @expr_c4_sum_of_clocks async dense {
  tioga.clock x
  tioga.clock y
  // expected-error @below {{'sts.invariant' op condition: 'x + y < 3' compares more than a clock or a difference of two}}
  sts.invariant "x + y < 3"
}

// -----

sts.system @expr_c4_multiple_of_a_clock async dense {
  tioga.clock x
  // expected-error @below {{'sts.invariant' op condition: 'x' mentions a clock, which may only be compared, alone or with another subtracted}}
  sts.invariant "2 * x < 3"
}

// -----

action.system @expr_c4_clock_in_assignment {
  tioga.clock c
  tioga.var q : !tioga.real
  action.action @a internal {
    // expected-error @below {{'action.assign' op update: clock 'c' is not allowed here}}
    action.assign "q := c"
  }
}

// -----

ta.network @update_c1_unknown {
  tioga.var level : !tioga.int
  ta.automaton @A initial @L {
    ta.location @L
    // expected-error @below {{'ta.edge' op update: 'lvel' is not declared; did you mean 'level'?}}
    ta.edge @L -> @L silent do "lvel := 1"
  }
}

// -----

ta.network @update_c1_field {
  tioga.var r : !tioga.record<f : !tioga.int>
  ta.automaton @A initial @L {
    ta.location @L
    // expected-error @below {{'ta.edge' op update: 'r.g' has a field that record { f : int } lacks}}
    ta.edge @L -> @L silent do "r.g := 1"
  }
}

// -----

ta.network @update_c2_type {
  tioga.var n : !tioga.int
  ta.automaton @A initial @L {
    ta.location @L
    // expected-error @below {{'ta.edge' op update: '1 / 2' is real, but 'n' is int}}
    ta.edge @L -> @L silent do "n := 1 / 2"
  }
}

// -----

ta.network @update_c2_variable_gets_clock {
  tioga.var q : !tioga.real
  tioga.clock x
  ta.automaton @A initial @L {
    ta.location @L
    // expected-error @below {{'ta.edge' op update: 'x' mentions a clock, which may only be compared, alone or with another subtracted}}
    ta.edge @L -> @L silent do "q := x"
  }
}

// -----

ta.network @update_c2_clock_gets_difference {
  tioga.clock x
  tioga.clock y
  ta.automaton @A initial @L {
    ta.location @L
    // expected-error @below {{'ta.edge' op update: clock 'x' gets 'x - y', expected at most one clock in it}}
    ta.edge @L -> @L silent do "x := x - y"
  }
}

// -----

ta.network @update_c2_clock_gets_truth {
  tioga.clock x
  ta.automaton @A initial @L {
    ta.location @L
    // expected-error @below {{'ta.edge' op update: 'true' is bool, expected a number}}
    ta.edge @L -> @L silent do "x := true"
  }
}

// -----

ta.network @update_c3_twice {
  tioga.clock x
  ta.automaton @A initial @L {
    ta.location @L
    // expected-error @below {{'ta.edge' op assigns 'x' twice}}
    ta.edge @L -> @L silent do "x := 0, x := 1"
  }
}

// -----

ta.network @update_c3_part {
  tioga.var r : !tioga.record<f : !tioga.int>
  ta.automaton @A initial @L {
    ta.location @L
    // expected-error @below {{'ta.edge' op assigns both 'r' and its part 'r.f'}}
    ta.edge @L -> @L silent do "r.f := 1, r := {f = 2}"
  }
}

// -----

sts.system @syntax_of_expressions async {
  // expected-error @below {{expected}}
  sts.invariant "1 +"
}
