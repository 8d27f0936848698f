"""Judges logs by a monitor in C and by `tioga replay`.

usage: compare_monitor.py MONITOR MODEL DIRECTORY
"""

import random
import re
import subprocess
import sys

monitor, model, directory = sys.argv[1:]
logs = forbidden = different = 0
for seed in range(1, 13):
    walk = subprocess.run(["tioga", "sim", model, "--random", "--steps=14",
                           f"--seed={seed}"], text=True, stdout=subprocess.PIPE).stdout
    lines = [line.split("#")[0].split("@")[0].strip() for line in walk.splitlines()]
    lines = [line for line in lines if line and "/" not in line]
    random.seed(seed)
    changed = list(lines)
    at = random.randrange(len(changed))
    delay, *rest = changed[at].split()
    changed[at] = " ".join([str(float(delay) + random.choice([0.5, 1, 40])), *rest])
    for each in lines, changed:
        path = f"{directory}/walk.trace"
        with open(path, "w") as file:
            file.write("\n".join(each) + "\n")
        with open(path) as file:
            by_monitor = subprocess.run([monitor], stdin=file,
                                        stdout=subprocess.DEVNULL).returncode
        by_model = subprocess.run(["tioga", "replay", path, "--model=" + model],
                                  stdout=subprocess.DEVNULL).returncode
        logs += 1
        # An input that is not specified is no failure of the system.
        allowed = by_model in (0, 20)
        forbidden += not allowed
        if by_model != 20 and (by_monitor == 0) != allowed:
            print("".join(line + "\n" for line in each), by_monitor, by_model)
            different += 1
print(f"{logs} logs, {forbidden} of them forbidden, {different} differ")
