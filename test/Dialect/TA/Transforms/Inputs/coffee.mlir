ta.network @Coffee {
  tioga.label coin input
  tioga.label beep output
  tioga.label coffee output
  tioga.label refund output
  ta.automaton @Machine initial @q0 {
    tioga.clock x
    tioga.clock y
    ta.location @q0
    ta.location @q1
    ta.location @q2 invariant "x < 2"
    ta.location @q3 invariant "y <= 1"
    ta.location @q4 invariant "x < 4"
    ta.edge @q0 -> @q1 receive coin do "x := 0"
    ta.edge @q1 -> @q2 send beep guard "0 < x && x < 3"
    ta.edge @q1 -> @q4 send beep guard "x == 2"
    ta.edge @q2 -> @q3 silent guard "1 < x" do "y := 0"
    ta.edge @q3 -> @q1 send coffee guard "y == 1"
    ta.edge @q4 -> @q1 send refund
  }
}
