#!/usr/bin/env python3
#===- driver.py - What generated C costs ----------------------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
"""Measures the C that a suite becomes: the cost of one step of the driver, and the
code and data of the runtime and of one test on a Cortex-M3. Prints a JSON object.

usage: driver.py TIOGA MODEL DIRECTORY
"""

import json
import pathlib
import shutil
import subprocess
import sys

# Runs the suite against its model until enough steps are counted; what the model
# itself costs is measured by the same steps without a test.
MAIN = r"""
#define main host_main
#include "host_main.c"
#undef main
#include <time.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

int main(void) {
  static const tioga_adapter adapter = {&w, send_input, poll_output, read_clock};
  unsigned long long steps = 0, tests = 0;
  double spent = 0, start = now();
  unsigned round;
  for (round = 0; round < 200; round++) {
    unsigned i;
    for (i = 0; i < SUITE_NUM_TESTS; i++) {
      tioga_verdict verdict = TIOGA_RUNNING;
      w.now = 0;
      w.has_output = false;
      tioga_model_start(&w.sut, &model, 0, TIOGA_MODEL_EARLIEST);
      tioga_start(&run, &suite_tests[i], &adapter, TIOGA_EARLIEST, 1);
      while (verdict == TIOGA_RUNNING) {
        double before;
        if (!w.has_output) {
          tioga_duration wait = tioga_next_time(&run);
          w.now += (tioga_time)tioga_model_advance(&w.sut, wait, &w.has_output,
                                                   &w.output);
        }
        before = now();
        verdict = tioga_step(&run);
        spent += now() - before;
        steps++;
      }
      tests++;
    }
  }
  start = now() - start;
  {
    double clock = now(), empty = 0;
    unsigned long long i;
    for (i = 0; i < steps; i++) {
      double before = now();
      empty += now() - before;
    }
    (void)clock;
    spent -= empty;
  }
  printf("{\"step_ns\": %.1f, \"tests_per_second\": %.0f, \"run_bytes\": %zu}\n",
         spent / (double)steps, (double)tests / (start * 1e-9), sizeof run);
  return 0;
}
"""


def get_sizes(directory, source, tests):
    """Code and data of the runtime and, of the rest, per test."""
    subprocess.run(["arm-none-eabi-gcc", "-std=c99", "-Os", "-mcpu=cortex-m3", "-mthumb",
                    "-ffreestanding", "-c", source], cwd=directory, check=True)
    text, data, bss = subprocess.run(
        ["arm-none-eabi-size", source.replace(".c", ".o")], cwd=directory, check=True,
        text=True, stdout=subprocess.PIPE).stdout.splitlines()[1].split()[:3]
    return {"code and constants": round(int(text) / tests),
            "data": round((int(data) + int(bss)) / tests)}


def main():
    tioga, model, scratch = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    shutil.rmtree(scratch, ignore_errors=True)
    def run(*command):
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)

    run(tioga, "testgen", model, "--test-per-mutant", "--reduce=none", "-o",
        str(scratch / "suite"))
    run(tioga, "compile", str(scratch / "suite"), "--emit=c", "--time-bits=32",
        "--ticks-per-unit=10", "--model=" + model, "-o", str(scratch / "c"))
    (scratch / "c" / "bench_main.c").write_text(MAIN)
    subprocess.run(["cc", "-O2", "-D_POSIX_C_SOURCE=200809L", "bench_main.c", "suite.c",
                    "model.c", "tioga_rt.c", "tioga_model.c", "-o", "bench"],
                   cwd=scratch / "c", check=True)
    result = json.loads(subprocess.run([scratch / "c" / "bench"], check=True, text=True,
                                       stdout=subprocess.PIPE).stdout)
    campaign = json.loads((scratch / "suite" / "campaign.json").read_text())
    result["tests"] = len(campaign["suite"])
    if shutil.which("arm-none-eabi-gcc"):
        result["runtime"] = get_sizes(scratch / "c", "tioga_rt.c", 1)
        result["per test"] = get_sizes(scratch / "c", "suite.c", result["tests"])
    print(json.dumps(result))


if __name__ == "__main__":
    main()
