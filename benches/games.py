#!/usr/bin/env python3
"""Measures the games: nodes and times of the procedures, the sieve, the tables.

    python3 benches/games.py [--peers PYTHON]

Builds the release binary, asks it about generated files and prints tables: CPU time of the whole
program, and nodes and time of each procedure as `compare` tells them. With a python that has `open_spiel`
and `easyAI`, other programs are measured side by side: see `games_peers.py`. Nothing is asserted.
"""

import argparse
import pathlib
import re
import resource
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
PUZZLE = ROOT / "target" / "release" / "puzzle"


def run(text):
    """The output of `puzzle run` and its CPU time."""
    start = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    ended = subprocess.run([PUZZLE, "run", "-"], input=text, capture_output=True, text=True, check=True)
    return ended.stdout, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - start


def game(kind, settings, query):
    """The text that asks one question about one game."""
    lines = "".join(f"    {name} {value}\n" for name, value in settings.items())
    return f"game it: {kind} {{\n{lines}}}\n{query}\n"


def compare(label, kind, settings):
    """A line a procedure."""
    output, _ = run(game(kind, settings, "compare it"))
    row = r"^ +(\w+) +((?:at most )?\d+|given up) +([\d.]+|not run)$"
    for name, nodes, seconds in re.findall(row, output, re.MULTILINE):
        time = seconds if seconds == "not run" else f"{float(seconds) * 1000:.1f} ms"
        print(f"| {label} | {name} | {nodes} | {time} |")


def timed(label, text):
    """A line for a question with its answer, the check included."""
    output, seconds = run(text)
    answer = output.splitlines()[0].split("=>")[-1].strip()
    print(f"| {label} | {answer} | {seconds:.2f} s |")


# What a peer is asked, and the same question to us.
PEERS = {
    "dots": ("Dots and Boxes 2×3, OpenSpiel", "dots", {"size": "2 3"}, "solve it by memo"),
    "dots-textbook": ("Dots and Boxes 2×3, textbook", "dots", {"size": "2 3"}, "solve it by memo"),
    "tippy": ("Tippy 4×4, easyAI", "tippy", {"size": 4}, "solve it"),
    "chopsticks": ("Chopsticks, 10 moves each, easyAI", "chopsticks", {"moves": 10}, "solve it"),
}
PATIENCE = 600


def peers(python):
    """A line for each other program, with the time that our whole program needs for the same."""
    print("\n| question | its answer | its nodes | its seconds | our answer | ours, with the check |")
    print("| --- | --- | --- | --- | --- | --- |")
    for name, (label, kind, settings, query) in PEERS.items():
        command = [python, ROOT / "benches" / "games_peers.py", name]
        try:
            theirs = subprocess.run(command, capture_output=True, text=True, check=True, timeout=PATIENCE)
            theirs = theirs.stdout.strip().splitlines()[-1]
        except subprocess.TimeoutExpired:
            theirs = f"none | | more than {PATIENCE}"
        output, seconds = run(game(kind, settings, query))
        answer = output.splitlines()[0].split("=>")[-1].strip()
        print(f"| {label} | {theirs} | {answer} | {seconds:.3f} |")


def main():
    """Prints the tables."""
    parser = argparse.ArgumentParser(description="Measures the games.")
    parser.add_argument("--peers", help="a python with open_spiel and easyAI")
    arguments = parser.parse_args()
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
    for size in [3, 4, 5, 6, 7, 8, 10]:
        for query in ["solve", "play2win"]:
            timed(f"Tippy, `{query}` {size}×{size}", game("tippy", {"size": size}, f"{query} it"))
    timed("Chopsticks, 10 moves each", game("chopsticks", {"moves": 10}, "solve it"))
    timed("Chopsticks without a limit", game("chopsticks", {"hands": "11 11"}, "solve it"))
    if arguments.peers:
        peers(arguments.peers)


if __name__ == "__main__":
    main()
