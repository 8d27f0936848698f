"""Checks that every operator of `tioga mutate --list-operators` is a row of the
table in docs/Mutation.md, with the same short name, groups and description, and
that the table has no other rows."""
import re
import sys

program = []
for line in open(sys.argv[1]):
    name, short, groups, text = re.match(r"(\S+)\s+(\S+)\s+(\S+)\s+(.*)", line).groups()
    program.append((name, short, groups.replace(",", ", "), text))

table = []
for line in open(sys.argv[2]):
    cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
    if len(cells) == 5 and cells[0].startswith("`"):
        table.append((cells[0].strip("`"), cells[1].strip("`"), cells[2], cells[3]))

assert table == program, "docs/Mutation.md differs: %s" % (
    sorted(set(table) ^ set(program)) or "order")
