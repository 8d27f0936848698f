"""Checks that a report is one well-formed file that loads nothing, and counts what is
in it."""

import collections
import html.parser
import sys

VOID = {"meta", "br", "link", "img"}


class Checker(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open = []
        self.count = collections.Counter()

    def handle_starttag(self, tag, attributes):
        self.count[tag] += 1
        for name, value in attributes:
            if name == "class":
                self.count.update("." + each for each in value.split())
            loads = name == "src" or (name == "href" and not value.startswith("#"))
            assert not loads and "url(http" not in (value or ""), (tag, name, value)
        assert tag not in ("script", "link", "img", "iframe"), tag
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        self.handle_endtag(tag)

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, (tag, self.open)


checker = Checker()
with open(sys.argv[1], encoding="utf-8") as file:
    text = file.read()
checker.feed(text)
assert not checker.open, checker.open
assert "prefers-color-scheme: dark" in text
assert "@import" not in text and "://" not in text, "something is loaded"
for name in ("details", ".timing", ".automaton", ".faulty", ".location",
             ".wrong", ".silence", ".expected"):
    print(name, checker.count[name])
