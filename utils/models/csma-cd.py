#!/usr/bin/env python3
#===- csma-cd.py - Stations on a shared medium ----------------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
"""Prints N stations that share a bus and detect collisions (CSMA/CD).

The bus needs 26 time units from end to end, a transmission 808. After 52 time
units a sender has the bus for itself: `S1.Transm && S1.x >= 52 && S2.Transm` is
not reachable.
"""

import argparse


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("stations", type=int)
    n = parser.parse_args().stations
    names = ", ".join(f"S{i} = Station(begin{i}, end{i}, busy{i})" for i in range(1, n + 1))
    labels = ", ".join(f"{name}{i}" for name in ("begin", "end", "busy")
                       for i in range(1, n + 1))
    print(f"""/// {n} stations on one bus.
system CsmaCd {{
  internal {labels};
  broadcast internal collide;

  automaton Station(label begin, label end, label busy) {{
    clock x;

    init location Wait;
    location Transm {{ invariant x <= 808; }}
    location Retry {{ invariant x < 52; }}

    edge Wait -> Transm on begin! reset x;
    edge Wait -> Retry on busy? reset x;
    edge Wait -> Wait on collide? reset x;
    edge Wait -> Retry on collide? reset x;
    edge Transm -> Wait on end! when x == 808 reset x;
    edge Transm -> Retry on collide? when x < 52 reset x;
    edge Retry -> Transm on begin! when x < 52 reset x;
    edge Retry -> Retry on collide? when x < 52 reset x;
  }}

  automaton Bus {{
    clock y;

    init location Idle;
    location Active;
    location Collision {{ invariant y < 26; }}
""")
    for i in range(1, n + 1):
        print(f"""    edge Idle -> Active on begin{i}? reset y;
    edge Active -> Idle on end{i}? reset y;
    edge Active -> Collision on begin{i}? when y < 26 reset y;
    edge Active -> Active on busy{i}! when y >= 26;""")
    print(f"""    edge Collision -> Idle on collide! when y < 26 reset y;
  }}

  instance {names};
}}""")


if __name__ == "__main__":
    main()
