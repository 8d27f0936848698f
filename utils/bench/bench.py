#!/usr/bin/env python3
#===- bench.py - How fast Tioga is ----------------------------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
"""Measures whole commands and library kernels.

Every job is run several times, the jobs of a group interleaved, so that a noisy
moment hits all of them alike; what is reported is the median, with the spread
between the quartiles, and ratios within one run. Results go to build/bench.json,
a table to the standard output and a page to build/bench.html.
"""

import argparse
import html
import json
import math
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "docs" / "examples"
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from jobs import GROWTH, JOBS  # noqa: E402


class Runner:
    def __init__(self, bin_dir, repetitions):
        self.bin = bin_dir
        self.repetitions = repetitions
        self.scratch = pathlib.Path(tempfile.mkdtemp(prefix="tioga-bench-"))

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
        return seconds, usage.ru_maxrss

    def measure(self, variants, repetitions=None):
        """Medians of several commands that are run in turn."""
        samples = {name: [] for name, _, _ in variants}
        memory = {name: 0 for name, _, _ in variants}
        for turn in range((repetitions or self.repetitions) + 1):
            for name, command, expected in variants:
                seconds, kilobytes = self.run_once(self.expand(command), expected)
                if turn:  # The first is for warming up.
                    samples[name].append(seconds)
                    memory[name] = max(memory[name], kilobytes)
        return {name: {"seconds": statistics.median(values),
                       "spread": spread(values), "kilobytes": memory[name]}
                for name, values in samples.items()}


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
                        "variants": measured})
        print_job(results[-1])
    return results


def run_growth(runner, quick, pattern):
    results = []
    for job in GROWTH:
        if pattern not in job["name"]:
            continue
        points = []
        for size in job["sizes"][:3] if quick else job["sizes"]:
            for command in job.get("setup", []):
                subprocess.run(runner.expand(command.replace("{n}", str(size))),
                               shell=True, check=True)
            variants = [("", job["command"].replace("{n}", str(size)),
                         job.get("exit", {0}))]
            measured = runner.measure(variants)[""]
            points.append({"size": size, **measured})
        exponent = fit_exponent(points)
        results.append({"name": job["name"], "points": points, "exponent": exponent})
        print(f"{job['name']:<44} " + "  ".join(
            f"{p['size']}: {p['seconds'] * 1000:.0f} ms" for p in points)
            + f"   exponent {exponent:.2f}", flush=True)
    return results


def fit_exponent(points):
    """The slope of a line through the logarithms, by least squares."""
    if len(points) < 2:
        return math.nan
    xs = [math.log(p["size"]) for p in points]
    ys = [math.log(max(p["seconds"], 1e-6)) for p in points]
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


def print_job(result):
    first = None
    for name, value in result["variants"].items():
        first = first or value["seconds"]
        print(f"{result['name'] + ' ' + name:<44} {value['seconds'] * 1000:10.1f} ms "
              f"+-{value['spread'] * 100:3.0f} %  {value['kilobytes'] / 1024:6.0f} MiB  "
              f"x{value['seconds'] / first:<6.2f} {result['published']}", flush=True)


def compare(old, new):
    """Names what got slower by more than a quarter."""
    before = {(j["name"], n): v["seconds"] for j in old["jobs"] if "variants" in j
              for n, v in j["variants"].items()}
    before.update({("kernel", k["name"]): k["seconds"] for k in old.get("kernels", [])})
    slower = 0
    now = [((j["name"], n), v["seconds"]) for j in new["jobs"] if "variants" in j
           for n, v in j["variants"].items()]
    now += [(("kernel", k["name"]), k["seconds"]) for k in new.get("kernels", [])]
    for key, seconds in now:
        if key in before and seconds > 1.25 * before[key]:
            slower += 1
            print(f"slower: {' '.join(key)}: {before[key] * 1000:.2f} ms -> "
                  f"{seconds * 1000:.2f} ms (x{seconds / before[key]:.2f})")
    print(f"{slower} of {len(now)} got slower")
    return slower


def plot(job):
    """A growth curve with logarithmic axes, as SVG."""
    points = [(math.log10(p["size"]), math.log10(max(p["seconds"], 1e-6)))
              for p in job["points"]]
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    span_x, span_y = max(xs) - min(xs) or 1, max(ys) - min(ys) or 1
    place = [(40 + 280 * (x - min(xs)) / span_x, 140 - 110 * (y - min(ys)) / span_y)
             for x, y in points]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in place)
    dots = "".join(
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3"/><text x="{x:.1f}" y="{y - 8:.1f}">'
        f'{p["seconds"] * 1000:.0f} ms</text><text x="{x:.1f}" y="158">{p["size"]}</text>'
        for (x, y), p in zip(place, job["points"]))
    return (f'<svg viewBox="0 0 360 165" role="img"><polyline points="{line}"/>{dots}</svg>'
            f'<p>exponent {job["exponent"]:.2f}</p>')


def write_page(result, path):
    rows = []
    for job in result["jobs"]:
        for name, value in job.get("variants", {}).items():
            rows.append(f"<tr><td>{html.escape(job['name'])}<td>{html.escape(name)}"
                        f"<td>{value['seconds'] * 1000:.1f}<td>{value['spread'] * 100:.0f}"
                        f"<td>{value['kilobytes'] / 1024:.0f}"
                        f"<td>{html.escape(job['published'])}")
    kernels = "".join(f"<tr><td>{html.escape(k['name'])}<td>{k['seconds'] * 1e6:.2f}"
                      for k in result["kernels"])
    growth = "".join(f"<h3>{html.escape(job['name'])}</h3>{plot(job)}"
                     for job in result["growth"])
    path.write_text(f"""<!doctype html><html lang="en"><meta charset="utf-8">
<title>Tioga: benchmarks</title><style>
:root {{ color-scheme: light dark; font-family: sans-serif; }}
body {{ max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }}
table {{ border-collapse: collapse; }} td, th {{ padding: .2rem .8rem; text-align: left;
  border-bottom: 1px solid #8886; }}
svg {{ width: 24rem; }} polyline {{ fill: none; stroke: #2a7; stroke-width: 2; }}
circle {{ fill: #2a7; }} text {{ font-size: 9px; text-anchor: middle; fill: currentColor; }}
</style><h1>Benchmarks</h1><p>{html.escape(result['machine'])}</p>
<h2>Whole jobs</h2><table><tr><th>job<th>variant<th>ms<th>spread %<th>MiB<th>published
{''.join(rows)}</table><h2>Growth</h2>{growth}
<h2>Kernels</h2><table><tr><th>kernel<th>us{kernels}</table></html>
""")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--quick", action="store_true", help="under three minutes")
    parser.add_argument("--only", default="", help="jobs with this in their name")
    parser.add_argument("--compare", type=pathlib.Path, metavar="OLD.json",
                        help="name what got slower; exit 10 if anything did")
    args = parser.parse_args()
    runner = Runner((args.build / "bin").resolve(), 3 if args.quick else 9)
    result = {"machine": f"{os.cpu_count()} cores", "quick": args.quick}
    result["jobs"] = run_jobs(runner, args.quick, args.only)
    result["growth"] = run_growth(runner, args.quick, args.only)
    result["kernels"] = [] if args.only else run_kernels(args.build, args.quick)
    shutil.rmtree(runner.scratch, ignore_errors=True)
    (args.build / "bench.json").write_text(json.dumps(result, indent=1))
    write_page(result, args.build / "bench.html")
    print(f"wrote {args.build / 'bench.json'} and {args.build / 'bench.html'}")
    if args.compare:
        return 10 if compare(json.loads(args.compare.read_text()), result) else 0
    return 1 if any("error" in job for job in result["jobs"]) else 0


if __name__ == "__main__":
    sys.exit(main())
