#!/usr/bin/env python3
"""Measures `puzzle lsp` beside `ruff server`, both in one run: an edit in the middle of a file makes an error
come and go.

    python3 -m venv /tmp/ruff && /tmp/ruff/bin/pip install ruff
    python3 benches/lsp/bench.py --ruff /tmp/ruff/bin/ruff
    python3 benches/lsp/bench.py --views
    python3 benches/lsp/bench.py --soak 1000000

Builds the release binary and prints tables; nothing is asserted. Needs Linux for processor time and memory.
"""

import argparse
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "benches"))

from client import Server
from language import whole_blocks

PUZZLE = ROOT / "target" / "release" / "puzzle"
SIZES = {1_000: 60, 10_000: 60, 100_000: 40}


def puzzle_file(lines):
    """The mixed file of the other benchmark up to the last block that is complete, with right expectations."""
    with tempfile.NamedTemporaryFile("w+", suffix=".puzzle") as file:
        file.write(whole_blocks(lines))
        file.flush()
        subprocess.run([PUZZLE, "test", "--update", file.name], check=True, capture_output=True)
        return pathlib.Path(file.name).read_text()


def python_file(lines, seed=1):
    """Small functions without a mistake that ruff's default rules see."""
    rng = random.Random(seed)
    out = ["import math", ""]
    while len(out) < lines:
        number = len(out)
        out += ["", f"def function_{number}(x, y):"]
        for i in range(16):
            out.append(f"    v{i} = (x + {rng.randint(1, 99)}) * (y - math.floor({rng.randint(1, 99)}))")
        out.append("    return " + " + ".join(f"v{i}" for i in range(16)))
    return "\n".join(out[:lines]) + "\n"


def toggles(text, is_wanted):
    """Two edits in the middle of a text: the closing parenthesis at the end of a line goes, and comes back."""
    lines = text.split("\n")
    line = len(lines) // 2
    while not is_wanted(lines[line]):
        line += 1
    end = len(lines[line])
    return [((line, end - 1), (line, end), ""), ((line, end - 1), (line, end - 1), ")")]


def puzzle():
    return Server("puzzle lsp", [str(PUZZLE), "lsp"], "puzzle")


def ruff(program):
    return Server("ruff server", [program, "server"], "python")


def percentile(values, part):
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


def edits(server, text, is_wanted, count):
    """Milliseconds from an edit to its diagnostics, processor time an edit, and peak memory."""
    suffix = "py" if server.language == "python" else "puzzle"
    server.open(f"file:///bench/file.{suffix}", text)
    pair = toggles(text, is_wanted)
    for edit in pair:
        server.change(edit)
        server.published(server.version)
    time.sleep(0.5)
    before = server.cpu()
    waits = []
    for number in range(count):
        start = time.perf_counter()
        server.change(pair[number % 2])
        arrived, message = server.published(server.version)
        waits.append((arrived - start) * 1000)
        is_broken = number % 2 == 0
        found = any(it["severity"] == 1 for it in message["params"]["diagnostics"])
        if found != is_broken:
            raise SystemExit(f"{server.name}: the error does not come and go")
    return waits, (server.cpu() - before) / count * 1000, server.memory("VmHWM")


def burst(server, text, is_wanted):
    """Fifty-one edits at once: how often is published, and how long until the last."""
    server.open("file:///bench/burst." + ("py" if server.language == "python" else "puzzle"), text)
    pair = toggles(text, is_wanted)
    singles = []
    for number in range(20):
        start = time.perf_counter()
        server.change(pair[number % 2])
        singles.append((server.published(server.version)[0] - start) * 1000)
    time.sleep(0.5)
    while not server.messages.empty():
        server.messages.get()
    start = time.perf_counter()
    for number in range(51):
        server.change(pair[number % 2])
    published = []
    while True:
        arrived, message = server.wait(lambda it: it.get("method") == "textDocument/publishDiagnostics")
        published.append((arrived, message["params"].get("version")))
        if published[-1][1] == server.version:
            break
    return len(published), (published[-1][0] - start) * 1000, statistics.median(singles)


def requests(text):
    """Completion and hover right behind an edit, beside the edit alone."""
    server = puzzle()
    server.open("file:///bench/file.puzzle", text)
    pair = toggles(text, IS_FORMULA)
    (line, column), _, _ = pair[0]
    rows = {"edit alone": [], "edit, then completion": [], "edit, then hover": []}
    for number in range(90):
        server.change(pair[number % 2])
        start = time.perf_counter()
        if number % 3 == 0:
            arrived, _ = server.published(server.version)
            rows["edit alone"].append((arrived - start) * 1000)
            continue
        method = "completion" if number % 3 == 1 else "hover"
        arrived, _ = server.request(f"textDocument/{method}", server.position(line, column - 3))
        rows[f"edit, then {method}"].append((arrived - start) * 1000)
        server.change(pair[number % 2])
        server.change(pair[(number + 1) % 2])
        server.change(pair[number % 2])
        time.sleep(0.02)
    for name, values in rows.items():
        print_row(name, values)
    server.stop()


def print_row(name, waits):
    print(f"{name:<28} p50 {statistics.median(waits):8.2f} ms   p95 {percentile(waits, 0.95):8.2f} ms", flush=True)


# What an editor with the live view asks about the screen and the whole file after each edit.
SCREEN = ["codeLens", "documentSymbol", "foldingRange", "semanticTokens/range", "inlayHint"]
VIEWS = [{"show": "answer"}, {"show": "why"}, {"show": "picture", "solution": True}, {"show": "steps"}]


def views(text, count=120):
    """An edit alone, with what the live view asks, and with what an editor asks besides: milliseconds to its diagnostics."""
    rows = {"an edit alone": [], "with the live view": [], "and all else of an editor": []}
    server = puzzle()
    server.open("file:///bench/file.puzzle", text)
    pair = toggles(text, IS_FORMULA)
    (line, _), _, _ = pair[0]
    screen = {"start": {"line": line - 20, "character": 0}, "end": {"line": line + 20, "character": 0}}
    # The place of the view is above the line that is edited, so that it can be answered while that is broken.
    place = server.position(next(it for it in range(line - 1, 0, -1) if IS_FORMULA(text.split("\n")[it])), 0)
    for number in range(len(rows) * count):
        name = list(rows)[number // count]
        start = time.perf_counter()
        server.change(pair[number % 2])
        asked = []
        if number >= 2 * count:
            asked = [server.ask(f"textDocument/{it}", {**place, "range": screen}) for it in SCREEN]
        if number >= count:
            asked += [server.ask("puzzle/offers", place), server.ask("puzzle/answers", {**place, "stamps": []})]
            # Of the panel one side is seen at a time.
            asked.append(server.ask("puzzle/live", {**place, **VIEWS[number // 2 % len(VIEWS)]}))
        arrived, _ = server.published(server.version)
        rows[name].append((arrived - start) * 1000)
        time.sleep(0.15)
        if asked:
            # What is asked once more is answered when all before it is.
            server.request("puzzle/offers", place)
    for name, values in rows.items():
        print_row(name, values)
    server.stop()


def print_row(name, waits):
    print(f"{name:<28} p50 {statistics.median(waits):8.2f} ms   p95 {percentile(waits, 0.95):8.2f} ms", flush=True)


def soak(count):
    """Random edits in a file of a thousand lines; the memory now and then."""
    rng = random.Random(1)
    text = puzzle_file(1_000)
    server = puzzle()
    server.open("file:///bench/soak.puzzle", text)
    lines = text.split("\n")
    start = time.perf_counter()
    step = max(1, count // 20)
    for number in range(count):
        line = rng.randrange(len(lines))
        here = lines[line]
        at = rng.randint(0, len(here))
        to = min(len(here), at + rng.choice([0, 0, 1, 1, 2, 8]))
        # Lines grow and shrink, and now and then become what they were.
        new = rng.choice(["", "", "x", "(", ")", "+y", "f", "=>", "{", " A", "-> B"])
        if rng.random() < 0.1:
            original = text.split("\n", line + 1)[line] if rng.random() < 0.02 else here
            at, to, new = 0, len(here), original
        lines[line] = here[:at] + new + here[to:]
        server.change(((line, at), (line, to), new))
        if number % 1000 == 999:
            server.published(server.version)
        if number % step == step - 1:
            print(
                f"{number + 1:>9} edits {time.perf_counter() - start:8.1f} s {server.memory('VmRSS'):8.1f} MB",
                flush=True,
            )
    server.stop()


def IS_FORMULA(line):
    return line.startswith("formula other") and line.endswith(")")


def IS_SUM(line):
    return line.startswith("    v") and line.endswith(")")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--ruff", help="the program `ruff`; without it puzzle is measured alone")
    parser.add_argument("--views", action="store_true", help="an edit with all views of an editor open, beside ruff's without, and nothing else")
    parser.add_argument("--soak", type=int, metavar="EDITS", help="so many random edits, and nothing else")
    arguments = parser.parse_args()
    subprocess.run(["cargo", "build", "--release", "--quiet"], cwd=ROOT, check=True)
    if arguments.soak:
        soak(arguments.soak)
        return
    if arguments.views:
        print("edit to diagnostics at 10,000 lines")
        views(puzzle_file(10_000))
        if arguments.ruff:
            server = ruff(arguments.ruff)
            waits, _, _ = edits(server, python_file(10_000), IS_SUM, 120)
            print_row("ruff server, an edit alone", waits)
            server.stop()
        return
    print("edit to diagnostics            lines      p50 ms      p95 ms   CPU ms/edit     peak MB")
    for lines, count in SIZES.items():
        rows = []
        contenders = [(puzzle(), puzzle_file(lines), IS_FORMULA)]
        if arguments.ruff:
            contenders.append((ruff(arguments.ruff), python_file(lines), IS_SUM))
        for server, text, is_wanted in contenders:
            waits, cpu, peak = edits(server, text, is_wanted, count)
            row = (statistics.median(waits), percentile(waits, 0.95), cpu, peak)
            rows.append(row)
            print(f"{server.name:<28} {lines:>7}", *(f"{value:11.2f}" for value in row), flush=True)
            if lines == 10_000:
                published, last, single = burst(server, text, is_wanted)
                print(f"{'':28}   51 edits at once: {published} publications, the last after {last:.1f} ms; "
                      f"one edit {single:.1f} ms")
            server.stop()
        if len(rows) == 2:
            ratios = (mine / theirs if theirs else 0 for mine, theirs in zip(*rows))
            print(f"{'ratio':<28} {lines:>7}", *(f"{ratio:11.3f}" for ratio in ratios), flush=True)
    print("\ncompletion and hover at 100,000 lines")
    requests(puzzle_file(100_000))


if __name__ == "__main__":
    main()
