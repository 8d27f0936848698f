"""Cuts the journal of a campaign anywhere and resumes it.

tear_journal.py MODEL DIR: whatever is left of the journal, the resumed campaign
ends with the same suite and each mutant decided once; resuming what is complete
adds nothing.
"""

import json
import pathlib
import random
import shutil
import subprocess
import sys

model, directory = sys.argv[1], pathlib.Path(sys.argv[2])
shutil.rmtree(directory, ignore_errors=True)
journal, suite = directory / "journal.jsonl", directory / "suite.mlir"


def campaign(*arguments):
    subprocess.run(["tioga", "testgen", model, "-o", directory, *arguments],
                   check=True, stdout=subprocess.DEVNULL)


def read():
    decided = []
    for line in journal.read_text().splitlines():
        try:
            decided.append(json.loads(line)["mutant"])
        except json.JSONDecodeError:
            pass
    return sorted(decided)


campaign()
whole, expected, decided = journal.read_bytes(), suite.read_text(), read()
first = whole.index(b"\n")
random.seed(11)
places = [0, 1, first - 1, first, first + 1, first + 2, len(whole) - 1]
places += [random.randrange(len(whole)) for _ in range(8)]
for place in places:
    journal.write_bytes(whole[:place])
    suite.unlink()
    campaign("--resume")
    if suite.read_text() != expected:
        sys.exit(f"cut after {place} bytes: another suite")
    if read() != decided:
        sys.exit(f"cut after {place} bytes: a mutant is lost or was decided twice")
size = journal.stat().st_size
campaign("--resume")
if journal.stat().st_size != size:
    sys.exit("a complete campaign was continued")
print(len(decided), "mutants,", len(places), "cuts")
