"""Plays a log of steps as a program under test: one answer for each request."""

import json
import sys

steps = [
    [json.loads(word.split("=")[1]) for word in line.split() if "=" in word]
    for line in open(sys.argv[1])
]
position = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "reset":
        position = 0
        print('{"type":"ready"}', flush=True)
    elif message["type"] == "delay":
        reply = {"type": "delayed"}
        if position < len(steps):
            reply = {
                "type": "output",
                "label": "stepped",
                "arguments": steps[position],
                "delay": "0",
            }
            position += 1
        print(json.dumps(reply), flush=True)
