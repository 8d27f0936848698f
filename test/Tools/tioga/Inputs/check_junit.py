"""Prints the results in a file of JUnit's XML."""

import sys
import xml.etree.ElementTree as tree

for suite in tree.parse(sys.argv[1]).getroot():
    print(suite.tag, suite.get("name"),
          *(f"{key}={int(suite.get(key))}"
            for key in ("tests", "failures", "errors", "skipped")))
    for case in suite:
        float(case.get("time"))
        problems = [f"{part.tag} {part.get('type')}: {part.get('message')}"
                    for part in case if part.tag in ("failure", "error", "skipped")]
        print(case.get("name"), *(problems or ["ok"]))
