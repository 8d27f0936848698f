#!/usr/bin/env bash
#===- demo.sh - The whole story on the car alarm --------------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
# From a model to verdicts on programs, in seconds. What `utils/x run` does after
# it has built everything; writes into build/demo.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PWD/build/bin:$PATH"

model=docs/examples/car-alarm/car-alarm.tioga
alarm=docs/examples/car-alarm-target
out=build/demo
flags="-std=c99 -pedantic -Wall -Wextra -Wconversion -O1"
rm -rf "$out" && mkdir -p "$out"

step() { printf '\n\033[1m%s\033[0m\n' "$1"; }
show() { printf '\033[2m$ %s\033[0m\n' "$*"; "$@"; }
# A command that is to find a fault.
finds() {
  printf '\033[2m$ %s\033[0m\n' "$*"
  local code=0
  "$@" || code=$?
  ((code == 10)) || { echo "demo.sh: expected a failed test, not exit code $code" >&2; exit 1; }
}

step "1. A model: the car alarm, a timed automaton"
show tioga check "$model"

step "2. Its mutants, and a test suite that tells each of them from the model"
show tioga testgen "$model" --kill-matrix -o "$out/suite"

step "3. The suite as C, linked with the model and all of its mutants"
show tioga compile "$out/suite" --emit=c --model="$model" --mutants=momut -o "$out/c"
cc $flags "$out"/c/{suite,model,tioga_rt,tioga_model,host_main}.c -o "$out/suite_host"
"$out/suite_host" | cut -d' ' -f1 | sort | uniq -c | sed 's/^ */the model: /'
# Where a mutant may choose when to act, its fault shows if it is eager or if it is lazy.
paste -d' ' <("$out/suite_host" --all-mutants) \
  <("$out/suite_host" --all-mutants --sut-policy=lazy) | awk '
  NR > 1 { mutants++; if (($2 $5) ~ /F/) killed++ }
  END { print "its mutants: " killed " of " mutants " fail" }'

step "4. A car alarm written by hand, tested by the same suite on the host"
tioga compile "$out/suite" --emit=c --ticks-per-unit=10 -o "$out/driver"
cc $flags -I"$out/driver" "$alarm"/{alarm,adapter}.c "$out"/driver/{suite,tioga_rt}.c \
  -o "$out/car_alarm_tests"
show "$out/car_alarm_tests"
show "$out/car_alarm_tests" --all-faults

step "5. The same alarm as a program under test: first as it should be, then with a fault"
cc $flags -shared -fPIC "$alarm"/{alarm,library}.c -o "$out/libalarm.so"
show tioga run "$out/suite" --library="$out/libalarm.so"
ALARM_FAULT=49 finds tioga run "$out/suite" --library="$out/libalarm.so" --model="$model" \
  --until-first-fail

step "6. A mutant of the model as a program, and a report"
finds tioga run "$out/suite" --model="$model" --report="$out/report.html" \
  --junit="$out/junit.xml" --only=t1,t5,t7,t8 \
  --sut="tioga serve $model --mutant=change-target/Alarm/t16/target/SilentFlashing2"

printf '\nThe report: %s\n' "$out/report.html"
