"""Compares what a suite does to the mutants in C with what its campaign says.

usage: check-contract.py SUITE HOST

All answers are tried that a mutant may choose. So it has to fail the test that was made
for it, and one that is equivalent has to pass all, or else to have no answer at all.
"""

import json
import subprocess
import sys

suite, host = sys.argv[1:]


def run(*arguments):
    command = [host, "--sut-policy=all", *arguments]
    return subprocess.run(command, text=True, stdout=subprocess.PIPE).stdout.splitlines()


campaign = json.load(open(suite + "/campaign.json"))
names = [test["name"] for test in campaign["suite"]]
fails, numbers = {}, {}
for line in run("--all-mutants"):
    number, letters, name = line.split()
    assert len(letters) == len(names) and set(letters) <= {"P", "F"}, line
    if number == "0":
        assert set(letters) == {"P"}, "the contract fails its own tests"
    else:
        fails[name] = {test for test, letter in zip(names, letters) if letter == "F"}
        numbers[name] = number

failing = passing = silent = 0
for result in campaign["results"]:
    found = fails[result["id"]]
    if "test" in result:
        assert result["test"] in found, result["id"] + " passes its own test"
        failing += 1
    elif result["status"] == "equivalent" and found:
        for line in run("--mutant=" + numbers[result["id"]]):
            verdict, _, reason = line.split(" ", 2)
            is_silent = reason == "there is no answer to the inputs"
            assert verdict == "pass" or is_silent, (result, line)
        silent += 1
    elif result["status"] == "equivalent":
        passing += 1
print(f"{failing} mutants fail their tests, {passing} equivalent ones pass all, "
      f"{silent} have no answer")
