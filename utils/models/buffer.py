#!/usr/bin/env python3
#===- buffer.py - A FIFO buffer with several counters ---------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
"""Prints the contract of a FIFO buffer with some counters, sound or with a fault.

The counters fill one after another and empty in the opposite order. Their ranges are
two wider at both ends, so that a fault contradicts another requirement and not the
type.

Fault 1: dequeuing decreases the counter of the empty buffer.
Fault 2: the requirements about power contradict each other when enqueuing.
Fault 3: enqueuing increases the counter of the full buffer.
"""

import argparse


def write_behaviour(m, n, fault):
    ks = [f"k{i}" for i in range(1, m + 1)] if m > 1 else ["k"]
    each = lambda fmt: " && ".join(fmt.format(k) for k in ks)

    def changed(i, change):
        return " && ".join(f"{k}' == {k}" + (change if j == i else "")
                           for j, k in enumerate(ks))

    flags = "".join(f" && !used{i}'" for i in range(1, m + 1)) if m > 1 else ""
    yield f"  initially R0: {each('{}' + chr(39) + ' == 0')}{flags} && E' && !F';"
    number = lambda name, i: f"{name}.{i + 1}" if m > 1 else name
    for i, k in enumerate(ks):
        last = fault == 3 and i == m - 1
        full = "".join(f"{j} == {n} && " for j in ks[:i])
        yield (f"  require {number('R1', i)}: assume enq' && !deq' && {full}{k} "
               f"{'<=' if last else '<'} {n} guarantee {changed(i, ' + 1')};")
    for i, k in enumerate(ks):
        low = fault == 1 and i == 0
        empty = "".join(f" && {j} == 0" for j in ks[i + 1:])
        yield (f"  require {number('R2', i)}: assume !enq' && deq' && {k} "
               f"{'>=' if low else '>'} 0{empty} guarantee {changed(i, ' - 1')};")
    zero = each("{}' == 0")
    top = each("{}' == " + str(n))
    yield f"  require R3: guarantee {zero} <=> E';"
    yield f"  require R4: guarantee {top} <=> F';"
    yield ("  require R5: assume (enq' <=> deq') || (enq' && F) || (deq' && E) "
           f"guarantee {changed(None, '')};")
    for i in range(1, m + 1) if m > 1 else []:
        yield f"  require R6.{i}: guarantee used{i}' <=> k{i}' > 0;"


def write_power(m, fault):
    more = "".join(f" + (if used{i} then 1 else 0)" for i in range(1, m + 1)) \
        if m > 1 else ""
    limit = "2" if m == 1 else "1" + more
    idle = "!deq'" if fault == 2 else "!enq' && !deq'"
    least = "pc' >= 1 && " if fault == 2 else ""
    yield "  view Power {"
    yield f"    output pc : 0..{m + 2};"
    yield "    initially P1.1: assume !enq' && !deq' guarantee pc' == 0;"
    yield "    initially P2.1: assume enq' || deq' guarantee pc' <= 1;"
    yield f"    require P1.2: assume {idle} guarantee pc' == 0;"
    yield (f"    require P2.2: assume enq' || deq' guarantee {least}pc' <= "
           f"{limit};")
    yield "  }"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("counters", type=int)
    parser.add_argument("fault", type=int, nargs="?", default=0)
    parser.add_argument("--places", type=int, default=150)
    args = parser.parse_args()
    m, n = args.counters, args.places // args.counters
    print(f"contract Buffer{m}Fault{args.fault} {{")
    print("  input enq, deq : bool;")
    print("  output E, F : bool;")
    ks = ", ".join(f"k{i}" for i in range(1, m + 1)) if m > 1 else "k"
    print(f"  hidden {ks} : -2..{n + 2};")
    if m > 1:
        print("  hidden " + ", ".join(f"used{i}" for i in range(1, m + 1)) + " : bool;")
    print("\n".join(write_behaviour(m, n, args.fault)))
    print("\n".join(write_power(m, args.fault)))
    print("}")


if __name__ == "__main__":
    main()
