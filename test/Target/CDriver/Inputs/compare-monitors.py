"""Compares a monitor in C with `tioga monitor` on random logs of the buffer."""

import random
import re
import subprocess
import sys

contract, monitor = sys.argv[1:]
random.seed(7)
counts = {"pass": 0, "fail": 0}
for _ in range(25):
    full, log = 0, []
    for step in range(6):
        enq, deq = random.random() < 0.6, random.random() < 0.4
        if step and enq and not deq:
            full = min(full + 1, 2)
        elif step and deq and not enq:
            full = max(full - 1, 0)
        values = {
            "enq": enq,
            "deq": deq,
            "E": (full == 0) != (random.random() < 0.05),
            "F": (full == 2) != (random.random() < 0.05),
        }
        text = " ".join(f"{k}={str(v).lower()}" for k, v in values.items())
        log.append(f"{text} pc={random.randint(0, 2) if enq or deq else 0}\n")
    results = []
    for command in ([monitor], ["tioga", "monitor", contract, "-"]):
        run = subprocess.run(
            command, input="".join(log), capture_output=True, text=True
        )
        verdict = re.match(r"pass|fail: step \d+", run.stdout)
        results.append((verdict.group(0), run.returncode))
    assert results[0] == results[1], (results, log)
    counts[results[0][0][:4]] += 1
assert min(counts.values()) >= 5, counts
