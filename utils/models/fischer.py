#!/usr/bin/env python3
#===- fischer.py - Fischer's mutual exclusion protocol --------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
"""Prints Fischer's protocol for N processes with delay K.

Two processes are never in the critical section together: the goal
`P1.Critical && P2.Critical` is not reachable.
"""

import argparse


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("processes", type=int)
    parser.add_argument("delay", type=int, nargs="?", default=10)
    args = parser.parse_args()
    n, k = args.processes, args.delay
    instances = ", ".join(f"P{i} = Process({i})" for i in range(1, n + 1))
    print(f"""/// Fischer's protocol: {n} processes, one shared variable, no semaphore.
system Fischer {{
  var turn : 0..{n} = 0;

  automaton Process(id : 1..{n}) {{
    clock x;

    init location Idle;
    location Request {{ invariant x <= {k}; }}
    location Wait;
    location Critical;

    edge Idle -> Request silent when turn == 0 reset x;
    edge Request -> Wait silent when x <= {k} reset x do turn := id;
    edge Wait -> Request silent when turn == 0 reset x;
    edge Wait -> Critical silent when x > {k} && turn == id;
    edge Critical -> Idle silent do turn := 0;
  }}

  instance {instances};
}}""")


if __name__ == "__main__":
    main()
