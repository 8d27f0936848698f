"""Compares what a suite does to the mutants in C with what its campaign says.

usage: check-contract.py MODEL SUITE MATRIX...

Each matrix is the output of `--all-mutants` for another policy. A mutant that fails its
test under none of them must leave a choice: that it does is proved for each.
"""

import json
import sys
import tempfile

from contract_choice import leaves_choice

model, suite, *matrices = sys.argv[1:]
campaign = json.load(open(suite + "/campaign.json"))
names = [test["name"] for test in campaign["suite"]]
fails = {}
for path in matrices:
    for line in open(path):
        number, letters, name = line.split()
        assert len(letters) == len(names) and set(letters) <= {"P", "F"}, line
        if number == "0":
            assert set(letters) == {"P"}, "the contract fails its own tests"
        else:
            found = fails.setdefault(name, set())
            found.update(test for test, letter in zip(names, letters) if letter == "F")


failing = passing = wrong = 0
choosing = []
for result in campaign["results"]:
    found = fails[result["id"]]
    if "test" in result:
        failing += result["test"] in found
        if result["test"] not in found:
            choosing.append(result["id"])
    elif result["status"] == "equivalent":
        # One without an answer is silent, which fails.
        passing += not found
with tempfile.TemporaryDirectory() as directory:
    for id in choosing:
        if not leaves_choice(model, id, directory):
            print("passes its own test:", id)
            wrong += 1
print(f"{failing} mutants fail their tests, {len(choosing)} leave a choice, "
      f"{passing} pass all, {wrong} wrong")
