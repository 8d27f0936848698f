#!/usr/bin/env python3
#===- check-docs.py - Run what the documentation shows --------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
"""Runs every example of the documentation and checks links and options.

- ```tioga blocks pass `tioga check`, ```mlir blocks (also those of the
  operations' TableGen files) pass `tioga-opt`.
- ```console blocks hold `$ command` lines, run by a shell in a scratch directory
  in which `docs` is the documentation, each followed by what it prints on both
  streams. A line `...` stands for any lines. `# exit N` after the command states
  an exit code other than 0.
- A block whose info string goes on with `fragment` is not run.
- Relative links point at files that exist.
- docs/CommandLine.md has a section for every command of tioga and names every
  option of it, there or in a section `Options of ...`, and no other.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^( *)```([^\n`]*)\n(.*?)^ *```\s*$", re.M | re.S)


class Checker:
    def __init__(self, bin_dir):
        self.env = {**os.environ, "PATH": f"{bin_dir}:{os.environ['PATH']}",
                    "ASAN_OPTIONS": "allow_user_poisoning=0:detect_leaks=0"}
        self.scratch = pathlib.Path(tempfile.mkdtemp(prefix="tioga-docs-"))
        (self.scratch / "docs").symlink_to(ROOT / "docs")
        self.errors = []
        self.blocks = 0

    def error(self, where, message):
        self.errors.append(f"{where}: {message}")

    def run(self, command, text=None, shell=False):
        return subprocess.run(command, input=text, text=True, shell=shell, env=self.env,
                              cwd=self.scratch, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=300)

    def check_blocks(self, path, languages):
        text = path.read_text()
        name = path.relative_to(ROOT)
        for match in FENCE.finditer(text):
            indent, info, body = match.groups()
            words = info.split()
            if not words or words[0] not in languages or "fragment" in words:
                continue
            line = text.count("\n", 0, match.start()) + 1
            body = "".join(l[len(indent):] if l.startswith(indent) else l
                           for l in body.splitlines(True))
            self.blocks += 1
            languages[words[0]](f"{name}:{line}", body)

    def check_tioga(self, where, body):
        result = self.run(["tioga", "check", "-"], body)
        if result.returncode:
            self.error(where, "the model is rejected:\n" + result.stdout)

    def check_mlir(self, where, body):
        result = self.run(["tioga-opt"], body)
        if result.returncode:
            self.error(where, "the IR is rejected:\n" + result.stdout)

    def check_console(self, where, body):
        commands = []
        for line in body.splitlines():
            if line.startswith("$ "):
                commands.append((line[2:], []))
            elif commands and commands[-1][0].endswith("\\") and not commands[-1][1]:
                commands[-1] = (commands[-1][0] + "\n" + line.lstrip("> "), [])
            elif commands:
                commands[-1][1].append(line)
        for command, expected in commands:
            code = re.search(r"# exit (\d+)\s*$", command)
            result = self.run(command, shell=True)
            if result.returncode != (int(code.group(1)) if code else 0):
                self.error(where, f"'{command}' exits with {result.returncode}:\n"
                           + result.stdout)
            elif not matches(expected, result.stdout.splitlines()):
                self.error(where, f"'{command}' prints\n{result.stdout}\ninstead of\n"
                           + "\n".join(expected))

    def check_links(self, path):
        text = re.sub(FENCE, "", path.read_text())
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text):
            if not re.match(r"[a-z]+:", target) and not (path.parent / target).exists():
                self.error(path.relative_to(ROOT), f"dead link '{target}'")

    def check_options(self, path):
        name = path.relative_to(ROOT)
        sections = dict(re.findall(r"^## `tioga (\S+)`\n(.*?)(?=^## |\Z)",
                                   path.read_text(), re.M | re.S))
        # What several commands have is told once.
        shared = set().union(*map(options_told, re.findall(
            r"^## Options of .*?\n(.*?)(?=^## |\Z)", path.read_text(), re.M | re.S)))
        listed = re.findall(r"^  (\w+) ", self.run(["tioga", "--help"]).stdout, re.M)
        for command in listed:
            if command not in sections:
                self.error(name, f"no section '## `tioga {command}`'")
                continue
            shown = self.run(["tioga", command, "--help"]).stdout
            own = re.search(r"Options of this command:\n(.*?)(?=^\w|\Z)", shown, re.M | re.S)
            options = set(re.findall(r"^ {2,6}-(-?[\w-]+)", own.group(1) if own else "", re.M))
            options = {option.lstrip("-") for option in options}
            told = options_told(sections[command])
            for option in sorted(options - told - shared):
                self.error(name, f"'tioga {command}' has an option '{option}' without a row")
            for option in sorted(told - options):
                self.error(name, f"'tioga {command}' has no option '{option}'")
        for command in sections.keys() - set(listed):
            self.error(name, f"there is no command 'tioga {command}'")


def options_told(section):
    """All options in the first cells of the rows of a section."""
    cells = re.findall(r"^\| (`-.*?) \| ", section, re.M)
    return {option for cell in cells
            for option in re.findall(r"(?:^|[` ])--?([\w-]+)", cell)}


def matches(expected, actual):
    """Whether lines agree, where `...` stands for any number of lines."""
    if not expected:
        return not actual
    if expected[0].strip() == "...":
        return any(matches(expected[1:], actual[i:]) for i in range(len(actual) + 1))
    return bool(actual) and expected[0].rstrip() == actual[0].rstrip() \
        and matches(expected[1:], actual[1:])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", default=str(ROOT / "build" / "bin"))
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    args = parser.parse_args()
    checker = Checker(pathlib.Path(args.bin).resolve())
    all_languages = {"tioga": checker.check_tioga, "mlir": checker.check_mlir,
                     "console": checker.check_console}
    pages = [p.resolve() for p in args.files] or \
        [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    for page in pages:
        checker.check_blocks(page, all_languages)
        checker.check_links(page)
    if not args.files:
        for table in sorted((ROOT / "include").rglob("*Ops.td")):
            checker.check_blocks(table, {"mlir": checker.check_mlir})
        checker.check_options(ROOT / "docs" / "CommandLine.md")
    shutil.rmtree(checker.scratch)
    print("\n".join(checker.errors))
    print(f"{checker.blocks} examples run, {len(checker.errors)} errors")
    return 1 if checker.errors else 0


if __name__ == "__main__":
    sys.exit(main())
