"""Reads the public TChecker models, and asks what their names promise.

Usage: models.py MODELS WORK
"""

import filecmp
import pathlib
import subprocess
import sys

QUESTIONS = [
    ("fischer-3_10", "P1.cs && P2.cs"),
    ("fischer-3_10", "cs1"),
    ("fischer-6_10", "cs1 && cs2 || cs3 && cs4 || cs5 && cs6"),
    ("csmacd-3", "Bus.Collision"),
    ("csmacd-3", "Station1.Start && x1 >= 52 && Station2.Start && x2 >= 52"),
    ("train_gate-3", "cross1"),
    ("train_gate-3", "cross1 && cross2"),
    ("critical-region-2_10", "error1"),
    ("dining-philosophers-3_3_10_0", "eating1 && eating2"),
    ("dining-philosophers-3_3_10_0", "eating1"),
    ("parallel-3", "P1.C && P2.C && P3.C"),
    ("parallel-3", "P1.C && P2.B"),
    ("parallel-c-3", "access1 && access2"),
    ("corsso-2_2_10_1_2", "access1 && access2"),
    ("ad94", "green"),
]


def tioga(*arguments):
    return subprocess.run(["tioga", *arguments], text=True, capture_output=True)


def is_unchanged(model, work):
    first, text, second = (work / (model.name + end)
                           for end in (".1.mlir", ".tck", ".2.mlir"))
    steps = [("compile", model, "-o", first),
             ("compile", model, "--emit=tck", "-o", text),
             ("compile", text, "-o", second)]
    for step in steps:
        if tioga(*step).returncode != 0:
            return False
    return filecmp.cmp(first, second, shallow=False)


def main():
    folder, work = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    work.mkdir(parents=True, exist_ok=True)
    models = sorted(folder.glob("*/*"))
    print(sum(tioga("check", m).returncode == 0 for m in models), "models read")
    print(sum(is_unchanged(m, work) for m in models),
          "models unchanged by export and import")
    paths = {m.stem: m for m in models}
    for name, goal in QUESTIONS:
        answer = tioga("reach", paths[name], "--goal=" + goal).stdout.split()
        print(f"{name}: {goal} {answer[0] if answer else 'failed'}")


main()
