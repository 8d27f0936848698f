#!/usr/bin/env python3
#===- per-step.py - The published monolithic encoding ---------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
"""Writes bounded language inclusion as one formula with one delay per step.

  per-step.py SPECIFICATION IMPLEMENTATION K > script.smt2

This is the encoding of Aichernig, Lorber and Nickovic (TAP 2013) with its known
errors mended: every clock has a copy before and after each delay, a step is a
disjunction over all locations and one over all edges, and the depth of the
violation is a disjunction over prefixes. It is what `bmc` is measured against,
and reads only what that needs: one automaton, clocks, conjunctive guards.
Models are given in the form of `tioga compile --emit=tioga`.
"""

import re
import sys


class Model:
    def __init__(self, path):
        text = open(path).read()
        self.clocks = re.search(r"^\s*clock ([^;]*);", text, re.M)[1].split(", ")
        self.inputs = set(re.search(r"^\s*input ([^;]*);", text, re.M)[1].split(", "))
        outputs = re.search(r"^\s*output ([^;]*);", text, re.M)[1].split(", ")
        self.labels = sorted(self.inputs | set(outputs))
        self.invariants = {}
        for init, name, body in re.findall(
                r"^\s*(init )?location (\w+)(?: \{ invariant ([^;]*); \})?", text, re.M):
            self.invariants[name] = body
            if init:
                self.initial = name
        self.locations = list(self.invariants)
        self.edges = [self.read_edge(*found) for found in re.findall(
            r"^\s*edge (?:\w+: )?(\w+) -> (\w+) on (\w+)[?!]([^;]*);", text, re.M)]

    def read_edge(self, source, target, label, clauses):
        guard = re.search(r" when (.*?)(?= reset| do| stems|$)", clauses)
        reset = re.search(r" reset (.*?)(?= when| do| stems|$)", clauses)
        return {"source": source, "target": target, "label": label,
                "guard": guard[1] if guard else "",
                "reset": reset[1].split(", ") if reset else []}


def condition(text, values):
    """A conjunction of comparisons over clocks whose terms are given."""
    if not text:
        return "true"
    parts = []
    for part in text.split(" && "):
        clock, operator, bound = part.split()
        operator = {"==": "="}.get(operator, operator)
        parts.append(f"({operator} {values[clock]} {float(bound)})")
    return conjunction(parts)


def conjunction(parts):
    return parts[0] if len(parts) == 1 else f"(and {' '.join(parts)})" if parts else "true"


def disjunction(parts):
    return parts[0] if len(parts) == 1 else f"(or {' '.join(parts)})" if parts else "false"


class Encoder:
    def __init__(self, model, name, completes):
        self.model, self.name, self.completes = model, name, completes

    def clock(self, clock, step, star=""):
        return f"{self.name}.{clock}{star}.{step}"

    def at(self, location, step):
        return f"(= {self.name}.x.{step} {self.model.locations.index(location)})"

    def on(self, label, step):
        return f"(= a.{step} {self.model.labels.index(label)})"

    def stars(self, step):
        return {c: self.clock(c, step, "*") for c in self.model.clocks}

    def declare(self, k):
        for step in range(1, k + 2):
            yield f"(declare-const {self.name}.x.{step} Int)"
            for clock in self.model.clocks:
                yield f"(declare-const {self.clock(clock, step)} Real)"
                yield f"(declare-const {self.clock(clock, step, '*')} Real)"

    def init(self):
        return conjunction([self.at(self.model.initial, 1)]
                           + [f"(= {self.clock(c, 1)} 0.0)" for c in self.model.clocks])

    def delay(self, step):
        """The clocks after the delay, without any invariant."""
        return conjunction([f"(= (- {self.clock(c, step, '*')} {self.clock(c, step)}) d.{step})"
                            for c in self.model.clocks])

    def may_wait(self, step):
        return disjunction([conjunction([self.at(q, step), condition(text, self.stars(step))])
                            for q, text in self.model.invariants.items()])

    def enabled(self, edge, step):
        stars = self.stars(step)
        after = {c: "0.0" if c in edge["reset"] else value for c, value in stars.items()}
        return conjunction([self.at(edge["source"], step), self.on(edge["label"], step),
                            condition(edge["guard"], stars),
                            condition(self.model.invariants[edge["target"]], after)])

    def effect(self, edge, step):
        return conjunction(
            [self.at(edge["target"], step + 1)]
            + [f"(= {self.clock(c, step + 1)} "
               + ("0.0" if c in edge["reset"] else self.clock(c, step, "*")) + ")"
               for c in self.model.clocks])

    def act(self, step):
        steps = [conjunction([self.enabled(e, step), self.effect(e, step)])
                 for e in self.model.edges]
        if self.completes:
            stays = [f"(= {self.name}.x.{step + 1} {self.name}.x.{step})"] + [
                f"(= {self.clock(c, step + 1)} {self.clock(c, step, '*')})"
                for c in self.model.clocks]
            is_input = disjunction([self.on(a, step) for a in sorted(self.model.inputs)])
            steps.append(conjunction(
                [is_input] + [f"(not {self.enabled(e, step)})" for e in self.model.edges
                              if e["label"] in self.model.inputs] + stays))
        return disjunction(steps)

    def cannot(self, step):
        """Neither the delay nor, if it is an output, the action is possible."""
        none = [f"(not {self.enabled(e, step)})" for e in self.model.edges]
        is_output = disjunction([self.on(a, step) for a in self.model.labels
                                 if a not in self.model.inputs])
        return f"(or (not {self.may_wait(step)}) {conjunction([is_output] + none)})"


def main():
    spec_path, impl_path, k = sys.argv[1], sys.argv[2], int(sys.argv[3])
    spec = Encoder(Model(spec_path), "s", completes=False)
    impl = Encoder(Model(impl_path), "i", completes=True)
    print("(set-logic QF_LIRA)")
    for line in [*spec.declare(k), *impl.declare(k)]:
        print(line)
    for step in range(1, k + 1):
        print(f"(declare-const d.{step} Real)\n(declare-const a.{step} Int)")
        print(f"(assert (and (>= d.{step} 0.0) (<= 0 a.{step} {len(spec.model.labels) - 1})))")
    print(f"(assert {spec.init()})\n(assert {impl.init()})")
    prefixes = []
    for last in range(1, k + 1):
        parts = []
        for step in range(1, last + 1):
            parts += [impl.delay(step), impl.may_wait(step), impl.act(step), spec.delay(step)]
            parts += [spec.may_wait(step), spec.act(step)] if step < last else [spec.cannot(step)]
        prefixes.append(conjunction(parts))
    print(f"(assert {disjunction(prefixes)})\n(check-sat)")


if __name__ == "__main__":
    main()
