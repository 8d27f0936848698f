#!/usr/bin/env python3
"""Compares the answers to Ecdar's queries with those that a table expects."""

import collections
import json
import pathlib
import subprocess
import sys

tool, root = sys.argv[1], pathlib.Path(sys.argv[2])
projects = collections.defaultdict(list)
for line in (root / "expected-verdicts.tsv").read_text().splitlines():
    if line and not line.startswith("#"):
        project, query, expected, _ = line.split("\t")
        projects[project].append((query, expected))
count = 0
for project, queries in projects.items():
    command = [tool, "verify", root / project, "--format=json"]
    command += ["--query=" + query for query, _ in queries]
    result = subprocess.run(command, capture_output=True, text=True)
    for (query, expected), got in zip(queries, json.loads(result.stdout), strict=True):
        count += 1
        wanted = {"true": "satisfied", "false": "violated"}[expected]
        if got["answer"] != wanted:
            print(f"{project}: {query}: expected {wanted}, got {got}")
        if got["answer"] == "violated" and not got.get("reason"):
            print(f"{project}: {query}: no reason")
print(count, "queries")
