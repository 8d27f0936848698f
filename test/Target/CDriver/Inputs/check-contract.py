"""Compares what a suite does to the mutants in C with what its campaign says."""

import json
import sys

campaign = json.load(open(sys.argv[1]))
names = [test["name"] for test in campaign["suite"]]
verdicts = {}
for line in open(sys.argv[2]):
    number, letters, name = line.split()
    if number == "0":
        assert set(letters) == {"P"}, "the contract fails its own tests"
    else:
        verdicts[name] = dict(zip(names, letters))
failing = choosing = passing = 0
for result in campaign["results"]:
    letters = verdicts[result["id"]]
    if "test" in result:
        # A mutant that leaves a choice need not choose what the test shows.
        if letters[result["test"]] == "F":
            failing += 1
        else:
            choosing += 1
    elif result["status"] == "equivalent":
        assert set(letters.values()) <= {"P", "F"}, result["id"]
        # One without an answer is silent, which fails.
        passing += "F" not in letters.values()
print(f"{failing} mutants fail their tests, {choosing} need not, {passing} pass all")
assert choosing * 4 < failing
