#===- jobs.py - What bench.py measures ------------------------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
"""The jobs: one per published table.

A job has a name, `variants` (the first is what ratios refer to), the exit codes it
may have, commands that set it up, and the published figure that it stands against, as text and,
where numbers say it, as `seconds`, one or by variant; jobs that are not `quick` are left out of the quick mode,
`repetitions` are fewer for slow ones.
`{tioga}`, `{opt}`, `{examples}`, `{models}`, `{bench}` and `{tmp}` are filled in.
"""

CAR = "{examples}/car-alarm/car-alarm.tioga"
SILENT = "{examples}/car-alarm/car-alarm-silent.tioga"
BUFFER = "{examples}/set-buffer/set-buffer.tioga"
LABELS = "{examples}/car-alarm/car-alarm-labels.tioga"
INTERNALS = "{examples}/car-alarm/car-alarm-internals.tioga"
IOCO = "{tioga} conform --relation=ioco --engine="

JOBS = [
    {
        "name": "check the car alarm",
        "variants": {"": "{tioga} check " + CAR},
    },
    {
        "name": "list 1,099 mutants of the car alarm",
        "variants": {"": "{tioga} mutate " + CAR + " --list"},
    },
    {
        "name": "the car alarm conforms to itself",
        "variants": {"zone": "{tioga} conform {0} {0}".replace("{0}", CAR)},
    },
    {
        # The published tools took 62.3 minutes and 30 s; a zone checker made for
        # this one job 22 ms, without tries of tests on other mutants.
        "name": "campaign of the car alarm, 1,099 mutants",
        "published": "62.3 min; 22 ms",
        "seconds": 3738,
        "variants": {
            "one thread": "{tioga} testgen " + CAR + " -o {tmp}/campaign",
            "two threads": "{tioga} testgen " + CAR + " -j2 -o {tmp}/campaign2",
        },
    },
    {
        # Another comparison tool decided 359 of them.
        "name": "375 changed targets of the car alarm, all decided",
        "published": "359 in 22.6 s",
        "seconds": 22.6,
        "variants": {"": "{tioga} testgen " + CAR + " --operators=ct --require-decided "
                         "-o {tmp}/targets"},
    },
    {
        "name": "campaign of two car alarms in parallel",
        "published": "0.43 s",
        "seconds": 0.43,
        "setup": ["python3 {models}/car-alarms.py 2 > {tmp}/alarms2.tioga"],
        "variants": {
            "one thread": "{tioga} testgen {tmp}/alarms2.tioga -o {tmp}/two",
            "two threads": "{tioga} testgen {tmp}/alarms2.tioga -j2 -o {tmp}/two2",
        },
    },
    {
        "name": "campaign of three car alarms in parallel",
        "published": "18 ms a mutant",
        "quick": False,
        "repetitions": 3,
        "setup": ["python3 {models}/car-alarms.py 3 > {tmp}/alarms3.tioga"],
        "variants": {
            "one thread": "{tioga} testgen {tmp}/alarms3.tioga -o {tmp}/three",
            "two threads": "{tioga} testgen {tmp}/alarms3.tioga -j2 -o {tmp}/three2",
        },
    },
    {
        "name": "Fischer, 3 processes, conforms to itself",
        "published": "no end in 60 s",
        "setup": ["python3 {models}/fischer.py 3 > {tmp}/fischer3.tioga"],
        "variants": {"zone": "{tioga} conform {tmp}/fischer3.tioga {tmp}/fischer3.tioga"},
    },
    {
        "name": "the silent car alarm conforms to itself",
        "variants": {
            "zone": "{tioga} conform {0} {0}".replace(
                "{0}", "{examples}/car-alarm/car-alarm-silent.tioga"),
        },
    },
    {
        "name": "determinize to depth 1,000",
        "setup": [
            "python3 {models}/coffee-network.py 5 > {tmp}/coffee5.tioga",
        ],
        "variants": {
            "study 1b": "{tioga} compile --to=determinize --depth=1000 "
                        "{examples}/study-1/study-1b.tioga",
            "silent car alarm": "{tioga} compile --to=determinize --depth=1000 "
                                "{examples}/car-alarm/car-alarm-silent.tioga",
            "coffee, 5 drinks": "{tioga} compile --to=determinize --depth=1000 "
                                "{tmp}/coffee5.tioga",
        },
    },
    {
        # The source needed 26 s for a test per killed mutant.
        "name": "1,022 runs of tests of the car alarm, in virtual time",
        "published": "26 s for 772 runs",
        "seconds": 26,
        "tests": 1022,
        "setup": ["{tioga} testgen " + CAR + " --test-per-mutant --reduce=none "
                  "-o {tmp}/suite > {tmp}/suite.log"],
        "variants": {
            "one program": "{tioga} run {tmp}/suite --repeat=7 "
                           "--sut='{tioga} serve " + CAR + "'",
            "two programs": "{tioga} run {tmp}/suite --repeat=7 -j2 "
                            "--sut='{tioga} serve " + CAR + "'",
        },
    },
    {
        # The first bounded model checking of the source needed 279.5 s, its second 1.0 s.
        "name": "bmc, an equivalent mutant of the car alarm to 20 observations",
        "quick": False,
        "repetitions": 1,
        "published": "279.5 s per step, 1.0 s incremental",
        "seconds": {"default": 1.0, "published encoding": 279.5},
        "setup": [
            "{tioga} compile " + CAR + " --emit=tioga -o {tmp}/spec.tioga",
            "{tioga} compile " + CAR + " -o {tmp}/spec.mlir",
            "{opt} --ta-mutate=id=change-guard/Alarm/t07/guard/le {tmp}/spec.mlir "
            "-o {tmp}/equivalent.mlir",
            "{tioga} compile {tmp}/equivalent.mlir --emit=tioga -o {tmp}/equivalent.tioga",
            "python3 {bench}/per-step.py {tmp}/spec.tioga {tmp}/equivalent.tioga 20 "
            "> {tmp}/per-step.smt2",
        ],
        "variants": {
            "default": "{tioga} conform {tmp}/spec.tioga {tmp}/equivalent.tioga "
                       "--engine=bmc --bound=20",
            "delays": "{tioga} conform {tmp}/spec.tioga {tmp}/equivalent.tioga "
                      "--engine=bmc --bound=20 --time=delays",
            "published encoding": "z3 {tmp}/per-step.smt2",
        },
    },
    {
        # The source needed 139.8 s for its engine, of which the contracts are not public.
        "name": "tests of the safing engine from its mutants, 7 steps",
        "published": "139.8 s, weak",
        "seconds": 139.8,
        "variants": {
            "strong": "{tioga} testgen {examples}/safing-engine/safing-engine.tioga "
                      "--bound=7 -o {tmp}/safing",
            "weak": "{tioga} testgen {examples}/safing-engine/safing-engine.tioga "
                    "--bound=7 --strength=weak -o {tmp}/safing-weak",
            "coverage": "{tioga} testgen {examples}/safing-engine/safing-engine.tioga "
                        "--bound=7 --from=coverage -o {tmp}/safing-coverage",
        },
    },
    {
        # As large as the published one: 27 variables and 39 contracts.
        "name": "the safing engine of the published size, from consistency to tests",
        "published": "139.8 s, weak, after splitting",
        "variants": {
            "consistent": "{tioga} consistent {examples}/safing-engine/safing-engine-full.tioga",
            "weak, whole contracts": "{tioga} testgen "
                                     "{examples}/safing-engine/safing-engine-full.tioga --bound=7 "
                                     "--strength=weak --split=false -o {tmp}/engine-whole",
            "weak, split contracts": "{tioga} testgen "
                                     "{examples}/safing-engine/safing-engine-full.tioga --bound=7 "
                                     "--strength=weak -o {tmp}/engine-split",
        },
    },
    {
        # 49.2 % and 88 % of 60 faulty Simulink models in the source.
        "name": "faults of an implementation of the safing engine that the tests find",
        "quick": False,
        "repetitions": 1,
        "published": "49.2 % with whole contracts, 88 % with split ones",
        "setup": [
            "{tioga} testgen {examples}/safing-engine/safing-engine-full.tioga --bound=7 "
            "--strength=weak --split=false -o {tmp}/engine-whole",
            "{tioga} testgen {examples}/safing-engine/safing-engine-full.tioga --bound=7 "
            "--strength=weak -o {tmp}/engine-split",
        ],
        "variants": {
            "whole contracts": "python3 {bench}/safing-faults.py score {tioga} {tmp}/engine-whole",
            "split contracts": "python3 {bench}/safing-faults.py score {tioga} {tmp}/engine-split",
        },
    },
    {
        # Table 11.3: 69 s and 115.6 s for three counters.
        "name": "a test that fills a buffer of 150 places with three counters",
        "quick": False,
        "repetitions": 1,
        "published": "69 s by views, 115.6 s at once",
        "seconds": {"by views": 69, "at once": 115.6},
        "variants": {
            "by views": "{tioga} testgen {examples}/buffer/buffer-3-counters.tioga "
                        "--from=purpose --bound=152 --timeout=0 -o {tmp}/full",
            "at once": "{tioga} testgen {examples}/buffer/buffer-3-counters.tioga "
                       "--from=purpose --by-views=false --bound=152 --timeout=0 "
                       "-o {tmp}/full-at-once",
        },
    },
    {
        "name": "Fischer, 6 processes",
        "setup": ["python3 {models}/fischer.py 6 > {tmp}/fischer6.tioga"],
        "variants": {
            "one thread": "{tioga} reach {tmp}/fischer6.tioga "
                          "--goal='P1.Critical && P2.Critical'",
            "two threads": "{tioga} reach {tmp}/fischer6.tioga -j2 "
                           "--goal='P1.Critical && P2.Critical'",
        },
        "exit": {10},
    },
    {
        "name": "CSMA/CD, 5 stations",
        "setup": ["python3 {models}/csma-cd.py 5 > {tmp}/csma5.tioga"],
        "variants": {
            "one thread": "{tioga} reach {tmp}/csma5.tioga "
                          "--goal='S1.Transm && S1.x >= 52 && S2.Transm'",
            "two threads": "{tioga} reach {tmp}/csma5.tioga -j2 "
                           "--goal='S1.Transm && S1.x >= 52 && S2.Transm'",
        },
        "exit": {10},
    },
    {
        # All of the zone graph; utils/bench/reach.py has the rates.
        "name": "FDDI, 10 stations, everything",
        "setup": ["python3 {models}/fddi.py 10 > {tmp}/fddi10.tioga"],
        "variants": {"one thread": "{tioga} reach {tmp}/fddi10.tioga --goal=false"},
        "exit": {10},
    },
    {
        "name": "Fischer, 7 processes, everything",
        "setup": ["python3 {models}/fischer.py 7 > {tmp}/fischer7.tioga"],
        "variants": {
            "one thread": "{tioga} reach {tmp}/fischer7.tioga --goal=false",
            "two threads": "{tioga} reach {tmp}/fischer7.tioga -j2 --goal=false",
        },
        "exit": {10},
    },
    {
        # Published: 0.183 s of precomputation and 0.019 s per mutant at depth 20;
        # ranges are small so that the explicit search ends.
        "name": "the supplier conforms to itself to depth 7",
        "setup": ["sed -e s/100000/12/ -e s/10000/5/ -e s/20000/12/ "
                  "{examples}/supplier/supplier.tioga > {tmp}/supplier.tioga"],
        "variants": {
            "symbolic": IOCO + "symbolic --bound=7 {tmp}/supplier.tioga {tmp}/supplier.tioga",
            "basic": IOCO + "symbolic --no-opt=all --bound=7 "
                     "{tmp}/supplier.tioga {tmp}/supplier.tioga",
            "explicit": IOCO + "zone --bound=7 {tmp}/supplier.tioga {tmp}/supplier.tioga",
        },
    },
    {
        # Table 7.6 of the source: steps of refinement, 115.59 s with every optimisation off,
        # 4.0 s with those that fit; depth 22 there, no bound here where it says so.
        "name": "cases by internal actions refine cases by label",
        "published": "115.59 s basic, 4.0 s optimised",
        "seconds": {"symbolic": 4.0, "basic, to depth 7": 115.59},
        "variants": {
            "symbolic": IOCO + "symbolic " + LABELS + " " + INTERNALS,
            "symbolic, to depth 7": IOCO + "symbolic --bound=7 " + LABELS + " " + INTERNALS,
            "basic, to depth 7": IOCO + "symbolic --no-opt=all --bound=7 " + LABELS + " "
                                 + INTERNALS,
            "basic, two threads": IOCO + "symbolic --no-opt=all --bound=7 -j2 " + LABELS + " "
                                  + INTERNALS,
            "explicit": IOCO + "zone " + LABELS + " " + INTERNALS,
        },
    },
    {
        "name": "the set buffer conforms to itself to depth 6",
        "published": "2.16 s of precomputation for a tree of 2,353 states",
        "variants": {
            "symbolic": IOCO + "symbolic --bound=6 " + BUFFER + " " + BUFFER,
            "basic": IOCO + "symbolic --no-opt=all --bound=6 " + BUFFER + " " + BUFFER,
        },
    },
    {
        "name": "the set buffer conforms to itself to depth 10",
        "published": "7.5 h of precomputation",
        "seconds": 27000,
        "variants": {"symbolic": IOCO + "symbolic --bound=10 " + BUFFER + " " + BUFFER},
    },
    {
        "name": "a set of six literals to depth 5",
        "published": "75,661 s",
        "seconds": 75661,
        "setup": ["sed -e 's/= 0..99/= enum {{ C0, C1, C2, C3, C4, C5 }}/' -e 's/3 in/C3 in/' "
                  + BUFFER + " > {tmp}/six.tioga"],
        "variants": {"symbolic": IOCO + "symbolic --bound=5 {tmp}/six.tioga {tmp}/six.tioga"},
    },
    {
        "name": "the complete silent car alarm to depth 12",
        "published": "565 s of precomputation",
        "seconds": 565,
        "variants": {
            "symbolic": "{tioga} conform --engine=symbolic --timelock=conform --bound=12 "
                        + SILENT + " " + SILENT,
            "zone": "{tioga} conform --engine=zone --timelock=conform --bound=12 "
                    + SILENT + " " + SILENT,
        },
    },
]


def consistency(counters, fault, single=None, whole=None):
    """A faulty buffer of 150 places, with its minimal conflict; the published seconds for single
    views and for the whole contract."""
    model = f"{{tmp}}/buffer{counters}-{fault}.tioga"
    command = "{tioga} consistent " + model
    variants = {"fixed point": command, "fixed point, whole": command + " --whole"}
    if fault < 3:  # too deep for formulas
        variants["formulas"] = command + " --engine=bmc --bound=3"
        variants["formulas, whole"] = command + " --engine=bmc --bound=3 --whole"
    return {
        "name": f"buffer with {counters} counters, fault {fault}",
        "published": f"{single} s single, {whole} s whole" if single else "not found",
        "seconds": {name: whole if "whole" in name else single for name in variants},
        "setup": [f"python3 {{models}}/buffer.py {counters} {fault} > {model}"],
        "variants": variants,
        "exit": {10},
    }


JOBS += [
    # Table 11.2 of the source: single view, whole contract, depth 3.
    consistency(1, 1, 0.7, 3.6),
    consistency(1, 2, 1.0, 7.3),
    consistency(1, 3),
    consistency(2, 1, 5.3, 13.4),
    consistency(2, 2, 1.0, 26.7),
    consistency(2, 3),
    consistency(3, 1, 7.2, 13.8),
    consistency(3, 2, 1.0, 13),
    consistency(3, 3),
]


def campaign(name, model, published, seconds, options="", **more):
    """All mutants of a model, with tests."""
    command = "{tioga} testgen {examples}/" + model + ".tioga " + options
    return {"name": name, "published": published, "seconds": seconds,
            "variants": {"one thread": command + " -o {tmp}/one",
                         "two threads": command + " -j2 -o {tmp}/both"}, **more}


JOBS += [
    # Tables 7.1, 7.3 and 7.7 of the source about action systems: all checks, with precomputation.
    campaign("campaign of the supplier", "supplier/supplier", "2.65 s for 134 mutants", 2.65),
    campaign("campaign of the deterministic supplier", "supplier/supplier-deterministic",
             "1.05 s for 82 mutants", 1.05),
    campaign("campaign of the car alarm with indexed labels", "car-alarm/car-alarm-indexed",
             "11.24 s for 515 mutants", 11.24),
    campaign("campaign of the car alarm with cases by label", "car-alarm/car-alarm-labels",
             "about as indexed labels", None),
    campaign("campaign of the car alarm with internal actions", "car-alarm/car-alarm-internals",
             "1,203.3 s for 1,605 mutants", 1203.3, quick=False, repetitions=1),
    campaign("campaign of the set buffer to depth 6", "set-buffer/set-buffer",
             "7.1 s for 28 mutants", 7.1, "--bound=6"),
    # The published campaigns of the other timed models: tables 5.5, 5.9 and section 2.2 of the
    # source about Ecdar.
    campaign("campaign of the speed limiter", "speed-limiter/speed-limiter",
             "413 s for 393 mutants", 412.6),
    campaign("campaign of the silent car alarm, part 1", "car-alarm/car-alarm-partial-1",
             "23.5 min for 220 mutants to depth 8", 1407),
    campaign("campaign of the silent car alarm, part 2", "car-alarm/car-alarm-partial-2",
             "20.4 min for 1,263 mutants to depth 12", 1223),
    campaign("campaign of the silent car alarm, whole", "car-alarm/car-alarm-silent",
             "too large for the source", None),
    campaign("campaign of Ecdar's car alarm", "ecdar-car-alarm/ecdar-car-alarm",
             "30 s for 1,173 mutants", 30, "--operators=ecdar"),
    campaign("campaign of the car alarm with PIN to depth 8", "car-alarm/car-alarm-pin",
             "143 s symbolic, 41.4 min bmc", 143, "--bound=8", quick=False, repetitions=1),
    campaign("campaign of the contracts of the speed limiter",
             "speed-limiter/speed-limiter-contract", "18.3 s for 291 mutants", 18.3,
             "--bound=4", quick=False, repetitions=1),
    campaign("campaign of a buffer of 150 places", "buffer/buffer-150",
             "4.7 min for 44 mutants", 282, "--bound=150", quick=False, repetitions=1),
    {
        "name": "tests of the car alarm as a contract, short delays",
        "published": "80.4 s explicit to depth 40, 18.3 s symbolic to depth 10",
        "seconds": {"explicit ticks": 80.4, "symbolic ticks": 18.3},
        "quick": False,
        "repetitions": 1,
        "variants": {
            "explicit ticks": "{tioga} testgen {examples}/car-alarm/"
                              "car-alarm-ticks-short.tioga --bound=40 -o {tmp}/ticks",
            "symbolic ticks": "{tioga} testgen {examples}/car-alarm/"
                              "car-alarm-symbolic-short.tioga --bound=10 -o {tmp}/symbolic",
        },
    },
]


def determinization(name, model, depth, on_the_fly, chain=None, **more):
    """On the fly, and step by step where that ends, with the published seconds."""
    variants = {"on the fly": "{opt} --ta-determinize-otf=depth=" + str(depth)
                              + " {tmp}/model.mlir -o /dev/null"}
    seconds = {"on the fly": on_the_fly}
    published = f"{on_the_fly} s on the fly"
    if chain:
        seconds["step by step"] = chain
        published += f", {chain:,} s step by step"
        variants["step by step"] = (
            "{opt} --ta-unfold=depth=" + str(depth) + " --ta-rename-clocks "
            "--ta-fold-invariants --ta-remove-silent --ta-determinize {tmp}/model.mlir "
            "-o /dev/null")
    return {"name": name, "published": published, "seconds": seconds,
            "setup": ["{tioga} compile " + model + " -o {tmp}/model.mlir"],
            "variants": variants, **more}


JOBS += [
    # Tables 5.6, 5.7 and 5.8. The coffee network timed out at depth 30 in the source.
    determinization("determinize study 1a to depth 9", "{examples}/study-1/study-1.tioga", 9,
                    1.0, 16018.4),
    determinization("determinize study 1b to depth 9", "{examples}/study-1/study-1b.tioga", 9,
                    9.6, 21057.3, quick=False, repetitions=3),
    determinization("determinize study 2c to depth 50", "{examples}/study-2/study-2.tioga", 50,
                    0.3, 391.6),
    determinization("determinize study 2d to depth 10", "{examples}/study-2/study-2b.tioga", 10,
                    0.5, 2.6),
    determinization("determinize the coffee network to depth 20",
                    "{examples}/coffee/coffee-drinks-5.tioga", 20, 11.6),
    determinization("determinize the silent car alarm to depth 12", SILENT, 12,
                    10.2, 15424.4, quick=False, repetitions=1),
]


def engines(name, model, depth, symbolic, bmc, silent=False, **more):
    """Tables 6.3 to 6.5, with the published means of one check. Silent transitions are removed
    for formulas before."""
    conform = "{tioga} conform --timelock=conform --bound=" + str(depth)
    variants = {engine: f"{conform} {model} {model} --engine={engine}"
                for engine in ("symbolic", "zone")}
    formulas = "{tmp}/no-silent.mlir" if silent else model
    variants["bmc"] = f"{conform} {formulas} {formulas} --engine=bmc"
    setup = ["{tioga} compile --to=determinize --depth=" + f"{depth} {model} -o {formulas}"] \
        if silent else []
    return {"name": name, "published": f"{symbolic} s symbolic, {bmc} s bmc, a mutant",
            "seconds": {"symbolic": symbolic, "bmc": bmc}, "repetitions": 3,
            "setup": setup, "variants": variants, **more}


JOBS += [
    engines("symbolic against bmc, the car alarm to depth 12", CAR, 12, 1.7, 1.4),
    engines("symbolic against bmc, the car alarm with PIN to depth 8",
            "{examples}/car-alarm/car-alarm-pin.tioga", 8, 0.07, 1.46),
]
JOBS += [
    engines("symbolic against bmc, the silent car alarm, part 1, to depth 8",
            "{examples}/car-alarm/car-alarm-partial-1.tioga", 8, 0.28, 9.7, silent=True),
    engines("symbolic against bmc, the silent car alarm, part 2, to depth 12",
            "{examples}/car-alarm/car-alarm-partial-2.tioga", 12, 0.08, 1.6, silent=True),
    engines("symbolic against bmc, the car alarm with PIN to depth 12",
            "{examples}/car-alarm/car-alarm-pin.tioga", 12, 0.24, 4.12, quick=False),
    {
        "name": "determinize coffee networks to depth 30, by drinks",
        "published": "1.7 s, 26.3 s, 281.5 s, no end",
        "seconds": {"2": 1.7, "3": 26.3, "4": 281.5},
        "setup": [f"python3 {{models}}/coffee-network.py {n} > {{tmp}}/drinks{n}.tioga"
                  for n in (2, 3, 4, 5)],
        "variants": {str(n): "{tioga} compile --to=determinize --depth=30 {tmp}/drinks"
                             + str(n) + ".tioga -o /dev/null" for n in (2, 3, 4, 5)},
    },
    {
        "name": "list 1,173 mutants of Ecdar's car alarm",
        "published": "0.61 s",
        "seconds": 0.61,
        "variants": {"": "{tioga} mutate {examples}/ecdar-car-alarm/ecdar-car-alarm.tioga "
                         "--operators=ecdar --list"},
    },
    campaign("campaign of the tuple map to depth 12", "tuple-map/tuple-map",
             "279.6 s for 29 mutants", 279.6, "--bound=12", quick=False, repetitions=1),
    campaign("campaign of a buffer of 150 places with two counters", "buffer/buffer-2-counters",
             "44 min for 138 mutants", 2640, "--bound=150", quick=False, repetitions=1),
    campaign("campaign of a buffer of 150 places with three counters",
             "buffer/buffer-3-counters", "128.1 min for 240 mutants", 7686, "--bound=150",
             quick=False, repetitions=1),
]
