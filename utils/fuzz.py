#!/usr/bin/env python3
#===- fuzz.py - Fuzz the frontend -----------------------------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
"""Runs tioga-fuzz on a corpus that begins with the examples and the inputs of tests.

Build it first, with clang, in a build directory of its own:

  cmake --preset clang -B build-fuzz -DTIOGA_ENABLE_FUZZERS=ON
  ninja -C build-fuzz tioga-fuzz
  utils/fuzz.py --build build-fuzz --seconds 600
  utils/fuzz.py --build build-fuzz --seconds 600 --format uppaal

What it finds is kept in the build directory as `FORMAT-crash-...` or the like. Directories with
more models are added by `--seeds`.
"""

import argparse
import collections
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]


# By format: how the names of its files end, and which tests have such files inside.
FORMATS = {
    "tioga": ([".tioga"], []),
    "uppaal": ([".xml", ".xta"], ["test/Frontend/Uppaal/*.test", "test/Target/Uppaal/*.test",
                                  "test/Tools/tioga/verify-uppaal.test"]),
    "tchecker": ([".tck"], ["test/Frontend/TChecker/*.test", "test/Tools/tioga/verify-tck.test"]),
    "ecdar": ([".json"], ["test/Tools/tioga/*ecdar*.test"]),
    "ecdar-xml": ([".xml"], ["test/Tools/tioga/ecdar-xml.test"]),
    "aldebaran": ([".aut"], ["test/Frontend/LTS/*.test"]),
    "dot": ([".dot", ".gv"], ["test/Frontend/LTS/*.test"]),
}


def read_parts(path):
    """The files inside of a test: name and text."""
    parts = re.split(r"^(?://|#)---? +(?=\S+$)", path.read_text(errors="replace"), flags=re.M)
    for part in parts[1:]:
        name, _, text = part.partition("\n")
        yield name.strip(), text


def read_projects(directory):
    """Ecdar's projects below a directory, each as one text that tioga-fuzz takes apart."""
    for components in sorted(directory.glob("**/Components")):
        root = components.parent
        files = [path for path in sorted(root.glob("**/*.json")) if "Tests" not in path.parts]
        yield "".join(f"//--- {path.relative_to(root)}\n{path.read_text()}\n" for path in files)


def read_seeds(name, directories):
    endings, tests = FORMATS[name]
    texts = []
    for directory in directories:
        for path in sorted(directory.glob("**/*")):
            if path.suffix in endings and path.is_file():
                texts.append(path.read_text(errors="replace"))
        if name == "ecdar":
            texts += read_projects(directory)
    for pattern in tests:
        for path in sorted(ROOT.glob(pattern)):
            parts = list(read_parts(path))
            texts += [text for file, text in parts if pathlib.Path(file).suffix in endings]
    if name == "tioga":
        reference = (ROOT / "docs/LanguageReference.md").read_text()
        texts += re.findall(r"^```tioga\n(.*?)^```", reference, re.M | re.S)
    return texts


def write_corpus(directory, texts, max_length):
    """One file per seed: small seeds are best."""
    directory.mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(texts):
        if len(text) <= max_length:
            (directory / f"seed-{number}").write_text(text)


def write_dictionary(path, name, texts):
    """The words and symbols of the grammar; of other formats, those that occur in many seeds."""
    if name == "tioga":
        grammar = (ROOT / "grammar/Tioga.g4").read_text()
        words = set(re.findall(r"'([a-z]+|[^'\\\s]{1,3})'", grammar))
    else:
        counts = collections.Counter()
        for text in texts:
            counts.update(set(re.findall(r"[A-Za-z_]\w*|[<>=!&|+*/%?-]{1,3}", text)))
        words = {word for word, _ in counts.most_common(200)}
    lines = ['"' + word.replace('"', '\\"') + '"' for word in sorted(words)]
    path.write_text("\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build-fuzz")
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--format", choices=sorted(FORMATS), default="tioga")
    parser.add_argument("--timeout", type=int, default=20,
                        help="seconds for one input; more on a busy machine")
    parser.add_argument("--seeds", type=pathlib.Path, action="append", default=[],
                        help="a directory with more models")
    args = parser.parse_args()
    max_length = 4096 if args.format == "tioga" else 16384
    texts = read_seeds(args.format, [ROOT / "docs/examples", ROOT / "test", *args.seeds])
    corpus = args.build / f"corpus-{args.format}"
    dictionary = args.build / f"dictionary-{args.format}.txt"
    write_corpus(corpus, texts, max_length)
    write_dictionary(dictionary, args.format, texts)
    command = [
        args.build / "bin/tioga-fuzz",
        corpus,
        f"--format={args.format}",
        f"-dict={dictionary}",
        f"-max_total_time={args.seconds}",
        f"-artifact_prefix={args.build}/{args.format}-",
        f"-max_len={max_length}",
        f"-timeout={args.timeout}",
        "-rss_limit_mb=2000",
        "-print_final_stats=1",
    ]
    return subprocess.run(command).returncode


if __name__ == "__main__":
    sys.exit(main())
