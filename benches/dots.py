#!/usr/bin/env python3
"""Measures Dots and Boxes: nodes, times and memory of the search, next to plain alpha-beta.

    python3 benches/dots.py [--large]

Builds the release binary, asks it about generated boards and prints two tables: nodes and time of each
procedure as `compare` tells them, and time and memory of the whole program, the check of the answer
included. `--large` adds the empty board of 4×4, which takes some minutes. Nothing is asserted.
"""

import os
import pathlib
import random
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
PUZZLE = ROOT / "target" / "release" / "puzzle"


def board(rows, columns, drawn=0, seed=0):
    """A board with so many edges drawn."""
    dots = [(chr(97 + x), y + 1) for y in range(rows + 1) for x in range(columns + 1)]
    edges = [f"{x}{y}{chr(ord(x) + 1)}{y}" for x, y in dots if ord(x) - 97 < columns]
    edges += [f"{x}{y}{x}{y + 1}" for x, y in dots if y <= rows]
    chosen = " ".join(random.Random(seed).sample(edges, drawn))
    lines = f"    size {rows} {columns}\n" + (f"    edges {chosen}\n" if chosen else "")
    return f"game it: dots {{\n{lines}}}\n"


def run(text):
    """The output of `puzzle run`, its wall time and the most memory it had."""
    start = time.perf_counter()
    with subprocess.Popen([PUZZLE, "run", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as started:
        started.stdin.write(text)
        started.stdin.close()
        output = started.stdout.read()
        _, status, usage = os.wait4(started.pid, 0)
        started.returncode = os.waitstatus_to_exitcode(status)
    if started.returncode:
        sys.exit(output)
    return output, time.perf_counter() - start, usage.ru_maxrss / 1024


def compare(text):
    """Nodes and milliseconds of each procedure."""
    output, _, _ = run(text + "compare it\n")
    found = re.findall(r"^ +(\w+) +(\d+|given up) +([\d.]+)$", output, re.MULTILINE)
    return {name: (nodes, float(seconds) * 1000) for name, nodes, seconds in found}


def main():
    """Prints both tables."""
    subprocess.run(["cargo", "build", "--release", "--quiet"], cwd=ROOT, check=True)
    sizes = [(2, 2), (2, 3), (2, 4), (2, 5), (3, 3), (3, 4)]
    print("| board | alpha-beta | default |\n| --- | --- | --- |")
    for rows, columns in sizes:
        efforts = compare(board(rows, columns))
        cells = [f"{efforts[name][0]} nodes, {efforts[name][1]:.1f} ms" for name in ["alphabeta", "search"]]
        print(f"| {rows}×{columns}, empty | {' | '.join(cells)} |", flush=True)
    efforts = [compare(board(3, 3, 8, seed)) for seed in range(20)]
    for name in ["alphabeta", "search"]:
        nodes = [int(it[name][0]) for it in efforts if it[name][0].isdigit()]
        most = max(nodes, default="all given up")
        slowest = max(it[name][1] for it in efforts)
        print(f"| 20 boards with 16 free edges, {name} | at most {most} nodes, {slowest:.1f} ms |")
    if "--large" in sys.argv:
        sizes.append((4, 4))
    print("\n| `solve` | points | program | memory |\n| --- | --- | --- | --- |")
    for rows, columns in sizes:
        output, seconds, memory = run(board(rows, columns) + "solve it\n")
        answer = output.splitlines()[0].split("=>")[-1].strip()
        print(f"| {rows}×{columns}, empty | {answer} | {seconds:.2f} s | {memory:.0f} MiB |", flush=True)


if __name__ == "__main__":
    main()
