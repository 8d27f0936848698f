"""For every example: every test passes on the implementation that the model becomes, and
fails on that of the mutant that it was made from; the driver in C and `tioga run` come to
the same verdicts.

usage: check-examples.py DIRECTORY EXAMPLE... [--full] [--part=K]

What becomes C is played three times: by the driver in C, by `tioga run` on the same C as
a shared library, and by `tioga run` on `tioga serve`, the interpreter. Where a model does
not become C, it is played by the interpreter alone.

Without --full, an example has the mutants of its smallest operators, and the runs are a
sample, the same in each run. With --full it has all mutants of the default operators, and
all of them are played in all ways.
"""

import json
import os
import pathlib
import random
import re
import subprocess
import sys

from contract_choice import can_fail

FULL = "--full" in sys.argv
POLICIES = "earliest", "latest", "middle", "lazy"
FLAGS = "-std=c99 -pedantic -Wall -Wextra -Wconversion -Werror -O0".split()
MODEL = "model.c tioga_rt.c tioga_model.c".split()
# Mutants of an example that are enough, and how many of them are played in all ways.
ENOUGH, SAMPLE = 6, 1
# How often a mutant that leaves a choice is given a chance to show its fault.
CHANCES = 40
# A thousandth of a time unit is a tick of the C code.
GRID = "--grid=1/1000"
LIMITS = ["--bound=6", "--max-states=3000", "--timeout=2000"]


def run(*command, **options):
    return subprocess.run(command, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, **options)


def choose_operators(path):
    """The smallest operators that have mutants enough together."""
    listed = run("tioga", "mutate", path, "--list")
    assert listed.returncode == 0, listed.stderr
    counts = {}
    for line in listed.stdout.splitlines():
        operator = line.split("/")[0].split()[-1]
        counts[operator] = counts.get(operator, 0) + 1
    chosen, total = [], 0
    for operator in sorted(counts, key=lambda name: (counts[name], name)):
        if total < ENOUGH:
            chosen, total = [*chosen, operator], total + counts[operator]
    return ["--operators=" + ",".join(chosen)] if chosen else []


class Example:
    def __init__(self, path, directory):
        self.path, self.directory = path, directory
        self.suite, self.host = f"{directory}/suite", f"{directory}/host"
        self.library = f"{directory}/library.so"
        self.wrong, self.choices, self.runs = [], 0, 0

    def complain(self, text):
        self.wrong.append(text)

    def generate(self):
        operators = [] if FULL else choose_operators(self.path)
        made = run("tioga", "testgen", self.path, *LIMITS, *operators, "-o", self.suite)
        assert made.returncode == 0, f"{self.path}: {made.stderr}"
        campaign = json.loads(pathlib.Path(self.suite, "campaign.json").read_text())
        self.names = [test["name"] for test in campaign["suite"]]
        # The test that was made from a mutant, by mutant.
        self.own = {r["id"]: r["test"] for r in campaign["results"] if "test" in r}
        self.witnesses = {r["id"]: r["witness"] for r in campaign["results"]
                          if "test" in r}
        # Tests of contracts are made of steps.
        text = pathlib.Path(self.suite, "suite.mlir").read_text()
        self.is_contract = "tioga.var input" in text
        self.operators = sorted({r["id"].split("/")[0] for r in campaign["results"]})

    def compile(self):
        """Returns why it does not become C; nothing if it does."""
        directory = f"{self.directory}/c"
        written = run("tioga", "compile", self.suite, "--emit=c", "--model=" + self.path,
                      "--mutants=" + ",".join(self.operators), "-o", directory)
        if written.returncode:
            assert "cannot be compiled to C" in written.stderr, written.stderr
            return written.stderr.split("cannot be compiled to C: ")[1].splitlines()[0]
        compiler = ["gcc", *FLAGS, *MODEL]
        for more in (["suite.c", "host_main.c", "-o", self.host],
                     ["library.c", "-shared", "-fPIC", "-o", self.library]):
            subprocess.run([*compiler, *more], cwd=directory, check=True)
        return None

    # Ways to play it: verdicts by test.

    def play_in_c(self):
        """All mutants under all policies, by (id, policy); `None` is the model."""
        self.numbers, self.in_c = {}, {}
        words = {"P": "pass", "F": "fail", "I": "inconclusive", "E": "error"}
        for policy in POLICIES:
            output = run(self.host, "--all-mutants", "--sut-policy=" + policy).stdout
            for line in output.splitlines():
                number, letters, mutant = line.rstrip("\n").split(" ", maxsplit=2)
                key = None if number == "0" else mutant
                self.numbers[key] = number
                self.in_c[key, policy] = {
                    n: words[x] for n, x in zip(self.names, letters)}

    def play_by_runner(self, *options, **environment):
        self.runs += 1
        output = run("tioga", "run", self.suite, "--format=json", *options,
                     env={**os.environ, **environment})
        assert output.stdout, output.stderr
        return {r["test"]: r["verdict"] for r in json.loads(output.stdout)["results"]}

    def play_library(self, mutant, policy):
        return self.play_by_runner("--library=" + self.library, TIOGA_POLICY=policy,
                                   TIOGA_MUTANT=self.numbers[mutant])

    def play_model(self, mutant, policy, *options, seed=1):
        chosen = [f"--seed={seed}", *(["--mutant=" + mutant] if mutant else [])]
        words = ["exec", "tioga", "serve", self.path, "--policy=" + policy,
                 "--without-components", *chosen]
        return self.play_by_runner("--sut=" + " ".join(f"'{word}'" for word in words),
                                   *options)

    # What has to hold.

    def sample(self):
        mutants = sorted(self.own)
        return mutants if FULL else \
            random.Random(8).sample(mutants, min(SAMPLE, len(mutants)))

    def judge_model(self, verdicts, how):
        for name, verdict in verdicts.items():
            if verdict not in ("pass", "inconclusive"):
                self.complain(f"the model itself, {how}: {verdict} {name}")

    def compare(self, mutant, policy, expected, got, how):
        for name in self.names:
            if expected[name] != got[name]:
                self.complain(f"{mutant}, {policy}, {name}: {expected[name]} in C, "
                              f"{got[name]} {how}")

    def check_c(self):
        self.play_in_c()
        for policy in POLICIES:
            self.judge_model(self.in_c[None, policy], "in C, " + policy)
        for mutant, test in self.own.items():
            if any(self.in_c[mutant, policy][test] == "fail" for policy in POLICIES):
                continue
            if not self.is_contract:
                self.judge_survivor(mutant, test)
            elif self.fails_for_some_choice(mutant, test):
                self.choices += 1
            else:
                self.complain(f"does not fail its own test {test}: {mutant}")
        for policy in POLICIES if FULL else ("earliest", "lazy"):
            self.compare_ways(None, policy)
        for mutant in self.sample():
            # A policy under which the fault shows.
            policy = next((policy for policy in POLICIES
                           if self.in_c[mutant, policy][self.own[mutant]] == "fail"),
                          "earliest")
            self.compare_ways(mutant, policy)

    def compare_ways(self, mutant, policy):
        expected = self.in_c[mutant, policy]
        self.compare(mutant, policy, expected, self.play_library(mutant, policy),
                     "by the runner")
        self.compare(mutant, policy, expected, self.play_model(mutant, policy, GRID),
                     "interpreted")

    def fails_for_some_choice(self, mutant, test):
        return run(self.host, "--mutant=" + self.numbers[mutant], "--only=" + test,
                   "--sut-policy=all").returncode == 10

    def check_interpreted(self):
        for policy in POLICIES:
            self.judge_model(self.play_model(None, policy), "interpreted, " + policy)
        for seed in range(1, 9 if FULL else 3):
            self.judge_model(self.play_model(None, "random", seed=seed),
                             f"interpreted, random, {seed}")
        for mutant in self.sample():
            test = self.own[mutant]
            seen = self.play_model(mutant, "earliest", "--only=" + test)
            if seen[test] != "fail":
                self.judge_survivor(mutant, test)

    def fails_interpreted(self, mutant, test):
        chances = [(policy, 1) for policy in POLICIES] + \
            [("random", seed) for seed in range(1, CHANCES)]
        return any(self.play_model(mutant, policy, "--only=" + test,
                                   seed=seed)[test] == "fail"
                   for policy, seed in chances)

    def judge_survivor(self, mutant, test):
        """A mutant that leaves a choice has a fault that it may not show: under some
        policy it does, or it can be shown that it can."""
        if self.fails_interpreted(mutant, test) or \
                (self.can_step if self.is_contract else self.can_do)(mutant, test):
            self.choices += 1
        else:
            self.complain(f"does not fail its own test {test}: {mutant}")

    def can_do(self, mutant, test):
        """Whether the interpreter finds the witness in the mutant and not in the model."""
        witness = self.witnesses[mutant].rsplit(":", maxsplit=1)[0].split(" · ")
        trace, operator = f"{self.directory}/witness.trace", mutant.split("/")[0]
        lines = [" ".join(pair) for pair in zip(witness[::2], witness[1::2])]
        lines += witness[len(witness) // 2 * 2:]
        pathlib.Path(trace).write_text("\n".join(lines) + "\n")
        models = f"{self.directory}/{operator}"
        mutate = ["tioga", "mutate", self.path, "--operators=" + operator]
        if not os.path.exists(models):
            run(*mutate, "-o", models)
        ids = [line.split("\t")[0] for line in run(*mutate, "--list").stdout.splitlines()]
        file = f"{models}/{ids.index(mutant) + 1:04}.mlir"
        return run("tioga", "replay", trace, "--model=" + file).returncode == 0 and \
            run("tioga", "replay", trace, "--model=" + self.path).returncode == 10

    def can_step(self, mutant, test):
        """Whether the monitor of the mutant allows what that of the model forbids."""
        text = pathlib.Path(self.suite, "suite.mlir").read_text()
        case = text.split(f"test.case @{test} ")[1].split("test.case @")[0]
        names = {owner: re.findall(rf"tioga.var {owner} (\S+)", case)
                 for owner in ("input", "output")}
        output = run("tioga", "run", self.suite, "--only=" + test, "--format=json",
                     f"--sut=exec tioga serve {self.path}").stdout
        trace = json.loads(output)["results"][0]["trace"]
        steps = [event["arguments"] for event in trace if "arguments" in event]
        log = [dict(zip([*names["input"], *names["output"]], [*given, *answer]))
               for given, answer in zip(steps[::2], steps[1::2])]
        return can_fail(self.path, mutant, self.directory + "/mutants", log,
                        names["output"])


def main():
    directory = sys.argv[1]
    paths = sorted(arg for arg in sys.argv[2:] if not arg.startswith("--"))
    for arg in sys.argv[2:]:
        if arg.startswith("--part="):  # Of four.
            paths = paths[int(arg.split("=")[1]) - 1::4]
    compared = wrong = choices = 0
    for path in paths:
        name = pathlib.Path(path).stem
        example = Example(path, os.path.join(directory, name))
        os.makedirs(example.directory, exist_ok=True)
        example.generate()
        reason = "no mutant is told apart"
        if example.names and not (reason := example.compile()):
            example.check_c()
        elif example.names:
            example.check_interpreted()
        print(f"{name}: {len(example.names)} tests for {len(example.own)} mutants, "
              f"{example.choices} leave a choice, {example.runs} runs by the runner, "
              f"{len(example.wrong)} wrong")
        if reason:
            print("   not in C:", reason)
        for each in example.wrong[:10]:
            print("  ", each)
        sys.stdout.flush()
        compared, wrong = compared + 1, wrong + len(example.wrong)
        choices += example.choices
    print(f"{compared} examples compared, {choices} mutants leave a choice, {wrong} wrong")


main()
