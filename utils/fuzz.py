#!/usr/bin/env python3
#===- fuzz.py - Fuzz the frontend -----------------------------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
"""Runs tioga-fuzz on a corpus that begins with the examples.

Build it first, with clang, in a build directory of its own:

  cmake -S . -B build-fuzz -G Ninja -DCMAKE_CXX_COMPILER=clang++-19 \\
    -DCMAKE_C_COMPILER=clang-19 -DTIOGA_ENABLE_FUZZERS=ON
  ninja -C build-fuzz tioga-fuzz
  utils/fuzz.py --build build-fuzz --seconds 600

Importers of other formats are fuzzed from outside, with any build:

  utils/fuzz.py --build build --importer uppaal --seconds 600
"""

import argparse
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]


def write_corpus(directory):
    """One file per example, and one per system of it: small seeds are best."""
    directory.mkdir(parents=True, exist_ok=True)
    texts = [path.read_text() for path in sorted(ROOT.glob("docs/examples/**/*.tioga"))]
    reference = (ROOT / "docs/LanguageReference.md").read_text()
    texts += re.findall(r"^```tioga\n(.*?)^```", reference, re.M | re.S)
    for number, text in enumerate(texts):
        (directory / f"seed-{number}").write_text(text)


def write_dictionary(path):
    """The words and symbols of the grammar."""
    grammar = (ROOT / "grammar/Tioga.g4").read_text()
    literals = sorted(set(re.findall(r"'([a-z]+|[^'\\\s]{1,3})'", grammar)))
    lines = ['"' + word.replace('"', '\\"') + '"' for word in literals]
    path.write_text("\n".join(lines) + "\n")


# By importer: where the seeds are, and the flag of `tioga compile` that writes the format.
IMPORTERS = {
    "uppaal": (["test/Frontend/Uppaal/*.test", "test/Tools/tioga/verify-uppaal.test",
                "test/Target/Uppaal/*.test"], [".xta", ".xml"], "uppaal"),
}


def read_seeds(patterns, endings):
    """The files inside of tests."""
    seeds = []
    for pattern in patterns:
        for path in sorted(ROOT.glob(pattern)):
            for part in re.split(r"^//--- ", path.read_text(), flags=re.M)[1:]:
                name, _, text = part.partition("\n")
                ending = pathlib.Path(name.strip()).suffix
                if ending in endings:
                    seeds.append((ending, text))
    return seeds


def mutate(text, other, rng):
    """Changes a few tokens; some come from another model."""
    pieces = re.findall(r"\w+|\s+|.", text, re.S) or [" "]
    foreign = re.findall(r"\w+|\s+|.", other, re.S) or [" "]
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(pieces))
        begin = rng.randrange(len(foreign))
        part = foreign[begin:begin + rng.choice([1, 1, 1, 3, 12])]
        choice = rng.randrange(5)
        if choice == 0 and len(pieces) > 1:
            del pieces[at:at + rng.randint(1, 3)]
        elif choice == 1:
            pieces[at:at] = part
        elif choice == 2:
            pieces[at] = rng.choice(["-1", "0", "99999", "2147483647", "(", ")", "<", "\0", "\xff"])
        elif choice == 3:
            pieces[at:at + 1] = part
        else:
            # Words for words, symbols for symbols: most of that is a model again.
            kind = str.isalnum if pieces[at].isalnum() else lambda piece: not piece.isalnum()
            pieces[at] = rng.choice([piece for piece in pieces if kind(piece)])
    return "".join(pieces)


def fuzz_importer(name, build, seconds):
    """A model is rejected with an error, or is the same after it was written and read."""
    patterns, endings, emit = IMPORTERS[name]
    seeds = read_seeds(patterns, endings)
    tioga = build.resolve() / "bin/tioga"
    rng = random.Random(1)
    runs = accepted = 0
    end = time.monotonic() + seconds
    with tempfile.TemporaryDirectory() as scratch:
        def run(*arguments):
            return subprocess.run([tioga, *arguments], cwd=scratch, timeout=60,
                                  capture_output=True, errors="replace")

        while time.monotonic() < end:
            ending, text = rng.choice(seeds)
            other = text if rng.random() < 0.7 else rng.choice(seeds)[1]
            text = mutate(text, other, rng)
            model = pathlib.Path(scratch) / f"model{ending}"
            model.write_text(text, errors="replace")
            runs += 1
            problem = None
            first = run("compile", model.name)
            if first.returncode not in (0, 1) or (first.returncode and not first.stderr):
                problem = first.stderr
            elif first.returncode == 0:
                accepted += 1
                written = run("compile", model.name, f"--emit={emit}", "-o", "again.xml")
                if written.returncode not in (0, 1):
                    problem = written.stderr
                elif written.returncode == 0:
                    second = run("compile", "again.xml")
                    if second.stdout.replace("@again", "@model") != first.stdout:
                        problem = "not the same again:\n" + first.stdout + second.stdout + second.stderr
            if problem is not None:
                kept = build / f"fuzz-{runs}{ending}"
                kept.write_text(text, errors="replace")
                print(f"{kept}:\n{problem}")
                return 1
    print(f"{runs} models, {accepted} of them accepted, no problem")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build-fuzz")
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--importer", choices=sorted(IMPORTERS))
    args = parser.parse_args()
    if args.importer:
        return fuzz_importer(args.importer, args.build, args.seconds)
    corpus = args.build / "corpus"
    write_corpus(corpus)
    write_dictionary(args.build / "dictionary.txt")
    command = [
        args.build / "bin/tioga-fuzz",
        corpus,
        f"-dict={args.build / 'dictionary.txt'}",
        f"-max_total_time={args.seconds}",
        f"-artifact_prefix={args.build}/",
        "-max_len=4096",
        "-timeout=20",
        "-rss_limit_mb=2000",
        "-print_final_stats=1",
    ]
    return subprocess.run(command).returncode


if __name__ == "__main__":
    sys.exit(main())
