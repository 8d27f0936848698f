#!/usr/bin/env python3
#===- check-rules.py - Compare the labels of rules -------------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Compares the labels of well-formedness rules (`edge_c1`) in the four places
where they stand: docs/Semantics.md, the definitions of the dialects, the
verifiers, and the tests.

Usage: check-rules.py [SOURCE-DIR]
"""

import pathlib
import re
import sys

LABEL = r"[a-z]+(?:_[a-z]+)*_c[0-9]+"


def collect(root, pattern, *globs):
    """Returns the labels that match a pattern in files, with one file each."""
    found = {}
    for glob in globs:
        for path in sorted(root.glob(glob)):
            for label in re.findall(pattern, path.read_text()):
                found.setdefault(label, path.relative_to(root))
    return found


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    places = {
        "docs/Semantics.md": collect(
            root, rf"\*\*({LABEL})\*\*:", "docs/Semantics.md"
        ),
        "the definitions": collect(
            root, rf"/\*({LABEL})\*/", "include/tioga/Dialect/*/IR/*.td"
        ),
        "the verifiers": collect(
            root, rf"\b({LABEL})\b", "lib/Dialect/*/IR/*.cpp"
        ),
        # A case is named after its rule and says what is wrong:
        # `@edge_c1_source`.
        "the tests": collect(
            root,
            rf"(?:@|// )({LABEL})[_:]",
            "test/Dialect/*/*.mlir",
            "test/Unit/Dialect/*.cpp",
        ),
    }
    labels = {}
    for found in places.values():
        for label, path in found.items():
            labels.setdefault(label, path)
    if not labels:
        sys.exit(f"check-rules.py: error: no rules below '{root}'")
    num_errors = 0
    for label, path in sorted(labels.items()):
        for place, found in places.items():
            if label not in found:
                print(f"{path}: error: rule '{label}' is missing in {place}")
                num_errors += 1
    if num_errors:
        sys.exit(1)
    print(f"{len(labels)} rules agree")


if __name__ == "__main__":
    main()
