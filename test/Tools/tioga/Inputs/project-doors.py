"""Checks that refined tests of the car alarm project to the events of the originals.

The doors are computed anew here: all closed, or no longer; all locked, or no longer.
"""

import re
import sys


def read_sends(path):
    """By test, the sends along its first way, in order."""
    tests = {}
    name, moves, initial = None, [], None
    for line in open(path):
        if found := re.match(r"\s*test\.case @(\w+) initial @(\w+)", line):
            name, initial, moves = found.group(1), found.group(2), []
            tests[name] = (initial, moves)
        elif found := re.match(
            r'\s*test\.move @(\w+) -> @(\w+) (send|expect|elapse) ?(\w*)(.*)', line
        ):
            moves.append(found.groups())
    result = {}
    for name, (state, moves) in tests.items():
        sends, seen = [], set()
        while state not in seen:
            seen.add(state)
            leaving = [move for move in moves if move[0] == state]
            sources = {move[0] for move in moves}
            going_on = [move for move in leaving if move[1] in sources]
            sending = [move for move in leaving if move[2] == "send"]
            for move in sending[:1] or going_on[:1]:
                if move[2] == "send":
                    values = re.findall(r"(closed_d\d|locked_d\d) := (\w+)", move[4])
                    sends.append((move[3], dict(values)))
                state = move[1]
        result[name] = sends
    return result


def get_events(sends):
    closed = locked = None
    events = []
    for label, values in sends:
        if label != "Doors":
            events.append(label)
            continue
        now = [
            all(v == "true" for k, v in values.items() if k.startswith(part))
            for part in ("closed", "locked")
        ]
        if closed is not None:
            if now[0] != closed:
                events.append("close" if now[0] else "open")
            if now[1] != locked:
                events.append("lock" if now[1] else "unlock")
        closed, locked = now
    return events


originals, refined = read_sends(sys.argv[1]), read_sends(sys.argv[2])
assert originals.keys() == refined.keys()
for name, sends in originals.items():
    expected = [label for label, _ in sends]
    assert get_events(refined[name]) == expected, (name, expected, refined[name])
print(f"{len(originals)} tests project to their events")
