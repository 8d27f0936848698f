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
failing = passing = 0
for result in campaign["results"]:
    letters = verdicts[result["id"]]
    if "test" in result:
        assert letters[result["test"]] == "F", result["id"]
        failing += 1
    elif result["status"] == "equivalent":
        assert set(letters.values()) <= {"P", "F"}, result["id"]
        # One without an answer is silent, which fails.
        passing += "F" not in letters.values()
print(f"{failing} mutants fail their tests, {passing} pass all")
