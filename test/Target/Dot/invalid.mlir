// RUN: tioga-translate --export-dot --verify-diagnostics --allow-unregistered-dialect %s

// expected-error @below {{there is no picture of this operation}}
"other.op"() : () -> ()
