"""Runs a suite on mutants of its model twice: as C, and by `tioga run`.

usage: compare_verdicts.py HOST SUITE MODEL NUMBER...
"""

import json
import subprocess
import sys

host, suite, model = sys.argv[1:4]
runs = different = tests = 0
for number in sys.argv[4:]:
    for policy in "earliest", "lazy":
        output = subprocess.run(
            [host, "--mutant=" + number, "--sut-policy=" + policy],
            text=True, stdout=subprocess.PIPE).stdout
        in_c = {line.split()[1]: line.split()[0] for line in output.splitlines()}
        sut = f"tioga serve {model} --mutant={number} --policy={policy}"
        output = subprocess.run(
            ["tioga", "run", suite, "--sut=" + sut, "--grid=1/1000",
             "--format=json"], text=True, stdout=subprocess.PIPE).stdout
        by_runner = {run["test"]: run["verdict"]
                     for run in json.loads(output)["results"]}
        runs, tests = runs + 1, len(in_c)
        for test, verdict in in_c.items():
            if by_runner.get(test) != verdict:
                print(number, policy, test, verdict, by_runner.get(test))
                different += 1
print(f"{runs} runs of {tests} tests, {different} differ")
