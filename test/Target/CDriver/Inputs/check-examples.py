"""For every example that becomes C: every test passes on the implementation in C and
fails on the C of the mutants that it is for, and `tioga run` comes to the same verdicts.

usage: check-examples.py DIRECTORY EXAMPLE... [--all]

Mutants are compared with the runner in a sample, the same in each run; with --all, all
of them are. Models that are not deterministic are no examples for C and are named.
"""

import csv
import json
import os
import pathlib
import random
import subprocess
import sys

POLICIES = "earliest", "latest", "lazy"
FLAGS = "-std=c99 -pedantic -Wall -Wextra -Wconversion -Werror -O0".split()
SOURCES = "suite.c model.c tioga_rt.c tioga_model.c host_main.c".split()


def run(*command, **options):
    return subprocess.run(command, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, **options)


class Example:
    def __init__(self, path, directory):
        self.path, self.directory = path, directory
        self.suite, self.host = f"{directory}/suite", f"{directory}/host"
        self.wrong = []

    def build(self):
        """Returns why there is nothing to compare; nothing if there is."""
        # Tests are for the system alone: what C plays has no environment.
        made = run("tioga", "testgen", self.path, "--kill-matrix", "--relation=tioco",
                   "--bound=6", "--max-states=3000", "-o", self.suite)
        if made.returncode not in (0, 20):
            return "no tests: " + made.stderr.splitlines()[0]
        self.campaign = json.loads(pathlib.Path(self.suite, "campaign.json").read_text())
        self.names = [test["name"] for test in self.campaign["suite"]]
        if not self.names:
            return "no tests"
        operators = ",".join(sorted({r["id"].split("/")[0]
                                     for r in self.campaign["results"]}))
        written = run("tioga", "compile", self.suite, "--emit=c", "--model=" + self.path,
                      "--mutants=" + operators, "-o", f"{self.directory}/c")
        if written.returncode:
            assert "not deterministic" in written.stderr or \
                "cannot be compiled to C" in written.stderr, written.stderr
            return "not for C: " + written.stderr.split("error: ")[1].splitlines()[0]
        subprocess.run(["gcc", *FLAGS, *SOURCES, "-o", self.host],
                       cwd=f"{self.directory}/c", check=True)
        return None

    def judge_in_c(self):
        """Which tests fail on which mutant under some policy."""
        self.fails, self.numbers = {}, {}
        for policy in POLICIES:
            for line in run(self.host, "--all-mutants",
                            "--sut-policy=" + policy).stdout.splitlines():
                number, letters, mutant = line.split(maxsplit=2)
                if number == "0":
                    if "F" in letters or "E" in letters:
                        self.wrong.append(f"the model fails, {policy}: {letters}")
                    continue
                self.numbers[mutant] = number
                failed = self.fails.setdefault(mutant, set())
                failed.update(n for n, x in zip(self.names, letters) if x == "F")
        with open(self.suite + "/kills.csv") as file:
            rows = list(csv.reader(file))
        for row in rows[1:]:
            killers = {n for n, cell in zip(rows[0][1:], row[1:]) if cell == "1"}
            if not killers <= self.fails[row[0]]:
                self.wrong.append(f"not killed by a test that says so: {row[0]}")
        for result in self.campaign["results"]:
            if "test" in result and result["test"] not in self.fails[result["id"]]:
                self.wrong.append("not killed by its own test: " + result["id"])

    def compare_with_runner(self, count):
        numbers = sorted(self.numbers.values(), key=int)
        random.seed(8)
        chosen = numbers if count is None else \
            random.sample(numbers, min(count, len(numbers)))
        for number in ["0", *chosen]:
            for policy in "earliest", "lazy":
                in_c = run(self.host, "--mutant=" + number, "--sut-policy=" + policy)
                in_c = {line.split()[1]: line.split()[0]
                        for line in in_c.stdout.splitlines()}
                sut = f"tioga serve {self.path} --mutant={number} --policy={policy}"
                output = run("tioga", "run", self.suite, "--sut=" + sut, "--grid=1/1000",
                             "--format=json").stdout
                runner = {r["test"]: r["verdict"] for r in json.loads(output)["results"]}
                for name in self.names:
                    if in_c[name] != runner[name]:
                        self.wrong.append(f"mutant {number}, {policy}, {name}: "
                                          f"{in_c[name]} in C, {runner[name]} by runner")
        return len(chosen)


def main():
    directory = sys.argv[1]
    paths = [arg for arg in sys.argv[2:] if arg != "--all"]
    count = None if "--all" in sys.argv else 2
    compared = wrong = 0
    for path in paths:
        name = pathlib.Path(path).stem
        example = Example(path, os.path.join(directory, name))
        os.makedirs(example.directory, exist_ok=True)
        if reason := example.build():
            print(f"{name}: {reason}")
            continue
        example.judge_in_c()
        sample = example.compare_with_runner(count)
        killed = sum(map(bool, example.fails.values()))
        print(f"{name}: {len(example.names)} tests, {len(example.fails)} mutants in C, "
              f"{killed} killed, {sample} also by the runner, {len(example.wrong)} wrong")
        for each in example.wrong[:10]:
            print("  ", each)
        compared, wrong = compared + 1, wrong + len(example.wrong)
    print(f"{compared} examples compared, {wrong} wrong")


main()
