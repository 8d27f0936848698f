// RUN: tioga-opt %s --convert-ta-to-action --convert-action-to-ta --split-input-file --verify-diagnostics

ta.network @Two {
  // expected-note @below {{first automaton is here}}
  ta.automaton @A initial @P {
    ta.location @P
  }
  // expected-error @below {{is a second automaton: an action system has one location (the pass ta-product makes one automaton of several)}}
  ta.automaton @B initial @P {
    ta.location @P
  }
}

// -----

ta.network @Urgent {
  ta.automaton @A initial @P {
    // expected-error @below {{a location that is urgent has no counterpart in an action system}}
    ta.location @P {urgent}
  }
}

// -----

ta.network @Set {
  ta.automaton @A initial @P {
    tioga.clock x
    ta.location @P
    // expected-error @below {{sets clock 'x' to something else than 0, which actions cannot}}
    ta.edge @P -> @P silent do "x := 1"
  }
}

// -----

ta.network @Hidden {
  // expected-note @below {{which is declared here}}
  tioga.var n : !tioga.bool
  ta.automaton @A initial @P {
    // expected-error @below {{'n' hides a name of the network}}
    tioga.var n : !tioga.bool
    ta.location @P
  }
}

// -----

ta.network @Restart {
  ta.automaton @A initial @P {
    ta.location @P
    // expected-error @below {{a restart has no counterpart in an action system}}
    ta.edge @P -> @P silent {restart}
  }
}

// -----

// expected-error @below {{has no variable of an enumeration that could be the location}}
action.system @NoPlace {
  tioga.var n : !tioga.range<0, 3>
}

// -----

action.system @Anywhere {
  tioga.var place : !tioga.enum<E, [P, Q]>
  // expected-error @below {{does not say in which location it is possible: no variable of this system can be the location}}
  action.action @a internal {
  }
}

// -----

action.system @Computed {
  tioga.var place : !tioga.enum<E, [P, Q]>
  tioga.var next : !tioga.enum<E, [P, Q]>
  // expected-error @below {{does not lead to one location: no variable of this system can be the location}}
  action.action @a internal guard "place == E::P" {
    action.assign "place := next"
  }
}

// -----

action.system @Twice {
  tioga.var place : !tioga.enum<E, [P, Q]>
  // expected-error @below {{asks for the location in more than one way}}
  action.action @a internal guard "place == E::P && place != E::Q" {
  }
}

// -----

action.system @Global {
  tioga.var place : !tioga.enum<E, [P, Q]>
  tioga.clock c
  // expected-error @below {{does not have the form 'place == L => ...'}}
  action.invariant "c <= 5"
}

// -----

action.system @Params {
  tioga.var place : !tioga.enum<E, [P, Q]>
  // expected-error @below {{parameters of an internal action have no counterpart in an automaton}}
  action.action @a internal(n : !tioga.range<0, 3>) guard "place == E::P" {
  }
}

// -----

action.system @Body {
  tioga.var place : !tioga.enum<E, [P, Q]>
  // expected-error @below {{a composed body has no counterpart in an automaton}}
  action.action @a internal guard "place == E::P" {
    action.require "place == E::P"
  }
}

// -----

action.system @Ordered {
  tioga.var place : !tioga.enum<E, [P, Q]>
  action.action @a internal guard "place == E::P" {
  }
  // expected-error @below {{an order has no counterpart in an automaton}}
  action.order {
    action.perform @a
  }
}
