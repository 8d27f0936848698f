"""Writes texts that are hard on a frontend: generate.py KIND [SIZE]."""

import random
import sys

# What nests: what stands before the innermost thing, the thing, what follows.
NESTED = {
    "parentheses": ("const X = ", "(", "1", ")", ";"),
    "not": ("const X = ", "!", "true", "", ";"),
    "minus": ("const X = ", "-", "1", "", ";"),
    "implies": ("const X = ", "true => ", "true", "", ";"),
    "if": ("const X = ", "if true then 1 else ", "1", "", ";"),
    "sets": ("const X = ", "{", "1", "}", ";"),
    "index": ("const X = ", "a[", "1", "]", ";"),
    "types": ("type T = ", "set of ", "bool", "", ";"),
    "braces": ("system S ", "{", "", "}", ""),
    "statements": ("actions S { output a() ", "(", "skip", ")", " }"),
    "observer": ("system S { observer O {", "{", "x", "}", "} }"),
    "postfix": ("const X = a", "", "", "[1]", ";"),
    "fields": ("const X = a", "", "", ".b", ";"),
    "sum": ("const X = ", "1 + ", "1", "", ";"),
}


def nested(kind, size):
    head, before, core, after, tail = NESTED[kind]
    return head + before * size + core + after * size + tail + "\n"


# One declaration of a chain, of which each needs the next, and the last one.
CHAINS = {
    "const-chain": ("const c{0} = c{1} + 1;", "const c{0} = 1;"),
    "type-chain": ("type T{0} = set of T{1};", "type T{0} = bool;"),
    "function-chain": ("fun f{0}(x : int) : int = f{1}(x) + 1;", "fun f{0}(x : int) : int = x;"),
    "type-tree": ("type T{0} = record {{ a : T{1}, b : T{1} }};", "type T{0} = bool;"),
    "array-tree": ("type T{0} = array[8] of T{1};", "type T{0} = bool;"),
    "const-tree": ("const c{0} = {{1 -> c{1}, 2 -> c{1}}};", "const c{0} = 1;"),
    "function-tree": (
        "fun f{0}(x : int) : int = f{1}(x) * f{1}(x + 1);",
        "fun f{0}(x : int) : int = x;",
    ),
    "sum-tree": (
        "fun f{0}(x : int) : int = f{1}(x) + f{1}(x);",
        "fun f{0}(x : int) : int = x;",
    ),
}


def chain(kind, size):
    link, last = CHAINS[kind]
    links = [link.format(i, i + 1) for i in range(size)] + [last.format(size)]
    return "\n".join(links) + "\n"


def garbage(size):
    """Characters of the language without order."""
    chars = "abc def;{}()[]!@#$%^&*:=<>\n\"'/.,0123 "
    block = "".join(random.Random(1).choices(chars, k=100000))
    return block * (size // len(block))


def words(size):
    """Words of the language without order, in one line."""
    kinds = "system automaton edge location const { } ( ) ; -> on when x y 3 , : = <"
    block = " ".join(random.Random(2).choices(kinds.split(), k=25000)) + " "
    return block * (size // len(block)) + "\n"


def model(edges):
    """An automaton with that many edges, a tenth as many locations."""
    locations = edges // 10
    lines = [
        "system Large {",
        "  input go, stop;",
        "  output done;",
        "  clock x, y;",
        "  var n : 0..99 = 0;",
        "",
        "  automaton A {",
    ]
    for i in range(locations):
        init = "init " if i == 0 else ""
        bound = i % 50 + 1
        lines.append(f"    {init}location L{i} {{ invariant x <= 10 && y <= {bound}; }}")
    for i in range(edges):
        label = ("go?", "stop?", "done!")[i % 3]
        lines.append(
            f"    edge e{i}: L{i % locations} -> L{(i * 7 + 1) % locations} on {label} "
            f"when x < {i % 20} && n >= {i % 7} reset x do n := (n + {i % 5}) mod 9;"
        )
    return "\n".join(lines + ["  }", "}", ""])


def main():
    kind = sys.argv[1]
    size = int(sys.argv[2]) if len(sys.argv) > 2 else 100000
    if kind == "garbage":
        sys.stdout.write(garbage(size))
    elif kind == "words":
        sys.stdout.write(words(size))
    elif kind == "model":
        sys.stdout.write(model(size))
    elif kind in CHAINS:
        sys.stdout.write(chain(kind, size))
    else:
        sys.stdout.write(nested(kind, size))


if __name__ == "__main__":
    main()
