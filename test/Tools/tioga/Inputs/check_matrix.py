"""Checks the kill matrix of a suite.

check_matrix.py SUITE [TIMES]: the CSV and the JSON file say the same, every killed
mutant that has a test is killed, and by TIMES different tests if any are.
"""

import csv
import json
import pathlib
import sys

suite = pathlib.Path(sys.argv[1])
times = int(sys.argv[2]) if len(sys.argv) > 2 else 1
campaign = json.loads((suite / "campaign.json").read_text())
matrix = json.loads((suite / "kills.json").read_text())
with open(suite / "kills.csv") as file:
    rows = list(csv.reader(file))
assert rows[0][1:] == matrix["tests"] == [each["name"] for each in campaign["suite"]]
table = {row[0]: [name for name, cell in zip(rows[0][1:], row[1:]) if cell == "1"]
         for row in rows[1:]}
assert table == matrix["mutants"]
killed = [each for each in campaign["results"] if each["status"] == "killed"]
assert sorted(table) == sorted(each["id"] for each in killed)
counts = [len(table[each["id"]]) for each in killed if "test" in each]
assert counts and min(counts) >= 1
often = sum(count >= times for count in counts)
print(f"{len(counts)} mutants, {often} killed at least {times} times")
