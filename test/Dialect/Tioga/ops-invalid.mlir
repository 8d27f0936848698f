// RUN: tioga-opt %s --split-input-file --verify-diagnostics

// One case for each rule of docs/Semantics.md on types, declarations, labels and
// purposes, named after it.

sts.system @range_c1_empty async {
  // expected-error @below {{range 3..2 is empty}}
  tioga.var v : !tioga.range<3, 2>
}

// -----

sts.system @enum_c1_twice async {
  // expected-error @below {{literal 'Red' occurs twice}}
  tioga.var v : !tioga.enum<Color, [Red, Red]>
}

// -----

sts.system @enum_c1_none async {
  // expected-error @below {{expected at least one literal}}
  tioga.var v : !tioga.enum<Color, []>
}

// -----

sts.system @record_c1_twice async {
  // expected-error @below {{field 'f' occurs twice}}
  tioga.var v : !tioga.record<f : !tioga.int, f : !tioga.bool>
}

// -----

sts.system @array_c1_size async {
  // expected-error @below {{array size 0 is not positive}}
  tioga.var v : !tioga.array<0, !tioga.int>
}

// -----

sts.system @array_c1_size async {
  // expected-error @below {{array size 1000001 is more than 1000000}}
  tioga.var v : !tioga.array<1000001, !tioga.int>
}

// -----

sts.system @var_has_a_data_type async {
  // expected-error @below {{'tioga.var' op attribute 'type' failed to satisfy constraint: type attribute of a data type of the model}}
  tioga.var v : i32
}

// -----

sts.system @var_has_a_data_type_inside async {
  // expected-error @below {{'tioga.var' op attribute 'type' failed to satisfy constraint: type attribute of a data type of the model}}
  tioga.var v : !tioga.set<i32>
}

// -----

sts.system @decl_c1_variable_and_clock async dense {
  // expected-note @below {{previous declaration is here}}
  tioga.var x : !tioga.int
  // expected-error @below {{'tioga.clock' op redeclares 'x'}}
  tioga.clock x
}

// -----

sts.system @decl_c1_label async {
  // expected-note @below {{previous declaration is here}}
  tioga.label go input
  // expected-error @below {{'tioga.label' op redeclares label 'go'}}
  tioga.label go output
}

// -----

sts.system @decl_c2_type async {
  // expected-error @below {{'tioga.var' op initial value of 'n' is bool, expected int}}
  tioga.var n : !tioga.int = "true"
}

// -----

sts.system @decl_c2_ill_typed async {
  // expected-error @below {{'tioga.var' op initial value of 'n': 'true' is bool, expected a number}}
  tioga.var n : !tioga.int = "1 + true"
}

// -----

sts.system @decl_c2_not_constant async {
  tioga.var m : !tioga.int
  // expected-error @below {{'tioga.var' op initial value of 'n' mentions 'm', but must be constant}}
  tioga.var n : !tioga.int = "m + 1"
}

// -----

sts.system @decl_c3_two_enumerations async {
  tioga.var a : !tioga.enum<Color, [Red, Green]>
  // expected-error @below {{'tioga.var' op 'b' uses an enumeration 'Color' that differs from another of the same name in this scope}}
  tioga.var b : !tioga.set<!tioga.enum<Color, [Red, Blue]>>
}

// -----

sts.system @label_c1_type async {
  // expected-error @below {{'tioga.label' op expects parameters with data types}}
  tioga.label go input(n : i32)
}

// -----

sts.system @label_c2_twice async {
  // expected-error @below {{'tioga.label' op declares parameter 'n' twice}}
  tioga.label go input(n : !tioga.int, n : !tioga.int)
}

// -----

sts.system @label_c3_broadcast async {
  // expected-error @below {{'tioga.label' op 'go' is broadcast, but only internal labels can be}}
  tioga.label go input {broadcast}
}

// -----

sts.system @label_c4_urgent_input async dense {
  // expected-error @below {{'tioga.label' op 'go' is urgent, but the system does not control inputs}}
  tioga.label go input {urgent}
}

// -----

sts.system @purpose_c1_empty async {
  // expected-error @below {{'tioga.purpose' op needs at least one predicate}}
  tioga.purpose p []
}

// -----

sts.system @purpose_c2_type async {
  // expected-error @below {{'tioga.purpose' op step: '1' is int, expected bool}}
  tioga.purpose p [#tioga.expr<"1">]
}

// -----

sts.system @syntax_of_labels async {
  // expected-error @below {{expected 'input', 'output' or 'internal', found 'inner'}}
  tioga.label go inner
}
