"""Kills campaigns at random moments and resumes them.

kill_and_resume.py MODEL DIR: the results must be those of a campaign that was left
alone, each mutant decided once, whatever was killed.
"""

import json
import pathlib
import random
import shutil
import subprocess
import sys
import time

model, scratch = sys.argv[1:]
scratch = pathlib.Path(scratch)
shutil.rmtree(scratch, ignore_errors=True)
command = ["tioga", "testgen", model, "-o"]


def read(directory):
    campaign = json.loads((directory / "campaign.json").read_text())
    results = [{key: value for key, value in each.items() if key != "seconds"}
               for each in campaign["results"]]
    return results, (directory / "suite.mlir").read_text()


start = time.monotonic()
subprocess.run([*command, scratch / "whole"], check=True, stdout=subprocess.DEVNULL)
seconds = time.monotonic() - start
expected = read(scratch / "whole")
random.seed(7)
kills = 0
for round in range(2):
    directory = scratch / f"killed{round}"
    for attempt in range(4):
        process = subprocess.Popen([*command, directory, "--resume"],
                                   stdout=subprocess.DEVNULL)
        try:
            process.wait(random.uniform(0.02, seconds))
        except subprocess.TimeoutExpired:
            process.kill()
            kills += process.wait() == -9
        journal = directory / "journal.jsonl"
        if not journal.exists():
            continue
        # Whole or not at all: what is there can be read.
        if (directory / "campaign.json").exists():
            json.loads((directory / "campaign.json").read_text())
    subprocess.run([*command, directory, "--resume"], check=True,
                   stdout=subprocess.DEVNULL)
    if read(directory) != expected:
        sys.exit(f"{directory} differs from {scratch / 'whole'}")
    decided = []
    for line in journal.read_text().splitlines():
        try:
            decided.append(json.loads(line)["mutant"])
        except json.JSONDecodeError:
            pass
    if sorted(decided) != sorted(each["id"] for each in expected[0]):
        sys.exit(f"{directory}: a mutant is lost or was decided twice")
if not kills:
    sys.exit("no campaign was killed")
print("resumed")
