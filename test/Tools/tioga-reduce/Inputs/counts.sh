#!/bin/sh
# Interesting (exit 1): a valid model in which each of the two arguments before
# the file stands somewhere.
tioga-opt "$3" >/dev/null 2>&1 || exit 0
grep -q -e "$1" "$3" && grep -q -e "$2" "$3" && exit 1
exit 0
