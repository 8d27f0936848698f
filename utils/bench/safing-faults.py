#!/usr/bin/env python3
#===- safing-faults.py - What a suite finds in a faulty safing engine -----===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
"""Measure the mutation score of test suites on an implementation.

The implementation is written by hand from the sentences of
docs/examples/safing-engine/safing-engine-full.tioga, the way a programmer would:
state by state. Its faults are made in this program's own syntax tree, so they are
not the faults that tests were made from: other constants, comparisons, connectives,
conditions (which the operators for contracts never touch), and assignments that are
missing. A fault that no long random run shows is not counted.

    safing-faults.py list                     the faults
    safing-faults.py sut N                    the engine with fault N (0: none)
    safing-faults.py score TIOGA SUITE...     how many of them each suite finds
"""

import ast
import copy
import inspect
import json
import random
import subprocess
import sys

STATES = ["Reset", "Initial", "Diagnostic", "Safe", "Normal", "Test", "Destruction"]
COMMANDS = ["noCommand", "startDiagnosis", "startTest", "endTest", "startDestruction", "fire"]
INPUTS = ["reset1", "error", "passed", "overvoltage", "undervoltage", "crash_front",
          "crash_side", "buckled", "key", "watchdog", "spi_command"]
OUTPUTS = ["safe1", "efo1", "efo2", "lamp", "level"]


def start(e):
    """The state before the first step, and the outputs of the first one."""
    e.state = "Reset"
    e.count = e.level = 0
    e.latched = e.tested = e.armed = False
    e.safe1 = e.efo1 = e.efo2 = e.lamp = False


def step(e, i):
    """One step of the engine `e` with the inputs `i`. This is what is made faulty."""
    was_armed = e.armed
    was_tested = e.tested
    was_in_destruction = e.state == "Destruction"
    # Where to go.
    if i.reset1:
        e.state = "Reset"
    elif e.state == "Reset":
        e.state = "Initial"
    elif e.state == "Initial":
        if i.error:
            e.state = "Reset"
        elif i.spi_command == "startDiagnosis":
            e.state = "Diagnostic"
    elif e.state == "Diagnostic":
        if i.error:
            e.state = "Safe"
        elif i.passed:
            e.state = "Normal"
    elif e.state == "Normal":
        if i.spi_command == "startTest":
            e.state = "Test"
        elif i.spi_command == "startDestruction":
            e.state = "Destruction"
    elif e.state == "Test":
        if i.spi_command == "endTest":
            e.state = "Normal"
    # Power and errors.
    powered = not i.overvoltage and not i.undervoltage
    if i.reset1:
        e.latched = False
    elif i.error or i.watchdog:
        e.latched = True
    e.tested = e.state == "Test"
    e.armed = e.state == "Normal" and powered
    # Crashes.
    if (i.crash_front or i.crash_side) and i.buckled:
        e.count = e.count + 1
        if e.count > 3:
            e.count = 3
    else:
        e.count = 0
    # What is fired.
    direct = was_tested and i.spi_command == "fire"
    unlocked = was_in_destruction and i.key
    crashed = was_armed and e.count == 3
    e.efo1 = powered and (crashed and i.crash_front or direct or unlocked)
    e.efo2 = powered and (crashed and i.crash_side or direct or unlocked)
    # What is shown.
    e.safe1 = e.state == "Safe"
    e.lamp = e.latched or not powered
    e.level = e.count


class Record:
    """Variables with names."""


# ---------------------------------------------------------------------------
# Faults
# ---------------------------------------------------------------------------

def others(text):
    """Two other literals of the same enumeration."""
    for literals in (STATES, COMMANDS):
        if text in literals:
            at = literals.index(text)
            return [literals[(at + 1) % len(literals)], literals[at - 1]]
    return []


def changes(node):
    """What else could stand in the place of a node, each with a description."""
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value), f"{not node.value} for {node.value}"
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        for delta in (1, -1):
            yield ast.Constant(node.value + delta), f"{node.value + delta} for {node.value}"
    elif isinstance(node, ast.Constant):
        for text in others(node.value):
            yield ast.Constant(text), f"{text} for {node.value}"
    elif isinstance(node, ast.Compare):
        swap = {ast.Eq: ast.NotEq, ast.Gt: ast.GtE}
        yield (ast.Compare(node.left, [swap[type(node.ops[0])]()], node.comparators),
               "another comparison")
    elif isinstance(node, ast.BoolOp):
        swap = {ast.And: ast.Or, ast.Or: ast.And}
        yield ast.BoolOp(swap[type(node.op)](), node.values), "another connective"
    elif isinstance(node, ast.UnaryOp):
        yield node.operand, "a missing 'not'"
    elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
        yield ast.UnaryOp(ast.Not(), node), f"not {node.attr}"
    elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Attribute):
        yield ast.Pass(), f"{node.targets[0].attr} is not set"


class Replace(ast.NodeTransformer):
    """Replaces the node at a position."""

    def __init__(self, position, new):
        self.position, self.new, self.count = position, new, -1

    def visit(self, node):
        self.count += 1
        if self.count == self.position:
            return self.new
        return self.generic_visit(node)


class Positions(ast.NodeVisitor):
    """All nodes, in the order in which `Replace` counts them."""

    def __init__(self):
        self.nodes = []

    def visit(self, node):
        self.nodes.append(node)
        self.generic_visit(node)


def make_faults():
    """All faulty programs: description and function."""
    tree = ast.parse(inspect.getsource(step))
    positions = Positions()
    positions.visit(tree)
    faults = []
    for position, node in enumerate(positions.nodes):
        if not hasattr(node, "lineno") or isinstance(node, ast.FunctionDef):
            continue
        # Arithmetic on a truth value is no fault that a compiler would let pass.
        if isinstance(node, ast.Attribute) and node.attr in ("count", "state", "spi_command"):
            continue
        for new, text in changes(node):
            program = Replace(position, new).visit(copy.deepcopy(tree))
            names = {}
            exec(compile(ast.fix_missing_locations(program), "faulty", "exec"), names)
            faults.append((f"line {node.lineno}: {text}", names["step"]))
    return faults


# ---------------------------------------------------------------------------
# Running
# ---------------------------------------------------------------------------

class Engine:
    """An engine that runs: the first step only starts it."""

    def __init__(self, function):
        self.function, self.e, self.started = function, Record(), False

    def run(self, values):
        i = Record()
        i.__dict__.update(zip(INPUTS, values))
        if self.started:
            self.function(self.e, i)
        else:
            start(self.e)
        self.started = True
        return [getattr(self.e, name) for name in OUTPUTS]


def make_inputs(generator):
    """Inputs that lead somewhere: resets and errors are rare."""
    values = [generator.random() < chance
              for chance in (0.06, 0.1, 0.6, 0.1, 0.1, 0.6, 0.6, 0.8, 0.5, 0.1)]
    return values + [generator.choice(COMMANDS)]


def shows(function, runs=400, length=30):
    """Whether random runs tell the function from the engine."""
    generator = random.Random(7)
    for _ in range(runs):
        right, wrong = Engine(step), Engine(function)
        for _ in range(length):
            values = make_inputs(generator)
            if right.run(values) != wrong.run(values):
                return True
    return False


def serve(function):
    """Speaks the protocol of `tioga run`."""
    engine, answer = Engine(function), None
    for line in sys.stdin:
        request = json.loads(line)
        reply = None
        if request["type"] == "reset":
            engine, answer = Engine(function), None
            reply = {"type": "ready"}
        elif request["type"] == "input":
            answer = engine.run(request["arguments"])
        elif request["type"] == "delay":
            reply = {"type": "delayed"}
            if answer is not None:
                reply = {"type": "output", "label": "stepped", "arguments": answer}
            answer = None
        elif request["type"] == "quit":
            return
        if reply:
            print(json.dumps(reply), flush=True)


def fails(tioga, suite, number):
    """Whether a test of the suite fails on the engine with a fault."""
    result = subprocess.run(
        [tioga, "run", suite, f"--sut={sys.executable} {__file__} sut {number}",
         "--until-first-fail", "--answer-time=60000"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    # A value outside of its type is an answer that the interface does not have.
    isImpossible = result.returncode == 20 and "is not in" in result.stdout
    if result.returncode not in (0, 10) and not isImpossible:
        sys.exit(f"{suite}: {result.stdout}")
    return result.returncode != 0


def score(tioga, suites):
    """Prints how many faults each suite finds."""
    faults = make_faults()
    counted = [number for number, (_, function) in enumerate(faults, 1) if shows(function)]
    print(f"{len(faults)} faults, {len(counted)} of them show")
    for suite in suites:
        if fails(tioga, suite, 0):
            sys.exit(f"{suite}: the engine without fault fails")
        found = [number for number in counted if fails(tioga, suite, number)]
        print(f"{suite}: {len(found)} of {len(counted)} found, "
              f"{100 * len(found) / len(counted):.1f} %")


def main():
    if sys.argv[1] == "list":
        for number, (text, function) in enumerate(make_faults(), 1):
            print(number, text, "" if shows(function) else "(does not show)")
    elif sys.argv[1] == "sut":
        number = int(sys.argv[2])
        serve(make_faults()[number - 1][1] if number else step)
    else:
        score(sys.argv[2], sys.argv[3:])


if __name__ == "__main__":
    main()
