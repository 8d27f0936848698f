"""Walks through all examples at random and replays the walks."""

import pathlib
import re
import subprocess
import sys


def run(*command, stdin=None):
    return subprocess.run(command, input=stdin, capture_output=True, text=True)


def fail(what, result):
    sys.exit(f"{what}: exit {result.returncode}\n{result.stdout}{result.stderr}")


def observe(trace, labels):
    """Adds up delays over what is not observable, drops transitions."""
    lines, waited = [], 0.0
    for line in trace.splitlines():
        words = line.split("#")[0].split("@")[0].split(maxsplit=1)
        delay, event = (words + [""])[:2] if words[0][0].isdigit() else ("0", words[0])
        waited += float(delay)
        if re.match(r"\w+", event.strip()) and re.match(r"\w+", event.strip())[0] in labels:
            lines.append(f"{waited:g} {event}")
            waited = 0.0
    return "\n".join(lines + [f"{waited:g}"]) + "\n"


def check_walk(tioga, reference):
    walk = run(tioga, "sim", reference, "--random", "--steps=100", "--seed=1")
    if walk.returncode != 0:
        fail(f"walk through {reference}", walk)
    if not walk.stdout and "ended after 0 steps" not in walk.stderr:
        fail(f"no walk through {reference}", walk)
    return walk.stdout


def check_replay(tioga, reference, walk, labels):
    replay = run(tioga, "sim", reference, "--replay=-", stdin=walk)
    if replay.returncode != 0 or not replay.stdout.startswith("possible"):
        fail(f"replay of {reference}", replay)
    short = "\n".join(walk.splitlines()[:10])
    if labels and short and re.fullmatch(r"[0-9.]*", short.split()[0]):
        seen = observe(short, labels)
        replay = run(tioga, "sim", reference, "--replay=-", stdin=seen)
        if replay.returncode != 0:
            print(seen)
            fail(f"replay of an observation of {reference}", replay)


def main():
    tioga, root = sys.argv[1:]
    count = 0
    for path in sorted(pathlib.Path(root).glob("*/*.tioga")):
        ir = run(tioga, "compile", str(path), "--emit=mlir").stdout
        names = re.findall(
            r"(?:ta\.network|action\.system|contract\.interface) @(\w+)", ir
        )
        labels = set(re.findall(r"tioga\.label (\w+) (?:input|output)", ir))
        for name in names:
            walk = check_walk(tioga, f"{path}:{name}")
            # Replays of all of them would take as long as the other tests.
            if count % 4 == 0:
                check_replay(tioga, f"{path}:{name}", walk, labels)
            count += 1
    if count < 90:
        sys.exit(f"only {count} systems in {root}")


main()
