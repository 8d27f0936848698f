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

# Bold and dim on a terminal only.
if [[ -t 1 ]]; then bold=$'\033[1m' dim=$'\033[2m' plain=$'\033[0m'; else bold='' dim='' plain=''; fi
step() { printf '\n%s%s%s\n' "$bold" "$1" "$plain"; }
say() { printf '%s$ %s%s\n' "$dim" "$1" "$plain"; }
show() { say "$*"; "$@"; }
# A command that is to find a fault.
finds() {
  say "$*"
  local code=0
  "$@" >"$out/found.txt" || code=$?
  head -n 4 "$out/found.txt"
  (($(wc -l <"$out/found.txt") <= 5)) || echo "..."
  tail -n 1 "$out/found.txt"
  ((code == 10)) || { echo "demo.sh: expected a failed test, not exit code $code" >&2; exit 1; }
}

step "1. A model: the car alarm, a timed automaton"
sed -n '/edge t09/,/edge t12/p' "$model"
show tioga check "$model"

step "2. Its mutants, and a test suite that tells each of them from the model"
show tioga testgen "$model" --kill-matrix -o "$out/suite"

step "3. The suite as C, linked with the model and all of its mutants"
show tioga compile "$out/suite" --emit=c --model="$model" --mutants=momut -o "$out/c"
say "sed -n '/t1_moves/,/};/p' $out/c/suite.c   # the first test, a table"
sed -n '/t1_moves\[/,/};/p' "$out/c/suite.c" | head -n 6
say "cc $out/c/{suite,model,tioga_rt,tioga_model,host_main}.c -o $out/suite_host"
cc $flags "$out"/c/{suite,model,tioga_rt,tioga_model,host_main}.c -o "$out/suite_host"
say "$out/suite_host"
"$out/suite_host" | cut -d' ' -f1 | sort | uniq -c | sed 's/^ *\([0-9]*\) \(.*\)/\1 tests \2 on the model/'
say "$out/suite_host --all-mutants"
# Where a mutant may choose when to act, its fault shows if it is eager or if it is lazy.
paste -d' ' <("$out/suite_host" --all-mutants) \
  <("$out/suite_host" --all-mutants --sut-policy=lazy) | awk '
  NR > 1 { mutants++; if (($2 $5) ~ /F/) killed++ }
  END { print killed " of " mutants " mutants fail; the others do what the model does" }'

step "4. A car alarm written by hand in C, tested by the same suite"
say "tioga compile $out/suite --emit=c --ticks-per-unit=10 -o $out/driver"
tioga compile "$out/suite" --emit=c --ticks-per-unit=10 -o "$out/driver"
say "cc $alarm/{alarm,adapter}.c $out/driver/{suite,tioga_rt}.c -o $out/car_alarm_tests"
cc $flags -I"$out/driver" "$alarm"/{alarm,adapter}.c "$out"/driver/{suite,tioga_rt}.c \
  -o "$out/car_alarm_tests"
show "$out/car_alarm_tests"
show "$out/car_alarm_tests" --all-faults

step "5. The same alarm as a shared library under the runner: as it should be, then with a fault"
say "cc -shared -fPIC $alarm/{alarm,library}.c -o $out/libalarm.so"
cc $flags -shared -fPIC "$alarm"/{alarm,library}.c -o "$out/libalarm.so"
show tioga run "$out/suite" --library="$out/libalarm.so"
say "export ALARM_FAULT=49   # a switch in alarm.c"
ALARM_FAULT=49 finds tioga run "$out/suite" --library="$out/libalarm.so" --model="$model" \
  --until-first-fail

step "6. A mutant of the model as a program, and a report"
finds tioga run "$out/suite" --model="$model" --report="$out/report.html" \
  --junit="$out/junit.xml" \
  --sut="tioga serve $model --mutant=change-target/Alarm/t16/target/SilentFlashing2"

step "Done"
cat <<EOF
$out/report.html   the report: open it in a browser
$out/junit.xml     the same for a CI server
$out/c             the driver in C, with its CMakeLists.txt
docs/README.md     where to go from here
EOF
