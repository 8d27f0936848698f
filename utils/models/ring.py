#!/usr/bin/env python3
#===- ring.py - A timed automaton of any size -----------------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
"""Prints a ring of N locations: inputs and outputs in turn, each with its own times.

With --megabytes=M, instead, as many locations as make M megabytes of text.
"""

import argparse
import sys


def write_location(index, size):
    yield f"    {'init ' if index == 0 else ''}location L{index} {{ invariant x <= {5 + index % 7}; }}\n" \
        if index % 2 else f"    {'init ' if index == 0 else ''}location L{index};\n"
    following = (index + 1) % size
    if index % 2:
        yield (f"    edge L{index} -> L{following} on tell{index % 4}! "
               f"when x >= {index % 5} reset x;\n")
    else:
        yield f"    edge L{index} -> L{following} on ask{index % 4}? reset x;\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("locations", type=int, nargs="?", default=8)
    parser.add_argument("--megabytes", type=int)
    args = parser.parse_args()
    size = args.locations
    if args.megabytes:
        sample = "".join(line for index in (100_000, 100_001)
                         for line in write_location(index, 1_000_000))
        size = args.megabytes * 1_000_000 * 2 // len(sample)
    size += size % 2
    write = sys.stdout.write
    write("system Ring {\n  input ask0, ask2;\n  output tell1, tell3;\n")
    write("  automaton Main {\n    clock x;\n")
    for index in range(size):
        for line in write_location(index, size):
            write(line)
    write("  }\n}\n")


if __name__ == "__main__":
    main()
