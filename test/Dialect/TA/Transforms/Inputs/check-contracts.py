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
    words = " ".join(keeps.group(1).split())
    # A pass that leaves its operands alone and makes something new has no contract.
    if words != "nothing, since it makes a new network":
        described[argument] = WORDS[words]
if declared != described:
    sys.exit(f"Contracts.def: {declared}\nPasses.td: {described}")
print(f"{len(declared)} contracts agree")
