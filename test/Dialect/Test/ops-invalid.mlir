// RUN: tioga-opt %s --split-input-file --verify-diagnostics

// One case for each rule of docs/Semantics.md, named after it.

// expected-error @below {{'test.case' op has no initial state @strat; did you mean 'start'?}}
test.case @case_c1_no_initial_state initial @strat {
  test.state @start
}

// -----

test.case @case_c2_foreign_operation initial @s {
  test.state @s
  // expected-error @below {{'tioga.text' op is not allowed in a test case}}
  tioga.text "R1" "text"
}

// -----

test.case @state_c1_verdict_with_deadline initial @s {
  // expected-error @below {{'test.state' op ends the test and cannot have a deadline}}
  test.state @s verdict pass deadline "true" otherwise @s
}

// -----

test.case @state_c1_verdict_with_move initial @s {
  test.state @s verdict pass
  // expected-error @below {{'test.move' op leaves state @s, which ends the test}}
  test.move @s -> @s elapse
}

// -----

test.case @state_c2_deadline initial @s {
  // expected-error @below {{'test.state' op deadline: '3' is int, expected bool}}
  test.state @s deadline "3" otherwise @s
}

// -----

test.case @state_c3_deadline_alone initial @s {
  // expected-error @below {{'test.state' op needs both 'deadline' and 'otherwise', or neither}}
  test.state @s deadline "true"
}

// -----

test.case @state_c4_otherwise initial @s {
  // expected-error @below {{'test.state' op otherwise @t is not a state}}
  test.state @s deadline "true" otherwise @t
}

// -----

test.case @move_c1_source initial @s {
  test.state @s
  // expected-error @below {{'test.move' op source @t is not a state}}
  test.move @t -> @s elapse
}

// -----

test.case @move_c1_target initial @s {
  test.state @s
  // expected-error @below {{'test.move' op target @t is not a state}}
  test.move @s -> @t elapse
}

// -----

test.case @move_c2_label_missing initial @s {
  test.state @s
  // expected-error @below {{'test.move' op of kind 'send' needs a label}}
  "test.move"() <{source = @s, target = @s, kind = #test<move_kind send>}> : () -> ()
}

// -----

test.case @move_c2_label_superfluous initial @s {
  test.state @s
  // expected-error @below {{'test.move' op of kind 'elapse' has no label}}
  "test.move"() <{source = @s, target = @s, kind = #test<move_kind elapse>, label = "go"}> : () -> ()
}

// -----

test.case @move_c3_label initial @s {
  tioga.label light output
  test.state @s
  // expected-error @below {{'test.move' op label 'ligth' is not declared; did you mean 'light'?}}
  test.move @s -> @s expect ligth
}

// -----

test.case @move_c3_send_output initial @s {
  tioga.label light output
  test.state @s
  // expected-error @below {{'test.move' op sends 'light', which is not an input}}
  test.move @s -> @s send light
}

// -----

test.case @move_c3_expect_input initial @s {
  tioga.label press input
  test.state @s
  // expected-error @below {{'test.move' op expects 'press', which is not an output}}
  test.move @s -> @s expect press
}

// -----

test.case @move_c4_primed initial @s {
  tioga.label light output
  tioga.var n : !tioga.int
  test.state @s
  // expected-error @below {{'test.move' op guard: 'n'' is primed, but there is no new value here}}
  test.move @s -> @s expect light guard "n' == 1"
}

// -----

test.case @move_c4_parameter_not_yet_chosen initial @s {
  tioga.label dim input(level : !tioga.int)
  test.state @s
  // expected-error @below {{'test.move' op guard: 'level' is not declared}}
  test.move @s -> @s send dim guard "level == 1" do "level := 1"
}

// -----

test.case @move_c5_expected_parameter initial @s {
  tioga.label light output(level : !tioga.int)
  test.state @s
  // expected-error @below {{'test.move' op update: cannot assign to parameter 'level'}}
  test.move @s -> @s expect light do "level := 1"
}

// -----

test.case @move_c6_both_open initial @s {
  tioga.label light output
  test.state @s
  // expected-note @below {{the other move is here}}
  test.move @s -> @s expect light
  // expected-error @below {{'test.move' op competes with another move from @s: their guards hold at once}}
  test.move @s -> @s expect light guard "true"
}

// -----

test.case @move_c6_tester_undecided initial @s {
  tioga.label press input
  tioga.label pull input
  tioga.var n : !tioga.int
  test.state @s
  // expected-note @below {{the other move is here}}
  test.move @s -> @s send press guard "n > 3"
  // expected-error @below {{'test.move' op competes with another move from @s: their guards hold at once}}
  test.move @s -> @s send pull guard "n > 3"
}

// -----

test.case @move_c7_windows initial @s {
  tioga.label light output
  tioga.clock t
  test.state @s deadline "t <= 5" otherwise @s
  // expected-note @below {{the other move is here}}
  test.move @s -> @s expect light guard "t <= 5"
  // expected-error @below {{'test.move' op competes with another move from @s: their guards hold at once}}
  test.move @s -> @s expect light guard "t >= 5"
}

// -----

test.case @move_c8_no_value initial @s {
  tioga.label dim input(level : !tioga.int)
  test.state @s
  // expected-error @below {{'test.move' op sends 'dim' without a value for parameter 'level'}}
  test.move @s -> @s send dim
}

// -----

test.case @syntax_of_verdicts initial @s {
  // expected-error @below {{expected 'pass', 'fail' or 'inconclusive', found 'good'}}
  test.state @s verdict good
}

// -----

test.case @syntax_of_moves initial @s {
  test.state @s
  // expected-error @below {{expected 'send', 'expect', 'elapse' or 'step', found 'receive'}}
  test.move @s -> @s receive light
}
