"""Compares functions as tioga executes them with what Python says they do.

Each model has variables with known values and one edge that calls a random function; the query
states the values that the function leaves behind. The functions use what C's language has:
division that rounds towards zero, loops, early returns, local variables, arrays, references.
"""

import pathlib
import random
import re
import subprocess
import sys

tioga, out, count = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3])
out.mkdir(parents=True, exist_ok=True)


class Returned(Exception):
    pass


def divide(a, b):
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def remainder(a, b):
    return a - b * divide(a, b)


class Generator:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.counter = 0

    def expr(self, depth, names):
        rng = self.rng
        if depth == 0 or rng.random() < 0.25:
            kind = rng.randrange(3)
            if kind == 0:
                return str(rng.randint(0, 5))
            if kind == 1:
                return rng.choice(names)
            return f"a[{rng.randint(0, 2)}]"
        left = self.expr(depth - 1, names)
        right = self.expr(depth - 1, names)
        op = rng.choice(["+", "-", "+", "-", "/", "%", "?"])
        if op in "/%":
            return f"(({left}) {op} {rng.choice([2, 3, -2])})"
        if op == "?":
            return f"(({left}) < ({right}) ? ({left}) : ({right}))"
        return f"(({left}) {op} ({right}))"

    def condition(self, names):
        left = self.expr(1, names)
        right = self.expr(1, names)
        op = self.rng.choice(["<", "<=", "==", "!=", ">", ">="])
        return f"({left}) {op} ({right})"

    def block(self, depth, names):
        names = list(names)
        lines = []
        for _ in range(self.rng.randint(1, 3)):
            lines.append(self.stmt(depth, names))
        return "{ " + " ".join(lines) + " }"

    def stmt(self, depth, names):
        rng = self.rng
        kind = rng.randrange(8) if depth else rng.randrange(4)
        value = self.expr(2, names)
        target = rng.choice(["x", "y", "t", f"a[{rng.randint(0, 2)}]"])
        if kind <= 2:
            # Keeps the numbers small.
            return f"{target} = ({value}) % 50;"
        if kind == 3:
            return rng.choice([f"{target}++;", f"{target} -= 2;", "bump(x, 2);", "y = twice(x) % 50;"])
        if kind <= 5:
            otherwise = " else " + self.block(depth - 1, names) if rng.random() < 0.5 else ""
            return f"if ({self.condition(names)}) {self.block(depth - 1, names)}{otherwise}"
        if kind == 6:
            self.counter += 1
            i = f"i{self.counter}"
            return f"for ({i} : int[0,2]) {{ a[{i}] = (a[{i}] + {value}) % 40; }}"
        return f"if ({self.condition(names)}) return;"


PRELUDE = """
void bump(int &v, int k) { if (v > 10) { v = 0; return; } v += k; }
int twice(int k) { int s = 0; int i = 0; while (i < 2) { s += k; i++; } return s; }
"""


def interpret(text, state):
    """Executes the body by translating it to Python."""
    # A tiny recursive translation: tokens to Python source.
    tokens = re.findall(r"\w+|\+\+|-=|<=|>=|==|!=|[-+*/%<>=?:;,(){}\[\]]", text)
    position = 0
    lines = []

    def peek():
        return tokens[position]

    def take(expected=None):
        nonlocal position
        token = tokens[position]
        assert expected is None or token == expected, (token, expected)
        position += 1
        return token

    def primary():
        token = take()
        if token == "(":
            value = conditional()
            take(")")
            return value
        if token == "-":
            return f"(-{primary()})"
        if token in ("twice",):
            take("(")
            value = conditional()
            take(")")
            return f"twice({value})"
        if token.isdigit():
            return token
        if peek() == "[":
            take("[")
            index = conditional()
            take("]")
            return f"S['{token}'][{index}]"
        return token if re.fullmatch(r"i\d+", token) else f"S['{token}']"

    def product():
        value = primary()
        while peek() in ("/", "%"):
            op = take()
            right = primary()
            value = f"{'divide' if op == '/' else 'remainder'}({value}, {right})"
        return value

    def sum_():
        value = product()
        while peek() in ("+", "-"):
            value = f"({value} {take()} {product()})"
        return value

    def comparison():
        value = sum_()
        if peek() in ("<", "<=", "==", "!=", ">", ">="):
            value = f"({value} {take()} {sum_()})"
        return value

    def conditional():
        value = comparison()
        if peek() == "?":
            take()
            then = conditional()
            take(":")
            value = f"({then} if {value} else {conditional()})"
        return value

    def emit(indent, line):
        lines.append("  " * indent + line)

    def statement(indent):
        token = peek()
        if token == "{":
            take()
            emit(indent, "pass")
            while peek() != "}":
                statement(indent)
            take("}")
        elif token == "if":
            take()
            take("(")
            emit(indent, f"if {conditional()}:")
            take(")")
            statement(indent + 1)
            if position < len(tokens) and peek() == "else":
                take()
                emit(indent, "else:")
                statement(indent + 1)
        elif token == "for":
            take()
            take("(")
            name = take()
            for expected in (":", "int", "[", "0", ",", "2", "]", ")"):
                take(expected)
            emit(indent, f"for {name} in range(3):")
            statement(indent + 1)
        elif token == "return":
            take()
            take(";")
            emit(indent, "raise Returned")
        elif token == "bump":
            for expected in ("bump", "(", "x", ",", "2", ")", ";"):
                take(expected)
            emit(indent, "S['x'] = 0 if S['x'] > 10 else S['x'] + 2")
        else:
            target = primary()
            op = take()
            if op == "++":
                emit(indent, f"{target} += 1")
            else:
                emit(indent, f"{target} {op} {conditional()}")
            take(";")

    statement(0)
    try:
        exec("\n".join(lines), {"S": state, "divide": divide, "remainder": remainder,
                                "twice": lambda k: 2 * k, "Returned": Returned})
    except Returned:
        pass


for seed in range(count):
    generator = Generator(seed)
    body = generator.block(3, ["x", "y", "t"])
    state = {"x": generator.rng.randint(-20, 20), "y": generator.rng.randint(-20, 20), "t": 0,
             "a": [generator.rng.randint(-20, 20) for _ in range(3)]}
    text = f"int x = {state['x']}, y = {state['y']}, t;\n"
    text += "int a[3] = {" + ", ".join(map(str, state["a"])) + "};\n" + PRELUDE
    text += f"void f() {body}\n"
    text += ("process P() { state A, B; init A; trans A -> B { assign f(); }; }\nsystem P;\n")
    interpret(body, state)
    values = [(name, state[name]) for name in "xyt"]
    values += [(f"a[{i}]", value) for i, value in enumerate(state["a"])]
    query = "E<> P.B && " + " && ".join(f"{name} == {value}" for name, value in values)
    path = out / "model.xta"
    path.write_text(text)
    (out / "model.q").write_text(query + "\n")
    result = subprocess.run([tioga, "verify", path], capture_output=True, text=True)
    if "becomes too large" in result.stderr:
        continue
    if result.returncode != 0:
        print(f"seed {seed}:\n{text}\n{query}\n{result.stdout}{result.stderr}")
        sys.exit(1)
