"""Seeds faults into a program and lets tioga debug find them.

seed_faults.py MODEL SUITE DIR STEP: plays every STEP-th mutant of MODEL, records the
runs of SUITE that fail, and asks for diagnoses with and without the program. The
mutant that was played must be among them in both cases.
"""

import json
import pathlib
import subprocess
import sys

model, suite, scratch, step = sys.argv[1:]
campaign = json.loads((pathlib.Path(suite) / "campaign.json").read_text())
killed = [each["id"] for each in campaign["results"] if each["status"] == "killed"]
sizes = [0, 0]
seeded = killed[:: int(step)]
for number, mutant in enumerate(seeded):
    sut = f"tioga serve {model} --mutant={mutant}"
    record = pathlib.Path(scratch) / str(number)
    subprocess.run(["tioga", "run", suite, f"--sut={sut}", f"--record={record}"],
                   stdout=subprocess.DEVNULL)
    failed = [str(path) for path in sorted(record.iterdir())
              if " # fail" in path.read_text() or " # primary fail" in path.read_text()]
    if not failed:
        sys.exit(f"{mutant}: no test fails")
    for position, target in enumerate([[], [f"--sut={sut}"]]):
        command = ["tioga", "debug", model, "--failing", failed[0], *target,
                   "--format=json"]
        answer = json.loads(subprocess.run(command, check=True, text=True,
                                           stdout=subprocess.PIPE).stdout)
        ids = [each["id"] for each in answer["diagnoses"]]
        if mutant not in ids:
            sys.exit(f"{mutant} is not a diagnosis: {' '.join(command)}")
        sizes[position] += len(ids)
if sizes[1] > sizes[0]:
    sys.exit("running tests does not narrow the diagnoses")
print(f"{len(seeded)} faults found")
