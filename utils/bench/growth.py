#===- growth.py - How cost grows with size --------------------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
"""Growth curves: one command at several sizes, with fitted exponents.

`{n}` is the size; the other names are those of jobs.py. `quick` are the sizes of the quick
mode, all if it is missing, none if it is empty. Slow curves have fewer `repetitions`.
"""

from jobs import BUFFER, CAR, IOCO

GROWTH = [
    {
        # Constants changed by 1, by 2, and so on: 11 mutants for each.
        "name": "campaign of the car alarm, by changes of constants",
        "sizes": [1, 4, 16, 64, 256],
        "quick": [1, 4, 16],
        "setup": ["rm -rf {tmp}/deltas"],
        "command": "{tioga} testgen " + CAR + " --operators=change-constant "
                   "--delta=$(seq -s, {n}) -o {tmp}/deltas",
    },
    {
        "name": "campaign of a ring, guards changed, by edges",
        "sizes": [16, 64, 256, 1024],
        "quick": [16, 64, 256],
        "setup": ["python3 {models}/ring.py {n} > {tmp}/ring{n}.tioga",
                  "rm -rf {tmp}/ring"],
        "command": "{tioga} testgen {tmp}/ring{n}.tioga --operators=change-guard "
                   "-o {tmp}/ring",
    },
    {
        "name": "a ring conforms to itself, by edges",
        "sizes": [100, 1000, 10000],
        "quick": [100, 1000],
        "setup": ["python3 {models}/ring.py {n} > {tmp}/ring{n}.tioga"],
        "command": "{tioga} conform {tmp}/ring{n}.tioga {tmp}/ring{n}.tioga",
    },
    {
        "name": "unfold the silent car alarm, by depth",
        "sizes": [4, 6, 8, 10],
        "quick": [4, 6],
        "setup": ["{tioga} compile {examples}/car-alarm/car-alarm-silent.tioga "
                  "-o {tmp}/silent.mlir"],
        "command": "{opt} --ta-unfold=depth={n} {tmp}/silent.mlir -o /dev/null",
    },
    {
        "name": "determinize the silent car alarm on the fly, by depth",
        "sizes": [50, 100, 200, 400, 800],
        "quick": [50, 100, 200],
        "command": "{tioga} compile --to=determinize --depth={n} "
                   "{examples}/car-alarm/car-alarm-silent.tioga -o /dev/null",
    },
    {
        "name": "bmc, the car alarm against itself, by observations",
        "sizes": [4, 8, 16, 32],
        "quick": [4, 8],
        "repetitions": 3,
        "command": "{tioga} conform {0} {0} --engine=bmc --bound={n}".replace("{0}", CAR),
    },
    {
        "name": "consistency of a buffer, by places",
        "sizes": [25, 50, 100, 200, 400],
        "quick": [25, 50, 100],
        "setup": ["python3 {models}/buffer.py 1 0 --places={n} > {tmp}/places{n}.tioga"],
        "command": "{tioga} consistent {tmp}/places{n}.tioga",
    },
    {
        "name": "check a file, by megabytes",
        "sizes": [1, 5, 10, 25, 50],
        "quick": [1, 2],
        "repetitions": 1,
        "setup": ["python3 {models}/ring.py --megabytes={n} > {tmp}/text.tioga"],
        "command": "{tioga} check --max-file-size=64 {tmp}/text.tioga",
    },
    {
        # Published: 8.61 s for two literals, 75,661 s for six.
        "name": "a set of literals to depth 5, by literals",
        "sizes": [2, 3, 4, 5, 6],
        "setup": ["sed -e \"s/= 0..99/= enum {{ $(seq -s ', ' -f C%.0f {n}) }}/\" "
                  "-e 's/3 in/C1 in/' " + BUFFER + " > {tmp}/set{n}.tioga"],
        "command": IOCO + "symbolic --bound=5 {tmp}/set{n}.tioga {tmp}/set{n}.tioga",
    },
    {
        "name": "Fischer, by processes",
        "sizes": [3, 4, 5, 6, 7],
        "setup": ["python3 {models}/fischer.py {n} > {tmp}/f{n}.tioga"],
        "command": "{tioga} reach {tmp}/f{n}.tioga --goal='P1.Critical && P2.Critical'",
        "exit": {10},
    },
    {
        "name": "train gate, by trains",
        "sizes": [2, 3, 4, 5],
        "setup": ["python3 {models}/train-gate.py {n} > {tmp}/t{n}.tioga"],
        "command": "{tioga} reach {tmp}/t{n}.tioga --goal='T1.Cross && T2.Cross'",
        "exit": {10},
    },
    {
        "name": "CSMA/CD, by stations",
        "sizes": [2, 3, 4, 5],
        "setup": ["python3 {models}/csma-cd.py {n} > {tmp}/c{n}.tioga"],
        "command": "{tioga} reach {tmp}/c{n}.tioga "
                   "--goal='S1.Transm && S1.x >= 52 && S2.Transm'",
        "exit": {10},
    },
]
