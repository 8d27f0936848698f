#!/usr/bin/env python3
#===- bench.py - How fast Tioga is ----------------------------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
"""Measures whole commands and library kernels.

Every job is run several times, the variants of a job interleaved, so that a noisy
moment hits all of them alike; what is reported is the median, with the spread
between the quartiles, the time of the processor, and ratios within one run. The number of instructions is the
second figure, which a noisy machine does not change: by `perf stat` where the machine
counts them, otherwise by callgrind for short commands in the full mode. Results go to
build/bench.json, a table to the standard output and a page to build/bench.html.
"""

import argparse
import html
import json
import math
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "docs" / "examples"
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from growth import GROWTH  # noqa: E402
from jobs import JOBS  # noqa: E402


# Callgrind makes a command about fifty times slower.
CALLGRIND_LIMIT = 0.3


class Runner:
    def __init__(self, bin_dir, repetitions, quick):
        self.bin = bin_dir
        self.repetitions = repetitions
        self.scratch = pathlib.Path(tempfile.mkdtemp(prefix="tioga-bench-"))
        self.has_counters = can_count()
        self.has_callgrind = not quick and shutil.which("valgrind") is not None

    def expand(self, command):
        """`tioga`, `{examples}`, `{models}`, `{tmp}` in a command."""
        return command.format(tioga=self.bin / "tioga", opt=self.bin / "tioga-opt",
                              examples=EXAMPLES, models=ROOT / "utils" / "models",
                              bench=ROOT / "utils" / "bench",
                              tmp=self.scratch)

    def run_once(self, command, expected):
        start = time.perf_counter()
        process = subprocess.Popen(command, shell=True, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, text=True)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        code = os.waitstatus_to_exitcode(status)
        if code not in expected:
            raise RuntimeError(f"exit code {code}: {command}\n{process.stderr.read()}")
        return {"seconds": seconds, "processor": usage.ru_utime + usage.ru_stime,
                "kilobytes": usage.ru_maxrss}

    def count_instructions(self, command, seconds):
        """None where they cannot be counted, or not in a sensible time."""
        if self.has_counters:
            command = f"perf stat -x, -e instructions:u {command}"
        elif self.has_callgrind and seconds <= CALLGRIND_LIMIT:
            command = f"valgrind --tool=callgrind --callgrind-out-file=/dev/null {command}"
        else:
            return None
        text = subprocess.run(self.expand(command), shell=True, text=True,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE).stderr
        found = re.search(r"^(\d+),,instructions|Collected : (\d+)", text, re.M)
        return int(found.group(1) or found.group(2)) if found else None

    def measure(self, variants, repetitions=None):
        """Medians of several commands that are run in turn."""
        samples = {name: [] for name, _, _ in variants}
        for turn in range((repetitions or self.repetitions) + 1):
            for name, command, expected in variants:
                sample = self.run_once(self.expand(command), expected)
                if turn:  # The first is for warming up.
                    samples[name].append(sample)
        result = {name: summarize(values) for name, values in samples.items()}
        for name, command, _ in variants:
            result[name]["instructions"] = \
                self.count_instructions(command, result[name]["seconds"])
        return result


def can_count():
    """Whether the machine counts instructions."""
    if not shutil.which("perf"):
        return False
    text = subprocess.run(["perf", "stat", "-x,", "-e", "instructions:u", "true"], text=True,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE).stderr
    return re.search(r"^\d+,,instructions", text, re.M) is not None


def summarize(samples):
    """Medians of the times, the most memory."""
    seconds = [each["seconds"] for each in samples]
    return {"seconds": statistics.median(seconds), "spread": spread(seconds),
            "processor": statistics.median(each["processor"] for each in samples),
            "kilobytes": max(each["kilobytes"] for each in samples)}


def spread(values):
    """The distance between the quartiles, as a part of the median."""
    if len(values) < 4:
        return (max(values) - min(values)) / statistics.median(values)
    low, _, high = statistics.quantiles(values, n=4)
    return (high - low) / statistics.median(values)


def run_jobs(runner, quick, pattern):
    results = []
    for job in JOBS:
        if (quick and not job.get("quick", True)) or pattern not in job["name"]:
            continue
        for command in job.get("setup", []):
            subprocess.run(runner.expand(command), shell=True, check=True)
        variants = [(name, command, job.get("exit", {0}))
                    for name, command in job["variants"].items()]
        try:
            measured = runner.measure(variants, job.get("repetitions"))
        except RuntimeError as error:
            print(f"{job['name']}: {error}", file=sys.stderr)
            results.append({"name": job["name"], "error": str(error)})
            continue
        results.append({"name": job["name"], "published": job.get("published", ""),
                        "published_seconds": job.get("seconds"),
                        "tests": job.get("tests"), "variants": measured})
        print_job(results[-1])
    return results


def run_growth(runner, quick, pattern):
    results = []
    for job in GROWTH:
        sizes = job.get("quick", job["sizes"]) if quick else job["sizes"]
        if pattern not in job["name"] or not sizes:
            continue
        points = []
        try:
            for size in sizes:
                points.append(measure_point(runner, job, size))
        except (RuntimeError, subprocess.CalledProcessError) as error:
            print(f"{job['name']}: {error}", file=sys.stderr)
            results.append({"name": job["name"], "error": str(error)})
            continue
        results.append({"name": job["name"], "points": points,
                        "exponent": fit_exponent(points, "processor"),
                        "memory_exponent": fit_exponent(points, "kilobytes")})
        print(f"{job['name']:<52} " + "  ".join(
            f"{p['size']}: {p['processor'] * 1000:.0f} ms" for p in points)
            + f"   exponent {results[-1]['exponent']:.2f}, "
            f"memory {points[-1]['kilobytes'] / 1024:.0f} MiB, exponent "
            f"{results[-1]['memory_exponent']:.2f}", flush=True)
    return results


def measure_point(runner, job, size):
    for command in job.get("setup", []):
        subprocess.run(runner.expand(command.replace("{n}", str(size))),
                       shell=True, check=True)
    variants = [("", job["command"].replace("{n}", str(size)), job.get("exit", {0}))]
    return {"size": size, **runner.measure(variants, job.get("repetitions"))[""]}


def fit_exponent(points, what):
    """The slope of a line through the logarithms, by least squares."""
    if len(points) < 2:
        return math.nan
    xs = [math.log(p["size"]) for p in points]
    ys = [math.log(max(p[what], 1e-6)) for p in points]
    mean_x, mean_y = statistics.mean(xs), statistics.mean(ys)
    return sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys)) \
        / sum((x - mean_x) ** 2 for x in xs)


def run_kernels(build, quick):
    program = build / "bench" / "tioga-kernels"
    subprocess.run(["ninja", "-C", str(build), "tioga-kernels"], check=True,
                   stdout=subprocess.DEVNULL)
    result = subprocess.run(
        [str(program), "--benchmark_format=json",
         f"--benchmark_min_time={0.05 if quick else 0.5}"],
        check=True, text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    kernels = []
    for each in json.loads(result.stdout)["benchmarks"]:
        factor = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1}[each["time_unit"]]
        kernels.append({"name": each["name"], "seconds": each["cpu_time"] * factor,
                        "items": each.get("items_per_second"),
                        "bytes": each.get("bytes_per_second")})
        rate = ""
        if kernels[-1]["bytes"]:
            rate = f"{kernels[-1]['bytes'] / 1e6:.1f} MB/s"
        elif kernels[-1]["items"]:
            rate = f"{kernels[-1]['items'] / 1e6:.2f} M/s"
        print(f"{each['name']:<44} {kernels[-1]['seconds'] * 1e6:12.2f} us  {rate}",
              flush=True)
    return kernels


def run_driver(runner):
    """The C of the suite of the car alarm: a step, a test, their sizes."""
    command = "python3 {bench}/driver.py {tioga} {examples}/car-alarm/car-alarm.tioga "
    output = subprocess.run(runner.expand(command + "{tmp}/driver"), shell=True,
                            check=True, text=True, stdout=subprocess.PIPE).stdout
    driver = json.loads(output)
    print(f"driver in C: {driver['step_ns']:.0f} ns a step, "
          f"{driver['tests_per_second']:.0f} tests a second, "
          f"{driver['run_bytes']} bytes of state; Cortex-M3: "
          f"runtime {driver.get('runtime')}, one of {driver['tests']} tests "
          f"{driver.get('per test')}", flush=True)
    return driver


def get_rates(jobs):
    """Tests per second of the runner, from the job that says how many it runs."""
    rates = {}
    for job in jobs:
        for name, value in job.get("variants", {}).items():
            if job.get("tests"):
                rates[name] = round(job["tests"] / value["seconds"])
                print(f"runner, {name}: {rates[name]} tests a second", flush=True)
    return rates


def show_factor(published, value):
    """How many times the published seconds are ours: those of the processor, or those that
    passed if threads made them fewer."""
    factor = published / min(value["seconds"], value["processor"])
    return f"{factor:.0f}" if factor >= 10 else f"{factor:.1f}"


def describe(result):
    """Lines of a table: variant, milliseconds, spread, milliseconds of the processor, memory,
    instructions, ratio to the first variant, and how many times the published time is ours."""
    first = next(iter(result["variants"].values()))["seconds"]
    for name, value in result["variants"].items():
        count = value.get("instructions")
        published = result["published_seconds"]
        if isinstance(published, dict):
            published = published.get(name)
        yield [name, f"{value['seconds'] * 1000:.1f}", f"{value['spread'] * 100:.0f}",
               f"{value['processor'] * 1000:.1f}",
               f"{value['kilobytes'] / 1024:.0f}", f"{count / 1e6:.1f}" if count else "",
               f"{value['seconds'] / first:.2f}",
               show_factor(published, value) if published else "",
               result["published"]]


def print_job(result):
    print(result["name"] + (f" (published: {result['published']})"
                            if result["published"] else ""))
    for name, ms, part, processor, memory, count, ratio, factor, _ in describe(result):
        print(f"  {name:<22} {ms:>10} ms +-{part:>3} %  {processor:>10} ms CPU  {memory:>5} MiB "
              + (f"{count:>9} M instr." if count else " " * 18)
              + f"  x{ratio:<7}" + (f" published / ours: {factor}" if factor else ""),
              flush=True)


def collect(result):
    """All figures by their names."""
    figures = {}
    for job in result["jobs"]:
        for name, value in job.get("variants", {}).items():
            figures[job["name"], name] = value
    for job in result["growth"]:
        for point in job.get("points", []):
            figures[job["name"], str(point["size"])] = point
    for kernel in result.get("kernels", []):
        figures["kernel", kernel["name"]] = kernel
    return figures


# What is compared: the first figure that both runs have, its unit, and what is allowed.
FIGURES = [("instructions", 1e-6, "M instructions", 1.05), ("processor", 1e3, "ms CPU", 1.25),
           ("seconds", 1e3, "ms", 1.25)]


def compare(old, new):
    """Names what got slower: by a twentieth of the instructions where both runs have counted
    them, otherwise by a quarter of the time."""
    before, now = collect(old), collect(new)
    slower = 0
    for key, value in now.items():
        if key not in before:
            continue
        what, factor, unit, allowed = next(
            figure for figure in FIGURES if before[key].get(figure[0]) and value.get(figure[0]))
        ratio = value[what] / before[key][what]
        if ratio > allowed:
            slower += 1
            print(f"slower: {' '.join(key)}: {before[key][what] * factor:.2f} -> "
                  f"{value[what] * factor:.2f} {unit} (x{ratio:.2f})")
    print(f"{slower} of {len(now)} got slower")
    return slower


def plot(job):
    """A growth curve with logarithmic axes, as SVG."""
    points = [(math.log10(p["size"]), math.log10(max(p["processor"], 1e-6)))
              for p in job["points"]]
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    span_x, span_y = max(xs) - min(xs) or 1, max(ys) - min(ys) or 1
    place = [(40 + 280 * (x - min(xs)) / span_x, 140 - 110 * (y - min(ys)) / span_y)
             for x, y in points]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in place)
    dots = "".join(
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3"/><text x="{x:.1f}" y="{y - 8:.1f}">'
        f'{p["processor"] * 1000:.0f} ms</text><text x="{x:.1f}" y="158">{p["size"]}</text>'
        for (x, y), p in zip(place, job["points"]))
    return (f'<svg viewBox="0 0 360 165" role="img"><polyline points="{line}"/>{dots}</svg>'
            f'<p>exponent {job["exponent"]:.2f}; memory '
            f'{job["points"][-1]["kilobytes"] / 1024:.0f} MiB, exponent '
            f'{job["memory_exponent"]:.2f}</p>')


def write_page(result, path):
    rows = "".join(
        f"<tr><td>{html.escape(job['name'])}"
        + "".join(f"<td>{html.escape(cell)}" for cell in cells)
        for job in result["jobs"] if "variants" in job for cells in describe(job))
    kernels = "".join(f"<tr><td>{html.escape(k['name'])}<td>{k['seconds'] * 1e6:.2f}"
                      for k in result["kernels"])
    growth = "".join(f"<h3>{html.escape(job['name'])}</h3>{plot(job)}"
                     for job in result["growth"] if "points" in job)
    tests = {name: result[name] for name in ("driver", "runner") if result[name]}
    sections = [
        ("Whole jobs", rows and "<table><tr><th>job<th>variant<th>ms<th>spread %<th>CPU ms<th>MiB"
         "<th>M instructions<th>ratio<th>published / ours<th>published" + rows + "</table>"),
        ("Growth", growth),
        ("Tests that run", tests and f"<pre>{html.escape(json.dumps(tests, indent=1))}</pre>"),
        ("Kernels", kernels and f"<table><tr><th>kernel<th>us{kernels}</table>"),
    ]
    path.write_text(f"""<!doctype html><html lang="en"><meta charset="utf-8">
<title>Tioga: benchmarks</title><style>
:root {{ color-scheme: light dark; font-family: sans-serif; }}
body {{ max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }}
table {{ border-collapse: collapse; }} td, th {{ padding: .2rem .8rem; text-align: left;
  border-bottom: 1px solid #8886; }}
svg {{ width: 24rem; }} polyline {{ fill: none; stroke: #2a7; stroke-width: 2; }}
circle {{ fill: #2a7; }} text {{ font-size: 9px; text-anchor: middle; fill: currentColor; }}
</style><h1>Benchmarks</h1><p>{html.escape(result['machine'])}</p>
{''.join(f'<h2>{title}</h2>{content}' for title, content in sections if content)}</html>
""")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--quick", action="store_true", help="under three minutes")
    parser.add_argument("--only", default="", help="jobs with this in their name")
    parser.add_argument("--compare", type=pathlib.Path, metavar="OLD.json",
                        help="name what got slower; exit 10 if anything did")
    args = parser.parse_args()
    runner = Runner((args.build / "bin").resolve(), 3 if args.quick else 9, args.quick)
    result = {"machine": f"{os.cpu_count()} cores", "quick": args.quick}
    result["jobs"] = run_jobs(runner, args.quick, args.only)
    result["growth"] = run_growth(runner, args.quick, args.only)
    result["runner"] = get_rates(result["jobs"])
    result["driver"] = run_driver(runner) if args.only in "driver in C" else {}
    result["kernels"] = [] if args.only else run_kernels(args.build, args.quick)
    shutil.rmtree(runner.scratch, ignore_errors=True)
    (args.build / "bench.json").write_text(json.dumps(result, indent=1))
    write_page(result, args.build / "bench.html")
    print(f"wrote {args.build / 'bench.json'} and {args.build / 'bench.html'}")
    if args.compare:
        return 10 if compare(json.loads(args.compare.read_text()), result) else 0
    return 1 if any("error" in job for job in result["jobs"] + result["growth"]) else 0


if __name__ == "__main__":
    sys.exit(main())
