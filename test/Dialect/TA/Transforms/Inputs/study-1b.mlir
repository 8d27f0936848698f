ta.network @N {
  tioga.label a output
  tioga.label b output
  ta.automaton @A initial @p {
    tioga.clock x
    ta.location @p
    ta.location @q
    ta.edge @p -> @q send a guard "0 < x && x < 1"
    ta.edge @p -> @p send b guard "x == 1" do "x := 0"
    ta.edge @q -> @p silent guard "x == 1" do "x := 0"
    ta.edge @q -> @q send a guard "0 < x && x < 1"
  }
}
