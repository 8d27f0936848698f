"""Mutants of contracts that leave a choice."""

import itertools
import os
import subprocess


def write_mutant(model, id, directory):
    """Writes a mutant as a model, among others, and returns its path."""
    os.makedirs(directory, exist_ok=True)
    operator = id.split("/")[0]
    source, split = f"{directory}/model.mlir", f"{directory}/split.mlir"
    if not os.path.exists(split):
        # As for tests, coarse requirements are taken apart first.
        subprocess.run(["tioga", "compile", model, "-o", source], check=True)
        subprocess.run(["tioga-opt", "--contract-split", source, "-o", split], check=True)
    mutants = f"{directory}/{operator}"
    command = ["tioga", "mutate", split, "--operators=" + operator]
    if not os.path.exists(mutants):
        subprocess.run([*command, "-o", mutants], check=True, stdout=subprocess.DEVNULL)
    listed = subprocess.run([*command, "--list"], check=True, text=True,
                            stdout=subprocess.PIPE).stdout.splitlines()
    number = [line.split("\t")[0] for line in listed].index(id) + 1
    return f"{mutants}/{number:04}.mlir"


def judge(model, log):
    lines = [" ".join(f"{name}={value}" for name, value in step.items()) for step in log]
    return subprocess.run(["tioga", "monitor", model], text=True,
                          input="\n".join(lines) + "\n",
                          stdout=subprocess.DEVNULL).returncode


def can_fail(model, id, directory, log, outputs, tries=200):
    """Whether the monitor of a mutant allows a log that the monitor of the model forbids,
    with the inputs of the given log and other truth values of outputs."""
    mutant = write_mutant(model, id, directory)

    def search(prefix):
        nonlocal tries
        if len(prefix) == len(log):
            return False
        step = log[len(prefix)]
        flippable = [name for name in outputs if step[name] in ("true", "false")]
        for count in range(len(flippable) + 1):
            for flipped in itertools.combinations(flippable, count):
                changed = {**step, **{name: str(step[name] == "false").lower()
                                      for name in flipped}}
                other = [*prefix, changed]
                tries -= 1
                if tries < 0 or judge(mutant, other) != 0:
                    continue
                if judge(model, other) == 10 or search(other):
                    return True
        return False

    return search([])
