#!/usr/bin/env python3
#===- reach.py - Rates of reachability ------------------------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
"""Explores generated models and prints how fast zones come and what they take.

`rate` is transitions per second of processor time, without the time that it takes to read
the model, both the least of several runs; `memory` is what is stored for the symbolic states, divided by the bits
of their matrices.
"""

import argparse
import json
import os
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODELS = [("fischer", (7, 8)), ("csma-cd", (5, 6)), ("fddi", (10, 11))]


def explore(tioga, path, *options):
    """The statistics of an exploration and the processor time that it took."""
    command = [tioga, "reach", path, "--goal=false", "--format=json", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        output = process.stdout.read()
        usage = os.wait4(process.pid, 0)[2]
        process.returncode = 0
    return json.loads(output), usage.ru_utime + usage.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", type=pathlib.Path, default=ROOT / "build" / "bin")
    parser.add_argument("--runs", type=int, default=5)
    args = parser.parse_args()
    print(f"{'model':<12} {'states':>8} {'transitions':>12} {'rate':>12} {'memory':>7}")
    with tempfile.TemporaryDirectory() as scratch:
        for name, sizes in MODELS:
            for size in sizes:
                path = pathlib.Path(scratch) / f"{name}.tioga"
                generator = ROOT / "utils" / "models" / f"{name}.py"
                text = subprocess.run(["python3", generator, str(size)], check=True,
                                      stdout=subprocess.PIPE).stdout
                path.write_bytes(text)
                tioga = args.bin / "tioga"
                reading, exploring = [], []
                for _ in range(args.runs):
                    reading.append(explore(tioga, path, "--max-states=1")[1])
                    result, seconds = explore(tioga, path)
                    exploring.append(seconds)
                rate = result["transitions"] / max(min(exploring) - min(reading), 0.01)
                memory = result["storedBytes"] / result["matrixBytes"]
                print(f"{name + ' ' + str(size):<12} {result['states']:>8} "
                      f"{result['transitions']:>12} {rate:>12,.0f} {memory:>7.2f}")


if __name__ == "__main__":
    main()
