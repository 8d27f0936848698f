"""Compares what the tests of a suite do to C implementations of all mutants with
what the campaign says about them.

usage: check_kills.py SUITE VERDICTS...

Each file of verdicts is the output of `suite_host --all-mutants`, for another
policy of the implementation. A mutant that has a choice may hide its fault under
one policy, not under all of them.
"""

import csv
import json
import sys

suite = sys.argv[1]
with open(suite + "/campaign.json") as file:
    campaign = json.load(file)
with open(suite + "/kills.csv") as file:
    rows = list(csv.reader(file))
names = rows[0][1:]
kills = {row[0]: [cell == "1" for cell in row[1:]] for row in rows[1:]}

seen = {}
for path in sys.argv[2:]:
    with open(path) as file:
        for line in file:
            number, letters, mutant = line.split(maxsplit=2)
            assert len(letters) == len(names) and set(letters) <= set("PFI"), line
            if number == "0":
                assert set(letters) == {"P"}, "the model itself: " + line
                continue
            fails = seen.setdefault(mutant.strip(), [False] * len(names))
            for i, letter in enumerate(letters):
                fails[i] |= letter == "F"

wrong = 0
for result in campaign["results"]:
    mutant, fails = result["id"], seen[result["id"]]
    if (result["status"] == "killed") != any(fails):
        print("killed by nothing, or by something:", mutant)
        wrong += 1
    if "test" in result and not fails[names.index(result["test"])]:
        print("not killed by its own test:", mutant, result["test"])
        wrong += 1
    for name, fail, expected in zip(names, fails,
                                    kills.get(mutant, [False] * len(names))):
        if expected and not fail:
            print("not killed by a test that says so:", mutant, name)
            wrong += 1
        if fail and result["status"] != "killed":
            print("killed though it conforms:", mutant, name)
            wrong += 1
print(f"{len(seen)} mutants, {sum(map(any, seen.values()))} killed, {wrong} wrong")
