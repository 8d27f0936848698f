#!/usr/bin/env python3
"""A light that goes on one time unit after it was pressed, in several dialects.

usage: switch.py ecdar|torx|real|tcp
"""

import json
import socket
import sys
import threading
import time

dialect = sys.argv[1]


def ecdar():
    """Time passes in steps of one unit."""
    due = None
    print("Debug: ready", flush=True)
    for line in sys.stdin:
        line = line.strip()
        if line == "press":
            due = 1
        elif line == "Delay: 1":
            if due is not None:
                due -= 1
            if due == 0:
                print("light")
                due = None
            print("Delay done", flush=True)
        else:
            sys.exit("what is " + line)


def torx():
    """There is no time."""
    is_due = False
    for line in sys.stdin:
        command, _, rest = line.strip().partition(" ")
        if command == "C_INPUT":
            is_due = rest == "event=press"
            print(f"A_LOG pressed\nA_INPUT\t{rest}", flush=True)
        elif command == "C_OUTPUT":
            print("A_OUTPUT\tevent=" + ("light" if is_due else "delta"), flush=True)
            is_due = False
        elif command == "C_QUIT":
            break


def real():
    """A time unit is a tenth of a second; nobody asks for delays."""
    def shine():
        print('{"type": "output", "label": "light"}', flush=True)
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "reset":
            print('{"type": "ready"}', flush=True)
        elif message["type"] == "input":
            threading.Timer(float(sys.argv[2]), shine).start()
        elif message["type"] == "quit":
            break
        else:
            sys.exit("what is " + line)


def tcp():
    """JSON lines over a connection. Prints the port, then serves one client."""
    server = socket.create_server(("127.0.0.1", 0))
    with open(sys.argv[2], "w") as file:
        file.write(str(server.getsockname()[1]))
    client = server.accept()[0].makefile("rw")
    due = None
    for line in client:
        message = json.loads(line)
        reply = None
        if message["type"] == "reset":
            due, reply = None, {"type": "ready"}
        elif message["type"] == "input":
            due = 1
        elif message["type"] == "delay":
            offered = float(message["max"])
            if due is not None and due <= offered:
                reply = {"type": "output", "label": "light", "delay": due}
                due = None
            else:
                reply = {"type": "delayed"}
                due = None if due is None else due - offered
        elif message["type"] == "quit":
            break
        if reply:
            client.write(json.dumps(reply) + "\n")
            client.flush()


globals()[dialect]()
