// RUN: tioga-opt --convert-ta-to-sts --split-input-file --verify-diagnostics %s

// The control variable of an automaton has the automaton's name.
ta.network @Clash {
  // expected-note @below {{the variable is declared here}}
  tioga.var A : !tioga.int
  // expected-error @below {{'A' has the name of a variable}}
  ta.automaton @A initial @P {
    ta.location @P
  }
}
