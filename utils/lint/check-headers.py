#!/usr/bin/env python3
#===- check-headers.py - File heads and include guards --------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
"""Checks that sources begin with a head and headers have the guard of their path."""

import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
GENERATED_PREFIX = {"include/": "", "lib/": "tioga/lib/", "test/": "tioga/test/"}


def expected_guard(path):
    for prefix, replacement in GENERATED_PREFIX.items():
        if path.startswith(prefix):
            path = replacement + path[len(prefix):]
            break
    return "".join(c if c.isalnum() else "_" for c in path).upper()


def main():
    files = subprocess.run(
        ["git", "ls-files", "*.cpp", "*.h", "*.td", "*.py"], cwd=ROOT, text=True,
        check=True, stdout=subprocess.PIPE).stdout.split()
    errors = []
    for name in files:
        # The C that users get, and that of the examples, has heads of its own.
        if name.startswith(("lib/Runtime/", "docs/examples/")) or "/lit." in "/" + name or "/Inputs/" in name:
            continue
        text = (ROOT / name).read_text()
        if "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception" not in text[:600]:
            errors.append(f"{name}:1: no licence line in the head")
        if not name.endswith(".py") and f"//===- {pathlib.Path(name).name} - " not in text[:200]:
            errors.append(f"{name}:1: the head does not name the file")
        if name.endswith(".h") and f"#define {expected_guard(name)}\n" not in text:
            errors.append(f"{name}: expected guard {expected_guard(name)}")
        for number, line in enumerate(text.splitlines(), 1):
            if "\t" in line or line != line.rstrip():
                errors.append(f"{name}:{number}: tab or trailing white space")
    print("\n".join(errors))
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
