ta.network @N {
  tioga.label a output
  ta.automaton @A initial @l0 {
    tioga.clock x
    ta.location @l0
    ta.location @l1
    ta.location @l2
    ta.location @l3 {accepting}
    ta.edge @l0 -> @l1 send a guard "x > 0"
    ta.edge @l0 -> @l2 send a guard "x > 0"
    ta.edge @l1 -> @l0 send a do "x := 0"
    ta.edge @l2 -> @l3 send a guard "x == 1"
    ta.edge @l3 -> @l0 silent do "x := 0"
  }
}
