"""Runs every pass on every example under --verify-semantics.

verify-examples.py EXAMPLES-DIR: prints what was rejected, then the number of runs
that were verified. Exits with 1 if a pass does not keep what it promises.
"""

import glob
import os
import subprocess
import sys
import tempfile

TREE = "--ta-unfold=depth=2 --ta-rename-clocks --ta-fold-invariants "
PIPELINES = [
    "--ta-check-responsive --ta-fold-invariants --ta-minimize-clocks "
    "--ta-split-disjunctions --ta-remove-unreachable",
    "--ta-product --ta-remove-unreachable=zones=true "
    "--ta-split-disjunctions=disjoint=true",
    TREE + "--ta-remove-silent --ta-determinize",
    TREE + "--ta-remove-silent=method=tables --ta-determinize=method=subsets",
    "--ta-determinize-otf=depth=2 --ta-complete --ta-minimize-clocks",
    "--ta-determinize-otf=depth=2 --ta-prune=purpose=* --ta-complete=demonic",
    "--ta-determinize-otf=depth=2 --ta-prune-inconsistent",
]

verified = 0
for path in sorted(glob.glob(os.path.join(sys.argv[1], "*", "*.tioga"))):
    with open(path) as model:
        if not any(line.startswith("system ") for line in model):
            continue
    name = os.path.basename(path)
    with tempfile.NamedTemporaryFile(suffix=".mlir") as ir:
        subprocess.run(
            ["tioga", "compile", "--emit=mlir", path, "-o", ir.name], check=True
        )
        for pipeline in PIPELINES:
            result = subprocess.run(
                ["tioga-opt", "--verify-semantics=2", *pipeline.split(), ir.name],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
            )
            if "does not keep" in result.stderr or result.returncode not in (0, 1):
                sys.exit(f"{name} {pipeline}\n{result.stderr}")
            if "warning: cannot tell" in result.stderr:
                print(f"undecided {name} {pipeline}")
            elif result.returncode == 1:
                error = next(
                    line for line in result.stderr.splitlines() if "error:" in line
                )
                print(f"rejected {name}:{error.partition('error:')[2]}")
            else:
                verified += 1
print(f"verified {verified}")
