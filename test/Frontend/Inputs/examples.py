"""Reads every example, writes it and reads it again.

Usage: examples.py EXAMPLES_DIR WORK_DIR TIOGA TIOGA_OPT
"""

import concurrent.futures
import os
import pathlib
import subprocess
import sys


class Failure(Exception):
    pass


def fail(message):
    raise Failure(message)


def run(*command):
    result = subprocess.run(command, capture_output=True)
    if result.returncode != 0:
        fail("failed: %s\n%s" % (" ".join(command), result.stderr.decode()))
    return result.stdout


def check(path, work, tioga, tioga_opt):
    text = work / (path.stem + ".tioga")
    ir = work / (path.stem + ".mlir")
    run(tioga, "compile", str(path), "--emit=tioga", "-o", str(text))
    if run(tioga, "compile", str(text), "--emit=tioga") != text.read_bytes():
        fail("%s: the expanded text is not a fixed point" % path)
    run(tioga, "compile", str(path), "-o", str(ir))
    if run(tioga, "compile", str(text)) != ir.read_bytes():
        fail("%s: the expanded text has other IR" % path)
    if run(tioga_opt, "--verify-roundtrip", str(ir)) != ir.read_bytes():
        fail("%s: tioga-opt changes the IR" % path)


def main():
    examples, work, tioga, tioga_opt = sys.argv[1:]
    paths = sorted(pathlib.Path(examples).glob("*/*.tioga"))
    if len(paths) < 90:
        sys.exit("only %d examples found" % len(paths))
    run(tioga, "check", *map(str, paths))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = [
            pool.submit(check, path, pathlib.Path(work), tioga, tioga_opt)
            for path in paths
        ]
        for job in jobs:
            job.result()


try:
    main()
except Failure as failure:
    sys.exit(str(failure))
