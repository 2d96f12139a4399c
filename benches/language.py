#!/usr/bin/env python3
"""Measures the language: checking speed and memory, many files, start-up, extreme inputs.

    python3 benches/language.py [--only NAME]

Builds the release binary, generates the inputs into a temporary directory and prints a table:
wall time, CPU time, throughput and peak memory of each command. Nothing is asserted.
"""

import argparse
import os
import pathlib
import random
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
PUZZLE = ROOT / "target" / "release" / "puzzle"


def mixed_file(lines, seed=1):
    """A file of formulas, clauses and mazes in equal parts, without a mistake."""
    rng = random.Random(seed)
    out = []

    def formula(depth):
        if depth == 0 or rng.random() < 0.2:
            return rng.choice(["", "", "-"]) + rng.choice("pqrstuvwxyz")
        return f"({formula(depth - 1)}{rng.choice('*+')}{formula(depth - 1)})"

    number = 0
    while len(out) < lines:
        number += 1
        out.append(f"formula first{number} = {formula(3)}")
        before = f"first{number}"
        for i in range(16):
            out.append(f"formula other{number}_{i} = ({before}*{formula(4)})")
            before = f"other{number}_{i}"
        out.append(f"solve {before} => satisfiable")
        out.append(f"clauses rules{number} {{")
        for _ in range(16):
            atoms = rng.sample(range(1, 400), rng.randint(2, 6))
            out.append("    " + " ".join(str(rng.choice([a, -a])) for a in atoms))
        out.append("}")
        out.append(f"maze cave{number} {{")
        out.append("    steps 12")
        names = ["START"] + [f"room{i}" for i in range(14)] + ["GOAL"]
        for i, name in enumerate(names):
            parts = [name]
            if 0 < i < 15:
                if i % 3 == 0:
                    parts.append(f"treasures gem{i}")
                if i % 3 == 1 and i > 3:
                    parts.append(f"tolls gem{i - 1}")
            targets = [n for n in rng.sample(names, 4) if n != name] + [names[min(i + 1, 15)]]
            parts.append("-> " + " ".join(dict.fromkeys(targets)))
            out.append("    " + " ".join(parts))
        out.append("}")
    return "\n".join(out[:lines]) + "\n"


def whole_blocks(lines):
    """The mixed file up to the last block that is complete."""
    text = mixed_file(lines)
    return text[: text.rindex("\n}\n") + 3]


def small_file(index):
    return (
        f"// Puzzle {index}.\nformula wish = (x*(y+-z))\nsolve wish => satisfiable\n"
        f"clauses tiny {{\n    1 2 3\n    -2 3\n    -3\n}}\nsolve tiny => 1 -2 -3\n"
        "maze walk {\n    steps 3\n    START -> A\n    A treasures KEY -> B START\n"
        "    B tolls KEY -> GOAL\n    GOAL\n}\nsolve walk => START A B GOAL\n"
    )


def run(label, arguments, size=None, expect=0):
    start = time.perf_counter()
    process = subprocess.Popen([PUZZLE, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    cpu = usage.ru_utime + usage.ru_stime
    row = f"{label:<46} {wall:8.3f} s {cpu:8.3f} s {usage.ru_maxrss / 1024:8.1f} MB"
    if size:
        row += f" {size / 1e6 / cpu:8.1f} MB/s {usage.ru_maxrss * 1024 / size:6.1f}×"
    if process.returncode != expect:
        row += f"   exit {process.returncode}"
    print(row, flush=True)
    return wall, cpu


def check(directory):
    path = directory / "mixed.puzzle"
    text = mixed_file(100_000)
    path.write_text(text)
    print(f"mixed file: {text.count(chr(10))} lines, {len(text) / 1e6:.1f} MB")
    for _ in range(3):
        run("check, 100,000 mixed lines", ["check", "-j1", path], len(text))
    run("fmt --check, 100,000 mixed lines", ["fmt", "--check", path], len(text), expect=1)


def files(directory):
    folder = directory / "many"
    folder.mkdir()
    for index in range(10_000):
        (folder / f"p{index:05}.puzzle").write_text(small_file(index))
    for _ in range(3):
        wall, _ = run("test, 10,000 small files", ["test", folder])
        print(f"{'':<46} {10_000 / wall:8.0f} files/s")


def queries(directory):
    path = directory / "queries.puzzle"
    for n in (10_000, 40_000):
        path.write_text("".join(f"clauses c{i} {{\n    a b\n    -a b\n    -b c\n}}\nsolve c{i}\n" for i in range(n)))
        run(f"run, {n:,} queries of three clauses, one file", ["run", path], path.stat().st_size)


def extremes(directory):
    path = directory / "extreme.puzzle"

    def case(label, text, command="check", expect=0):
        path.write_text(text)
        run(label, [command, path], len(text), expect)

    n = 1_000_000
    nested = "(x*" * n + "x" + ")" * n
    for command in ("check", "run"):
        case(f"{command}, nested {n:,} deep", f"formula deep = {nested}\nsolve deep\n", command)
        case(f"{command}, {n:,} negations", f"formula deep = {'-' * n}x\nsolve deep\n", command)
    case(f"check, {n:,} unclosed parentheses", "formula deep = " + "(" * n + "x\n", expect=1)
    wide = "(" + "+".join(["x"] * 5_000_000) + ")"
    case("check, a line of 10 MB", f"formula wide = {wide}\nsolve wide\n")
    case("run, a line of 10 MB", f"formula wide = {wide}\nsolve wide\n", "run")
    case("check, a faulty line of 10 MB", "formula wide = " + "x+y*" * 2_500_000 + "z\n", expect=1)
    chain = "formula f0 = (x+y)\n" + "".join(f"formula f{i} = (f{i - 1}*z)\n" for i in range(1, n))
    case(f"check, {n:,} declarations, a chain", chain)
    back = "".join(f"formula f{i} = (f{i + 1}*z)\n" for i in range(n)) + f"formula f{n} = (x+y)\n"
    case(f"check, {n:,} declarations, backwards", back)
    case(f"check, {n:,} unknown names", "".join(f"formula f{i} = (gone{i}*z)\n" for i in range(n)), expect=1)


def startup(_):
    size = PUZZLE.stat().st_size
    print(f"binary: {size / 1e6:.1f} MB")
    walls = sorted(run_quietly(["--version"]) for _ in range(101))
    print(f"start-up (--version): median {walls[50] * 1e3:.2f} ms, worst of 101 {walls[-1] * 1e3:.2f} ms")


def run_quietly(arguments):
    start = time.perf_counter()
    subprocess.run([PUZZLE, *arguments], stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


BENCHES = {"startup": startup, "check": check, "files": files, "queries": queries, "extremes": extremes}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--only", choices=BENCHES)
    only = parser.parse_args().only
    subprocess.run(["cargo", "build", "--release", "--quiet"], cwd=ROOT, check=True)
    print(f"{'':<46} {'wall':>10} {'CPU':>10} {'memory':>11}")
    with tempfile.TemporaryDirectory() as directory:
        for name, bench in BENCHES.items():
            if only in (None, name):
                bench(pathlib.Path(directory))


if __name__ == "__main__":
    main()
