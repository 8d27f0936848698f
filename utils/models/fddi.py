#!/usr/bin/env python3
#===- fddi.py - Stations on a token ring ----------------------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
"""Prints N stations on a ring with one token (FDDI).

Who gets the token sends urgent messages for 20 time units; the rest of its time of
50 N since it last got the token, if there is any, is for others. Each station measures
every second round by one clock and the rounds between them by another. Two stations
never send together: `S1.Urgent1 && S2.Urgent1` is not reachable.
"""

import argparse


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("stations", type=int)
    n = parser.parse_args().stations
    rotation = 50 * n
    stations = range(1, n + 1)
    labels = ", ".join(f"{name}{i}" for name in ("take", "release") for i in stations)
    instances = ", ".join(f"S{i} = Station(take{i}, release{i})" for i in stations)
    print(f"""/// {n} stations on a ring with one token.
system Fddi {{
  internal {labels};

  automaton Station(label take, label release) {{
    clock x, y, z;

    init location Idle1;
    location Urgent1 {{ invariant x <= 20; }}
    location Rest1 {{ invariant z <= {rotation}; }}
    location Idle2;
    location Urgent2 {{ invariant x <= 20; }}
    location Rest2 {{ invariant y <= {rotation}; }}

    edge Idle1 -> Urgent1 on take? reset x, y;
    edge Urgent1 -> Idle2 on release! when x >= 20 && z >= {rotation};
    edge Urgent1 -> Rest1 silent when x >= 20 && z < {rotation};
    edge Rest1 -> Idle2 on release!;
    edge Idle2 -> Urgent2 on take? reset x, z;
    edge Urgent2 -> Idle1 on release! when x >= 20 && y >= {rotation};
    edge Urgent2 -> Rest2 silent when x >= 20 && y < {rotation};
    edge Rest2 -> Idle1 on release!;
  }}

  automaton Ring {{
    clock t;
""")
    for i in stations:
        print(f"    {'init ' if i == 1 else ''}location To{i} {{ invariant t <= 0; }}\n"
              f"    location At{i};")
    print()
    for i in stations:
        print(f"    edge To{i} -> At{i} on take{i}!;\n"
              f"    edge At{i} -> To{i % n + 1} on release{i}? reset t;")
    print(f"""  }}

  instance {instances};
}}""")


if __name__ == "__main__":
    main()
