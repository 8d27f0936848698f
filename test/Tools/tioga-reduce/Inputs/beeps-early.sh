#!/bin/sh
# Interesting (exit 1): a valid model in which an edge beeps only before 3.
tioga-opt "$1" >/dev/null 2>&1 || exit 0
grep -q 'send beep guard ".*x < 3' "$1" && exit 1
exit 0
