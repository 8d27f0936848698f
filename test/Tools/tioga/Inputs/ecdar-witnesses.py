"""Replays the witnesses of refused refinements between components.

The interpreter knows nothing of refinement: what the witness says, and the output
that is refused, is possible on the left side, and is not on the right one. Inputs
that a component does not mention are ignored, so both are completed first.
"""

import pathlib
import re
import subprocess
import sys


def complete(tioga, tioga_opt, project, component, directory):
    """The component as a file, with all inputs taken everywhere."""
    text, plain, result = (directory / f"{component}{ending}"
                           for ending in (".tioga", ".mlir", ".complete.mlir"))
    subprocess.run([tioga, "compile", f"{project}:{component}", "--emit=tioga", "-o", text],
                   check=True)
    subprocess.run([tioga, "compile", text, "-o", plain], check=True)
    subprocess.run([tioga_opt, "--ta-complete", plain, "-o", result], check=True)
    return result


def can_do(tioga, model, trace):
    """Nothing if it is not decided."""
    result = subprocess.run([tioga, "sim", model, "--replay=-"], input=trace, text=True,
                            capture_output=True)
    return {0: True, 10: False}.get(result.returncode)


def main():
    tioga, tioga_opt, project, directory = sys.argv[1:5]
    directory = pathlib.Path(directory)
    directory.mkdir(parents=True, exist_ok=True)
    names = sys.argv[5:] or sorted(
        path.stem for path in pathlib.Path(project).glob("Components/*.json"))
    models = {name: complete(tioga, tioga_opt, project, name, directory) for name in names}
    replayed = 0
    for left in names:
        for right in names:
            query = f"refinement: {left} <= {right}"
            answer = subprocess.run([tioga, "verify", project, f"--query={query}"], text=True,
                                    capture_output=True).stdout
            found = re.search(r"^  trace: (.*)\n  the left side may (do '(.*)'|wait longer)",
                              answer, re.M)
            if not found:
                continue
            trace = found[1] + (f" · {found[3]}" if found[3] else "")
            can = [can_do(tioga, models[name], trace) for name in (left, right)]
            if can != [True, False]:
                print(f"{query}: {trace} is replayed as {can}")
            replayed += 1
    print(f"{replayed} witnesses replayed")


if __name__ == "__main__":
    main()
