"""Writes damaged copies of files: bytes changed, lines lost, doubled or mixed.

Usage: mutate-files.py COUNT SEED DIRECTORY FILE...
"""

import pathlib
import random
import sys


def damage(rng, data, words):
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(data) + 1)
        kind = rng.randrange(6)
        if kind == 0:
            data = data[:at] + bytes([rng.randrange(256)]) + data[at + 1:]
        elif kind == 1:
            data = data[:at]
        elif kind == 2:
            data = data[:at] + data[at + rng.randint(1, 20):]
        elif kind == 3:
            data = data[:at] + rng.choice(words) + data[at:]
        else:
            lines = data.split(b"\n")
            one, two = rng.randrange(len(lines)), rng.randrange(len(lines))
            if kind == 4:
                lines[one] = lines[two]
            else:
                lines.insert(one, lines[two][rng.randrange(len(lines[two]) + 1):])
            data = b"\n".join(lines)
    return data


def main():
    count, seed, directory = int(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])
    sources = [pathlib.Path(name) for name in sys.argv[4:]]
    directory.mkdir(parents=True, exist_ok=True)
    for source in sources:
        rng = random.Random(f"{seed} {source.name}")
        data = source.read_bytes()
        words = data.replace(b"\n", b" ").replace(b":", b" : ").split() + [
            b"{", b"}", b"[", b"]", b"(", b")", b"-1", b"99999999999", b"\xff", b"?", b"!"]
        for number in range(count):
            name = f"{source.stem}-{number}{source.suffix}"
            (directory / name).write_bytes(damage(rng, data, words))


main()
