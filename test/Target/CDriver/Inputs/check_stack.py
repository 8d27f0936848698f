"""Sums up what -fstack-usage says. Without recursion, the sum of all frames is more
than any chain of calls needs."""

import sys

total = 0
for path in sys.argv[1:]:
    with open(path) as file:
        for line in file:
            name, size, kind = line.rsplit("\t", 2)
            assert kind.strip() == "static", line
            total += int(size)
print("static, together", "less" if total < 2048 else "not less",
      "than 2048 bytes")
