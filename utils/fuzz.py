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
"""

import argparse
import pathlib
import re
import subprocess
import sys

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


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build-fuzz")
    parser.add_argument("--seconds", type=int, default=600)
    args = parser.parse_args()
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
