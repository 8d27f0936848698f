// RUN: tioga-translate --export-tioga --split-input-file --verify-diagnostics %s

// What the language has no words for.

// expected-error @+1 {{the modelling language has no words for 'builtin.module'}}
module @Inner {
}
module @Second {
}

// -----

contract.interface @C {
  // expected-error @+1 {{'now' is used for ticks, but the language has only hidden integers for that}}
  tioga.var hidden now : !tioga.range<0, 9>
  contract.ticks explicit "now"
}
