"""Compares what Passes.td says that passes keep with Contracts.def."""

import re
import sys

WORDS = {
    "equal traces": "Equal",
    "equal traces to the depth": "EqualToDepth",
    "a subset of the traces": "Subset",
    "a superset of the traces": "Superset",
}

passes = open(sys.argv[1]).read()
contracts = open(sys.argv[2]).read()
declared = dict(re.findall(r'TIOGA_PASS_CONTRACT\("([^"]+)", (\w+)\)', contracts))
described = {}
for argument, body in re.findall(r'Pass<"([^"]+)".*?\[\{(.*?)\}\]', passes, re.S):
    keeps = re.search(r"Keeps: (.*?)[.;]", body, re.S)
    if not keeps:
        sys.exit(f"{argument} does not say what it keeps")
    described[argument] = WORDS[" ".join(keeps.group(1).split())]
if declared != described:
    sys.exit(f"Contracts.def: {declared}\nPasses.td: {described}")
print(f"{len(declared)} contracts agree")
