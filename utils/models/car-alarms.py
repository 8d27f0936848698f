#!/usr/bin/env python3
#===- car-alarms.py - Several car alarms side by side ---------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
"""Prints N car alarms that run in parallel and share nothing: 16 to the power of N
combinations of locations. All but the first are locked against mutation.

They are made from docs/examples/car-alarm/car-alarm.tioga.
"""

import argparse
import pathlib
import re

MODEL = pathlib.Path(__file__).resolve().parents[2] / "docs/examples/car-alarm/car-alarm.tioga"
LABELS = re.compile(r"\bon (\w+)([?!])")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("alarms", type=int)
    args = parser.parse_args()
    text = MODEL.read_text()
    inputs = re.search(r"input ([^;]*);", text).group(1).split(", ")
    outputs = re.search(r"output ([^;]*);", text).group(1).split(", ")
    body = re.search(r"automaton Alarm \{.*?\n  \}\n", text, re.S).group(0)
    body = re.sub(r" stems \w+", "", body)
    numbers = range(1, args.alarms + 1)
    print(f"/// {args.alarms} car alarms that share nothing.\nsystem CarAlarms {{")
    for kind, names in (("input", inputs), ("output", outputs)):
        print(f"  {kind} " + ", ".join(f"{name}{n}" for n in numbers for name in names)
              + ";")
    for n in numbers:
        alarm = LABELS.sub(rf"on \g<1>{n}\2", body)
        alarm = alarm.replace("automaton Alarm", f"automaton Alarm{n}")
        if n > 1:
            alarm = re.sub(r"\n    (init|location|edge)\b", r"\n    locked \1", alarm)
        print("\n" + alarm, end="")
    print("}")


if __name__ == "__main__":
    main()
