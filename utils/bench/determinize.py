#!/usr/bin/env python3
#===- determinize.py - How large determinized models are ------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
"""Prints sizes and times of determinization: locations, closure, seconds.

The graphs of the on-the-fly construction to depth 1,000, then the step-by-step
chain at the largest depths of the published tables (docs/SizeTables.md).
"""

import argparse
import pathlib
import re
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
CHAIN = ["--ta-rename-clocks", "--ta-fold-invariants", "--ta-remove-silent",
         "--ta-determinize"]


def measure(opt, passes, path):
    """Locations, what the pass said, seconds."""
    start = time.perf_counter()
    result = subprocess.run([opt, *passes, path], capture_output=True, text=True,
                            check=True)
    seconds = time.perf_counter() - start
    remark = re.search(r"remark: (.*)", result.stderr)
    return result.stdout.count("ta.location"), remark, seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", default=ROOT / "build" / "bin", type=pathlib.Path)
    parser.add_argument("--depth", type=int, default=1000)
    args = parser.parse_args()
    opt = args.bin / "tioga-opt"
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        drinks = scratch / "coffee.tioga"
        drinks.write_text(subprocess.run(
            ["python3", ROOT / "utils" / "models" / "coffee-network.py", "5"],
            capture_output=True, text=True, check=True).stdout)
        examples = ROOT / "docs" / "examples"
        models = {
            "study 1b": examples / "study-1" / "study-1b.tioga",
            "silent car alarm": examples / "car-alarm" / "car-alarm-silent.tioga",
            "coffee, 5 drinks": drinks,
        }
        compiled = {}
        for name, path in models.items():
            compiled[name] = scratch / (path.stem + ".mlir")
            subprocess.run([args.bin / "tioga", "compile", "--emit=mlir", path, "-o",
                            compiled[name]], check=True)
        print(f"{'model':20} {'depth':>6} {'locations':>10} {'seconds':>8}")
        for name, path in compiled.items():
            locations, remark, seconds = measure(
                opt, [f"--ta-determinize-otf=depth={args.depth}"], path)
            print(f"{name:20} {args.depth:6} {locations:10} {seconds:8.2f}  "
                  f"{remark.group(1)}")
        for name, depth in [("study 1b", 9), ("silent car alarm", 12)]:
            locations, _, seconds = measure(
                opt, [f"--ta-unfold=depth={depth}", *CHAIN], compiled[name])
            print(f"{name:20} {depth:6} {locations:10} {seconds:8.2f}  step by step")


if __name__ == "__main__":
    main()
