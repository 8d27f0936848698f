#!/usr/bin/env python3
"""A lamp under test that behaves, or misbehaves in the way it is told to."""

import json
import os
import signal
import sys
import time
from fractions import Fraction

mode = sys.argv[1] if len(sys.argv) > 1 else "good"
if len(sys.argv) > 2:  # Who I am, so that a test can see that I am gone.
    with open(sys.argv[2], "w") as file:
        file.write(str(os.getpid()))


def say(**message):
    print(json.dumps(message), flush=True)


def misbehave():
    """What happens instead of the lamp going on."""
    if mode == "crash":
        print("about to crash", file=sys.stderr, flush=True)
        os.kill(os.getpid(), signal.SIGSEGV)
    if mode == "exit":
        print("cannot go on", file=sys.stderr, flush=True)
        sys.exit(3)
    if mode == "quit":  # In order, but early.
        sys.exit(0)
    if mode == "hang":
        time.sleep(1000)
    if mode == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(1000)
    if mode == "flood":
        while True:
            say(type="log", text="x" * 100)
    if mode == "long-line":
        while True:
            sys.stdout.write("x" * 65536)
    if mode == "garbage":
        print("\x00\xff}{ hello", flush=True)
        time.sleep(1000)
    if mode == "half":
        sys.stdout.write('{"type": "outp')
        sys.stdout.flush()
        sys.exit(0)
    if mode == "close":
        sys.stdout.flush()
        os.close(1)
        time.sleep(1000)
    if mode == "deaf":
        os.close(0)
        say(type="delayed", delay="1/4")
        time.sleep(1000)
    if mode == "unknown":
        say(type="output", label="explode")
    if mode == "arguments":
        say(type="output", label="on", arguments=[12])
    if mode == "past":
        say(type="output", label="on", arguments=[5], delay="-1")
    if mode == "chatter":
        sys.stderr.write("noise\n" * 100000)
        sys.stderr.flush()


due = None
for line in sys.stdin:
    message = json.loads(line)
    kind = message["type"]
    if kind == "reset":
        due = None
        if mode == "grid":
            say(type="hello", grid="1/4")
        say(type="ready")
    elif kind == "input":
        due = Fraction(3 if mode == "slow" else 1)
    elif kind == "delay":
        maximum = Fraction(message["max"])
        if due is not None:
            misbehave()
        if due is None or due > maximum:
            say(type="delayed", delay=str(maximum))
            due = None if due is None else due - maximum
        elif mode == "off":
            say(type="output", label="off", delay=str(due))
            due = None
        else:
            say(type="output", label="on", delay=str(due),
                arguments=[1 if mode == "dim" else 5])
            due = None
    elif kind == "quit":
        break
