#!/usr/bin/env python3
#===- run-tests.py - Run lit and gtest, sum up ----------------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
"""Runs all tests of one or more build directories.

Each directory runs its FileCheck tests under lit and its GoogleTest programs by
themselves, several at a time. What fails is shown at once; the closing lines of
both come last, then `N passed, M failed` over everything.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import resource
import subprocess
import sys

LIT = "/usr/lib/llvm-19/build/utils/lit/lit.py"
SANITIZERS = {
    # LLVM's libraries are not instrumented: their arenas look poisoned.
    "ASAN_OPTIONS": "allow_user_poisoning=0:detect_leaks=0",
    "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1",
}


def run_lit(build):
    """Returns (passed, failed, summary)."""
    command = ["/usr/bin/python3", LIT, "-sv", str(build / "test")]
    result = subprocess.run(command, text=True, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT)
    counts = {name: int(number) for name, number in
              re.findall(r"^\s+([A-Z][\w ]+?)\s*:\s*(\d+)", result.stdout, re.M)}
    passed = counts.get("Passed", 0) + counts.get("Expectedly Failed", 0)
    failed = sum(counts.get(kind, 0) for kind in
                 ("Failed", "Unresolved", "Timed Out", "Unexpectedly Passed"))
    if result.returncode and not failed:
        failed = 1
    if failed:
        print(result.stdout, flush=True)
    at = result.stdout.rfind("Testing Time")
    return passed, failed, result.stdout[at:].strip() if at >= 0 else result.stdout.strip()


def run_gtest(program):
    result = subprocess.run([str(program), "--gtest_brief=1"], text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            cwd=program.parent, env={**os.environ, **SANITIZERS})
    total = re.search(r"^\[=+\] (\d+) tests? from .* ran\.", result.stdout, re.M)
    bad = re.search(r"^ *(\d+) FAILED TESTS?", result.stdout, re.M)
    failed = int(bad.group(1)) if bad else int(result.returncode != 0)
    passed = max(0, (int(total.group(1)) if total else 0) - failed)
    closing = [line for line in result.stdout.splitlines()
               if line.startswith("[==========]") or line.startswith("[  PASSED  ]")
               or "FAILED TEST" in line]
    if failed:
        print(result.stdout, flush=True)
    return passed, failed, f"{program.name}: " + " ".join(closing)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("builds", nargs="+", type=pathlib.Path)
    builds = parser.parse_args().builds
    # Instrumented frames are many times larger: nesting that fits otherwise needs
    # more stack than the usual 8 MiB.
    hard = resource.getrlimit(resource.RLIMIT_STACK)[1]
    resource.setrlimit(resource.RLIMIT_STACK, (min(256 << 20, hard) if hard >= 0
                                               else 256 << 20, hard))
    passed = failed = 0
    summaries = []
    for build in builds:
        good, bad, summary = run_lit(build.resolve())
        passed, failed = passed + good, failed + bad
        summaries.append(f"-- lit, {build}:\n{summary}")
        programs = sorted((build.resolve() / "test" / "Unit").glob("*Tests"))
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            results = list(pool.map(run_gtest, programs))
        summaries.append(f"-- gtest, {build}:\n" + "\n".join(r[2] for r in results))
        passed += sum(r[0] for r in results)
        failed += sum(r[1] for r in results)
    print("\n".join(summaries))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
