// A lamp that goes on at most 2 time units after it was pressed, with a
// brightness from 0 to 9.
module {
  test.case @goesOn initial @s0 attributes {stems = ["R1"]} {
    tioga.label press input
    tioga.label on output(level : !tioga.range<0, 9>)
    tioga.label off output
    tioga.clock x
    test.state @s0
    test.state @s1 deadline "x <= 2" otherwise @late
    test.state @done verdict pass {reason = "it shines"}
    test.state @odd verdict inconclusive {reason = "off without being on"}
    test.state @late verdict fail {reason = "it stays dark"}
    test.move @s0 -> @s1 send press guard "x >= 1" do "x := 0"
    test.move @s1 -> @done expect on guard "level > 2"
    test.move @s1 -> @odd expect off
  }
  test.case @staysDark initial @s0 {
    tioga.label press input
    tioga.label on output(level : !tioga.range<0, 9>)
    tioga.label off output
    tioga.clock x
    test.state @s0
    test.state @done verdict pass {reason = "dark for five time units"}
    test.move @s0 -> @done elapse guard "x >= 5"
  }
}
