#!/usr/bin/env python3
"""Emits a query of every example and asks z3 and cvc5.

check-examples.py KIND DIRECTORY OUT: both solvers have to accept each script
without a word but the status that Tioga states (`:status`), which in turn has to
be `sat` and `unsat` for some. Models that they find have to be explained.
"""
import glob
import os
import re
import subprocess
import sys


def run(*command):
    result = subprocess.run(command, capture_output=True, text=True)
    return result.returncode, result.stdout, result.stderr


def get_references(directory):
    """Every system of every example as FILE or FILE:NAME."""
    for path in sorted(glob.glob(os.path.join(directory, "*", "*.tioga"))):
        code, _, err = run("tioga", "compile", path, "--emit=smt2")
        if code == 0:
            yield path
            continue
        assert "several systems" in err, f"{path}: {err}"
        text = open(path).read()
        for name in re.findall(r"^(?:system|contract|actions) (\w+)", text, re.M):
            yield f"{path}:{name}"


def get_queries(kind, reference, index):
    """The questions of one kind that suit a system."""
    _, step, err = run("tioga", "compile", reference, "--emit=smt2")
    if not step:
        assert "component" in err or "instance" in err, err
        return
    is_sync = "(define-fun edge" not in step and ".enabled" not in step
    labels = re.findall(r"^\(define-fun label\$\.(\S+) ", step, re.M)
    if kind == "reach" and not is_sync:
        for label in labels[-1:]:
            for mark in "!?":
                yield f"reach:{label}{mark}@3"
    if kind == "pairs":
        # A system is never found to differ from itself.
        name = "conform" if index % 2 or is_sync else "equiv"
        yield f"{name}:{reference}@2"
    if kind == "contracts" and is_sync:
        yield "consistent@2"
        yield "consistent@3"
        text = open(reference.split(":")[0]).read()
        for purpose in re.findall(r"^\s*purpose (\w+):", text, re.M):
            yield f"test:{purpose}@1"
            yield f"test:{purpose}@3"


def check(reference, query, encoding, out, counts):
    script = os.path.join(out, "query.smt2")
    # Three alternations are decided fast or not at all.
    limit = 1 if query == "consistent@3" else 5
    code, _, err = run("tioga", "compile", reference, "--emit=smt2",
                       f"--query={query}", f"--time={encoding}", "--status",
                       f"--solver-timeout={limit}000", "-o", script)
    if code == 2 and "goal" in err:
        return  # The label is of the other kind.
    if code == 1 and ("determinize" in err or "compared" in err):
        counts["skipped"] += 1
        return
    assert code == 0, f"{reference} {query}: {code} {err}"
    text = open(script).read()
    status = re.search(r":status (\w+)", text).group(1)
    logic = re.search(r"set-logic (\w+)", text).group(1)
    assert logic != "ALL", reference
    decided = 0
    for command in (["cvc5", f"--tlimit={2 * limit}000"], ["z3", f"-T:{2 * limit}"]):
        _, answer, err = run(*command, script)
        first = answer.partition("\n")[0]
        where = f"{command[0]} {reference} {query} {encoding}"
        # Alternating quantifiers are too much for some solver now and then.
        if not logic.startswith("QF_"):
            if first in ("timeout", "unknown", ""):
                continue
            if status == "unknown":
                status = first
        assert first == status, f"{where}: {status} {answer} {err}"
        decided += 1
        if status != "sat" or "consistent" in query:
            continue
        values = os.path.join(out, "values.txt")
        open(values, "w").write(answer)
        code, trace, err = run("tioga", "explain", reference, values)
        assert code == 0 and trace, f"{where}: {err}"
    if query == "consistent@3":
        counts["both at 3"] += decided == 2
    else:
        counts[status] += 1


def main():
    kind, directory, out = sys.argv[1:4]
    os.makedirs(out, exist_ok=True)
    counts = {"sat": 0, "unsat": 0, "unknown": 0, "skipped": 0, "both at 3": 0}
    for index, reference in enumerate(get_references(directory)):
        for query in get_queries(kind, reference, index):
            encoding = ("timestamps", "delays")[index // 2 % 2]
            check(reference, query, encoding, out, counts)
    print(kind, counts)
    assert counts["unknown"] == 0
    assert counts["sat"] + counts["unsat"] > 5


main()
