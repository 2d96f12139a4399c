#!/usr/bin/env python3
"""Measures hints: the whole way of puzzles, the slowest hint on it, and how much the steps rest on.

    python3 benches/hints.py [PUZZLE] [PATTERN]

Prints a row for each puzzle whose name has the pattern in it, in CPU seconds of whole processes. How long a hint takes
is what `--explain-to` takes longer up to its value than up to the one before; ranges are halved until what is left cannot
be the slowest. Nothing is asserted.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PUZZLE = sys.argv[1] if len(sys.argv) > 1 else ROOT / "target" / "release" / "puzzle"
PATTERN = sys.argv[2] if len(sys.argv) > 2 else ""
FILES = [
    ("shelf/puzzles/sudoku.puzzle", "monday"),
    ("shelf/puzzles/sudoku.puzzle", "friday"),
    ("examples/own-sudoku.puzzle", "breakfast"),
    ("examples/zebra.puzzle", "zebra"),
    ("shelf/puzzles/killer_sudoku.puzzle", "friday"),
    ("shelf/puzzles/kakuro.puzzle", "friday"),
    ("shelf/puzzles/futoshiki.puzzle", "friday"),
    ("shelf/puzzles/minesweeper.puzzle", "friday"),
    ("shelf/puzzles/star_battle.puzzle", "friday"),
]
SUDOKUS = {
    "golden nugget": "000000039000001005003050800008090006070002000100400000009080050020000600400700000",
    "platinum blonde": "000000012000000003002300400001800005060070800000009000008500000900040500470006000",
    "easter monster": "100000002090400050006000700050903000000070000000850040700000600030009080002000001",
}
SMALL = 0.2


def sudoku(digits):
    """A puzzle of the shelf's sheet."""
    rows = [" ".join(digits[at : at + 9].replace("0", ".")) for at in range(0, 81, 9)]
    drawing = "".join(f"        {row}\n" for row in rows)
    return f'import "shelf/sudoku"\npuzzle it: sudoku {{\n    board """\n{drawing}        """\n}}\n'


def cpu_seconds(arguments):
    """What a run of the program takes, and what it prints."""
    before = os.times()
    run = subprocess.run([PUZZLE, "hint", *arguments], capture_output=True, check=True, cwd=ROOT)
    after = os.times()
    return sum(after[2:4]) - sum(before[2:4]), run.stdout


def slowest(ends, times, up_to):
    """The seconds of the slowest hint and the number of its value's step: `ends` are the steps of values, `times`
    what is known of the time up to each."""
    best = (0.0, 0)

    def time(at):
        if at not in times:
            times[at] = up_to(ends[at - 1])
        return times[at]

    def halve(low, high):
        nonlocal best
        taken = time(high) - time(low)
        if taken <= max(best[0], SMALL):
            return
        if high == low + 1:
            best = (taken, ends[high - 1])
            return
        middle = (low + high) // 2
        parts = [(low, middle), (middle, high)]
        parts.sort(key=lambda it: time(it[0]) - time(it[1]))
        for part in parts:
            halve(*part)

    halve(1, len(ends))
    return max(best, (times[1], ends[0]))


def counted(step, what):
    count = len(step[f"{what}s"])
    return f"{count} {what}" + ("" if count == 1 else "s")


def row(title, arguments):
    all_of_it, printed = cpu_seconds(["--all", "--format", "json", *arguments])
    found = json.loads(printed)
    steps = found["steps"]
    ends = [at for at, step in enumerate(steps, 1) if step["kind"] == "value"]
    up_to = lambda step: cpu_seconds(["--explain-to", str(step), *arguments])[0]
    first = up_to(ends[0])
    hint, end = slowest(ends, {1: first, len(ends): all_of_it}, up_to)
    before = max((it for it in ends if it < end), default=0)
    hardest = steps[found["hardest"] - 1]
    cells = [
        title,
        f"{len(ends)}, {len(steps) - len(ends)}",
        f"{first:.2f}",
        f"{all_of_it:.2f}",
        f"{hint:.2f}, steps {before + 1} to {end}" if hint > SMALL else "less",
        f"{counted(hardest, 'rule')}, {counted(hardest, 'fact')}",
        str(sum(not step["smallest"] for step in steps)),
    ]
    print("|", " | ".join(cells), "|", flush=True)


def main():
    print("| puzzle | values, barred | to the first value | all | slowest hint | hardest step | perhaps not the smallest |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for file, name in FILES:
        title = f"{pathlib.Path(file).stem} {name}"
        if PATTERN in title:
            row(title, [file, name])
    with tempfile.TemporaryDirectory() as folder:
        for title, digits in SUDOKUS.items():
            if PATTERN in title:
                path = pathlib.Path(folder) / "it.puzzle"
                path.write_text(sudoku(digits))
                row(title, [str(path)])


main()
