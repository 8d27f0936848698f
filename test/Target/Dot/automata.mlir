// RUN: tioga-translate --export-dot %s | FileCheck %s
// RUN: %if dot %{ tioga-translate --export-dot %s | dot -Tsvg -o %t.svg %}

// Automata are frames; initial, urgent and committed locations, invariants, guards
// and updates can be told apart, and so can inputs, outputs and silent edges.
// CHECK-LABEL: digraph "Lamp" {
// CHECK:         label=<<b>Lamp</b><br/><font point-size="10" color="#777777">n : 0..3 = 1</font>>
// CHECK:         subgraph "cluster_Switch" {
// CHECK:         <b>Switch</b>{{.*}}clock x
// CHECK:         "Switch.Off" [label=<&#160;<b>Off</b>&#160;>];
// CHECK:         "initial 1" -> "Switch.Off";
// CHECK:         "Switch.On" [label=<{{.*}}<font color="#990000">x &lt;= 5</font>{{.*}}>, peripheries=2];
// CHECK:         "Switch.Now" [label=<{{.*}}urgent{{.*}}>, fillcolor="#fff2cc"];
// CHECK:         "Switch.Must" [label=<{{.*}}committed{{.*}}>, fillcolor="#fde2d9"];
// CHECK:         "Switch.Off" -> "Switch.On" [label=<{{.*}}<b><font color="#1155cc">press?</font></b>{{.*}}<font color="#7f4f00">n &gt; 0</font>{{.*}}<font color="#333333">x := 0</font>{{.*}}>, color="#1155cc"];
// CHECK:         "Switch.On" -> "Switch.Now" [label=<{{.*}}<font color="#38761d">light!(level)</font>
// CHECK:         "Switch.Now" -> "Switch.Off" [color="#777777", style=dashed];
// CHECK:         "Switch.Must" -> "Switch.Off" [label=<{{.*}}restart
// CHECK:         subgraph "cluster_User" {
// CHECK:         <b>environment User</b>
// CHECK-SAME:    dashed
// Edges from a location to itself are one, with all labels.
// CHECK:         "User.Idle" -> "User.Idle" [label=<{{.*}}press!{{.*}}light?(level){{.*}}>, headport=e, tailport=e];
ta.network @Lamp {
  tioga.var n : !tioga.range<0, 3> = "1"
  tioga.label press input
  tioga.label light output(level : !tioga.int)
  ta.automaton @Switch initial @Off {
    tioga.clock x
    ta.location @Off
    ta.location @On invariant "x <= 5" {accepting}
    ta.location @Now {urgent}
    ta.location @Must {committed}
    ta.edge @Off -> @On receive press guard "n > 0" do "x := 0"
    ta.edge @On -> @Now send light
    ta.edge @Now -> @Off silent
    ta.edge @Must -> @Off silent {restart}
  }
  ta.automaton environment @User initial @Idle {
    ta.location @Idle
    ta.edge @Idle -> @Idle send press
    ta.edge @Idle -> @Idle receive light
  }
}

// A long condition is broken, and keeps its meaning.
// CHECK-LABEL: digraph "Long" {
// CHECK:         a + b + c &gt; 100000 &amp;&amp;</font>&#160;<br/>&#160;<font color="#7f4f00">(a &gt; 500 || b &gt; 500)
ta.network @Long {
  tioga.var a : !tioga.int
  tioga.var b : !tioga.int
  tioga.var c : !tioga.int
  ta.automaton @A initial @P {
    ta.location @P
    ta.location @Q
    ta.edge @P -> @Q silent guard "a + b + c > 100000 && (a > 500 || b > 500)"
  }
}

// CHECK-LABEL: digraph "System" {
// CHECK:         invariant n &gt; 0
// CHECK:         subgraph "cluster_C" {
// CHECK:         "C.P" [label=<{{.*}}urgent{{.*}}x &lt;= 3
// CHECK:         "C.P" -> "C.Q" [label=<{{.*}}beep!
// CHECK:         "transitions" [label=<<table
// CHECK-SAME:    n := n + 1
sts.system @System async dense {
  tioga.var n : !tioga.int = "1"
  tioga.clock x
  tioga.label beep output
  sts.control C [P, Q] initial P
  sts.urgent at C : P
  sts.invariant at C : P "x <= 3"
  sts.invariant "n > 0"
  sts.transition on beep [C : P -> Q]
  sts.transition internal do "n := n + 1"
}

// CHECK-LABEL: digraph "t1" {
// CHECK:         kills operator/mutant
// CHECK:         "s1" [label=<{{.*}}t &lt;= 5
// CHECK:         "s1" -> "fail" [label=<{{.*}}otherwise{{.*}}>, style=dashed];
// CHECK:         "pass" [label=<{{.*}}>, fillcolor="#d5ecd0"];
// CHECK:         "fail" [label=<{{.*}}>, fillcolor="#f8d3d0"];
// CHECK:         "s0" -> "s1" [label=<{{.*}}send press?
// CHECK:         "s1" -> "pass" [label=<{{.*}}expect light!{{.*}}t &gt;= 2
test.case @t1 initial @s0 attributes {mutants = ["operator/mutant"]} {
  tioga.label press input
  tioga.label light output
  tioga.clock t
  test.state @s0
  test.state @s1 deadline "t <= 5" otherwise @fail
  test.state @pass verdict pass
  test.state @fail verdict fail
  test.move @s0 -> @s1 send press do "t := 0"
  test.move @s1 -> @pass expect light guard "t >= 2"
}
