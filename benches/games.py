#!/usr/bin/env python3
"""Measures the games: nodes and times of the procedures, the sieve, the tables.

    python3 benches/games.py

Builds the release binary, asks it about generated files and prints a table: wall time of the whole
program, and nodes and time of each procedure as `compare` tells them. Nothing is asserted.
"""

import pathlib
import re
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
PUZZLE = ROOT / "target" / "release" / "puzzle"


def run(text):
    """The output of `puzzle run` and its wall time."""
    start = time.perf_counter()
    ended = subprocess.run([PUZZLE, "run", "-"], input=text, capture_output=True, text=True, check=True)
    return ended.stdout, time.perf_counter() - start


def game(kind, settings, query):
    """The text that asks one question about one game."""
    lines = "".join(f"    {name} {value}\n" for name, value in settings.items())
    return f"game it: {kind} {{\n{lines}}}\n{query}\n"


def compare(label, kind, settings):
    """A line a procedure."""
    output, _ = run(game(kind, settings, "compare it"))
    for name, nodes, seconds in re.findall(r"^ +(\w+) +(\d+|given up) +([\d.]+)$", output, re.MULTILINE):
        print(f"| {label} | {name} | {nodes} | {float(seconds) * 1000:.1f} ms |")


def timed(label, text):
    """A line for a question with its answer, the check included."""
    output, seconds = run(text)
    answer = output.splitlines()[0].split("=>")[-1].strip()
    print(f"| {label} | {answer} | {seconds:.2f} s |")


def main():
    """Prints both tables."""
    subprocess.run(["cargo", "build", "--release", "--quiet"], cwd=ROOT, check=True)
    print("| game | procedure | nodes | time |\n| --- | --- | --- | --- |")
    for size in [3, 4, 5, 6, 7, 8, 10]:
        compare(f"Tippy, {size}×{size}, empty", "tippy", {"size": size})
    compare("Subtract Square from 20", "subtract-square", {"value": 20})
    compare("Chopsticks, 10 moves", "chopsticks", {"moves": 10})
    compare("Chopsticks without a limit", "chopsticks", {"hands": "11 11"})
    print("\n| question | answer | program |\n| --- | --- | --- |")
    for value in [10**6, 10**7, 10**8]:
        timed(f"Subtract Square, `solve` {value:,}", game("subtract-square", {"value": value}, "solve it"))
    timed("Subtract Square, `play2win` 100,000,000", game("subtract-square", {"value": 10**8}, "play2win it"))
    for size in [3, 6, 8, 10]:
        timed(f"Tippy, `solve` {size}×{size}", game("tippy", {"size": size}, "solve it"))


if __name__ == "__main__":
    main()
