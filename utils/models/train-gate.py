#!/usr/bin/env python3
#===- train-gate.py - Trains before a bridge ------------------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
"""Prints N trains that approach a bridge with one track, and its controller.

The controller stops trains and lets them go in the order of their arrival. Two
trains are never on the bridge together: `T1.Cross && T2.Cross` is not reachable.
"""

import argparse


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("trains", type=int)
    n = parser.parse_args().trains
    labels = ", ".join(f"{name}{i}" for name in ("appr", "stop", "go", "leave")
                       for i in range(1, n + 1))
    print(f"/// {n} trains and one bridge.\nsystem TrainGate {{")
    print(f"  internal {labels};")
    print(f"  var waiting : array[{n}] of 0..{n} = [{', '.join(['0'] * n)}];")
    print(f"  var length : 0..{n} = 0;\n")
    for i in range(1, n + 1):
        print(f"""  automaton T{i} {{
    clock x;

    init location Safe;
    location Appr {{ invariant x <= 20; }}
    location Stop;
    location Start {{ invariant x <= 15; }}
    location Cross {{ invariant x <= 5; }}

    edge Safe -> Appr on appr{i}! reset x;
    edge Appr -> Cross silent when x >= 10 reset x;
    edge Appr -> Stop on stop{i}? when x <= 10 reset x;
    edge Stop -> Start on go{i}? reset x;
    edge Start -> Cross silent when x >= 7 reset x;
    edge Cross -> Safe on leave{i}! when x >= 3;
  }}
""")
    print("  automaton Gate {\n    init location Free;\n    location Occ;")
    for i in range(1, n + 1):
        print(f"    committed location Stop{i};")
    shift = ", ".join(f"waiting[{j}] := waiting[{j + 1}]" for j in range(n - 1))
    drop = (shift + ", " if shift else "") + f"waiting[{n - 1}] := 0, length := length - 1"
    for i in range(1, n + 1):
        print(f"""
    edge Free -> Occ on go{i}! when length > 0 && waiting[0] == {i};
    edge Free -> Occ on appr{i}? when length == 0 do waiting[0] := {i}, length := 1;
    edge Occ -> Free on leave{i}? when waiting[0] == {i} do {drop};""")
        for place in range(n):
            print(f"    edge Occ -> Stop{i} on appr{i}? when length == {place} "
                  f"do waiting[{place}] := {i}, length := length + 1;")
        print(f"    edge Stop{i} -> Occ on stop{i}!;")
    print("  }\n}")


if __name__ == "__main__":
    main()
