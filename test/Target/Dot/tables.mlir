// RUN: tioga-translate --export-dot %s | FileCheck %s
// RUN: %if dot %{ tioga-translate --export-dot %s | dot -Tsvg -o %t.svg %}

// Actions are a table.
// CHECK-LABEL: digraph "Tank" {
// CHECK:         "actions" [label=<<table
// CHECK-SAME:    level : 0..10
// CHECK-SAME:    <font color="#1155cc">fill?(n)</font>
// CHECK-SAME:    level + n &lt;= 10
// CHECK-SAME:    level := level + n
// CHECK-SAME:    <font color="#777777">leak</font>
// CHECK-SAME:    when level &gt; 5
// CHECK-SAME:    orelse
action.system @Tank {
  tioga.var level : !tioga.range<0, 10>
  tioga.label fill input(n : !tioga.range<0, 10>)
  action.action @fill on fill guard "level + n <= 10" {
    action.assign "level := level + n"
  }
  action.action @leak internal {
    action.choice prioritised {
      action.require "level > 5"
      action.assign "level := level - 2"
    }, {
      action.assign "level := level - 1"
    }
  }
}

// Where all of them ask for the value of one enumeration, they are an automaton.
// CHECK-LABEL: digraph "Door" {
// CHECK-NOT:     place :
// CHECK:         "Open" [label=<{{.*}}<b>Open</b>
// CHECK:         "Closed" [label=<{{.*}}c &lt;= 3
// CHECK:         "initial 1" -> "Closed";
// CHECK:         "Open" -> "Closed" [label=<{{.*}}close?{{.*}}c := 0{{.*}}>, color="#1155cc"];
// CHECK:         "Closed" -> "Open" [label=<{{.*}}draught{{.*}}n &gt; 1{{.*}}>, color="#777777", style=dashed];
action.system @Door {
  tioga.var place : !tioga.enum<Place, [Open, Closed]> = "Place::Closed"
  tioga.var n : !tioga.int
  tioga.clock c
  tioga.label close input
  action.invariant "place == Place::Closed => c <= 3"
  action.action @close on close guard "place == Place::Open" resets ["c"] {
    action.assign "place := Place::Closed"
  }
  action.action @draught internal guard "place == Place::Closed && n > 1" {
    action.assign "place := Place::Open"
  }
}

// CHECK-LABEL: digraph "Buffer" {
// CHECK:         "contracts" [label=<<table
// CHECK-SAME:    hidden k : 0..2
// CHECK-SAME:    <b>R0 (initially)</b>
// CHECK-SAME:    enq' &amp;&amp; k &lt; 2
// CHECK-SAME:    <b>frame</b>
// CHECK-SAME:    view Power
// CHECK-SAME:    <b>P1</b>
// CHECK:         "signal enq" -> "contracts" [color="#1155cc"];
// CHECK:         "contracts" -> "signal E" [color="#38761d"];
contract.interface @Buffer {
  tioga.var input enq : !tioga.bool
  tioga.var output E : !tioga.bool
  tioga.var hidden k : !tioga.range<0, 2>
  contract.view @Power
  contract.initially "R0" guarantee "k' == 0"
  contract.require "R1" assume "enq' && k < 2" guarantee "k' == k + 1"
  contract.require "P1" in @Power guarantee "E' <=> k' == 0"
  contract.frame ["k"]
}
