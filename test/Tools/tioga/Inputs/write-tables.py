"""Writes one table of requirements in the ways of several spreadsheets to a directory."""

import csv
import io
import sys

directory = sys.argv[1]
rows = [
    ["id", "text", "assume", "guarantee", "kind", "type"],
    ["Count", "", "", "", "contract", ""],
    ["go", "", "", "", "input", "bool"],
    ["n", "", "", "", "output", "0..3"],
    ["I", "", "", "n' == 0", "initially", ""],
    [' 1.2-Ä "b"', 'Zählt, "wirklich";\nund über zwei Zeilen.', "go' && n < 3",
     "n' == n + 1", "", ""],
    ["", "", "", "", "", ""],
    ["2", "", "", "n' <= 3", "", ""],
    ["2", "", "!go'", "n' == 0", "require", ""],
]


def write(name, separator, end, encoding):
    out = io.StringIO()
    csv.writer(out, delimiter=separator, lineterminator=end).writerows(rows)
    with open(f"{directory}/{name}.csv", "wb") as file:
        file.write(out.getvalue().encode(encoding))


write("comma", ",", "\r\n", "utf-8-sig")
write("semicolon", ";", "\r\n", "utf-8")
write("tab", "\t", "\n", "utf-8")
write("return", ",", "\r", "utf-8")
write("utf16", ",", "\r\n", "utf-16")
rows = [["id", "text", "guarantee"], ["R", "", "true"], ["S", "ä", "true"]]
write("latin", ",", "\n", "latin-1")
