"""Compares what cppcheck's MISRA addon reports with the deviations that a page
gives reasons for.

usage: check-misra.py PAGE DIRECTORY,...
"""

import pathlib
import re
import subprocess
import sys

page, directories = sys.argv[1], sys.argv[2].split(",")
# Programs for hosts are no code for targets.
HOSTED = {"host_main.c", "library.c", "monitor_main.c"}
reported = {}
for directory in directories:
    files = [path.name for path in sorted(pathlib.Path(directory).glob("*.c"))
             if path.name not in HOSTED]
    run = subprocess.run(
        ["cppcheck", "--std=c99", "--addon=misra", "--enable=style", "-q", *files],
        cwd=directory, text=True, stderr=subprocess.STDOUT, stdout=subprocess.PIPE)
    for line in run.stdout.splitlines():
        if found := re.search(r"\[misra-c2012-(\d+\.\d+)\]", line):
            reported.setdefault(found.group(1), line)
assert reported, "the addon does not work: " + run.stdout
table = re.findall(r"^\| (\d+\.\d+(?:, \d+\.\d+)*) \| (.+) \|$",
                   pathlib.Path(page).read_text(), re.MULTILINE)
reasons = {rule for rules, _ in table for rule in rules.split(", ")}
for rule in sorted(reported.keys() - reasons):
    print("no reason:", reported[rule])
for rule in sorted(reasons - reported.keys()):
    print("no longer needed:", rule)
print(f"{len(reported.keys() - reasons)} rules without a reason,",
      f"{len(reasons - reported.keys())} reasons without need")
