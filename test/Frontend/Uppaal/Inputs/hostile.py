"""Writes files that nobody writes by hand into a directory."""

import pathlib
import sys

out = pathlib.Path(sys.argv[1])
out.mkdir(parents=True, exist_ok=True)


def write(name, text):
    (out / name).write_text(text)


def guard(text):
    return ('<nta><template><name>P</name><location id="a"/><init ref="a"/><transition>'
            f'<source ref="a"/><target ref="a"/><label kind="guard">{text}</label>'
            "</transition></template><system>system P;</system></nta>")


entities = '<!ENTITY a0 "ha">' + "".join(
    f'<!ENTITY a{i} "{f"&a{i - 1};" * 10}">' for i in range(1, 10))
write("laughs.xml", f"<?xml version='1.0'?>\n<!DOCTYPE nta [{entities}]>\n"
      "<nta><declaration>&a9;</declaration></nta>")
write("external.xml", '<!DOCTYPE nta [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
      "<nta><declaration>&x;</declaration></nta>")
write("deep.xml", "<nta>" + "<a>" * 200000 + "</a>" * 200000 + "</nta>")
write("expression.xml", guard("(" * 100000 + "1" + ")" * 100000))
write("chain.xml", guard("1" + " + 1" * 100000))
write("expression.xta", "const int n = " + "-" * 100000 + "1;")
write("attribute.xml", f'<nta><template x="{"a" * (100 << 20)}"/></nta>')
write("truncated.xml", guard("x")[:150])
write("text.xml", "<nta><declaration>" + "int x; " * 200000 + "</declaration></nta>")
(out / "utf16.xml").write_bytes("<nta/>".encode("utf-16"))
write("many.xta", "process P(const int[0,60000] i) { state A; init A; trans "
      "A -> A { select j : int[0,60000]; }; } system P;")
write("empty.xml", "<nta></nta>")
