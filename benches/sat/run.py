#!/usr/bin/env python3
"""Runs solvers side by side on clause files: CPU seconds, memory, PAR-2.

    python3 benches/sat/families.py /tmp/families
    python3 benches/sat/published.py /tmp/published
    python3 benches/sat/run.py /tmp/families [SOLVER…]
    python3 benches/sat/run.py /tmp/families --techniques

The peers are Debian's `minisat`, `picosat` and `cadical`, `cargo install varisat-cli` and `splr`, and `kissat`,
which the wheel `passagemath-kissat` holds.
Any folder with `.cnf` files will do, such as one with published instances. Without names every solver of
`SOLVERS` that is installed takes part; `NAME=COMMAND` brings another one, or another build of ours. With
`--techniques` ours takes part without one technique at a time.
One run a file and solver, one after the other, one thread, at most 20 seconds; what is not solved counts twice that. Two
answers that contradict each other end the run. The last lines compare the times of the files without a model, and of those
with one, with those of the first solver, file by file.
"""

import operator
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile

LIMIT = 20
PUZZLE = pathlib.Path(__file__).resolve().parents[2] / "target" / "release" / "puzzle"
SOLVERS = {
    "puzzle": [str(PUZZLE), "solve"],
    "minisat": ["minisat", "-verb=0"],
    "picosat": ["picosat"],
    "cadical": ["cadical", "-q"],
    "kissat": ["kissat", "-q"],
    "varisat": ["varisat"],
    "splr": ["splr", "-q"],
}
TECHNIQUES = """
    addition elimination equivalence local-search minimisation phase-saving probing reason-bumping reduction rephasing restarts
    stable-mode subsumption target-phases vivification
""".split()


def chosen(words):
    """The solvers by name."""
    commands = dict(SOLVERS)
    commands.update((name, command.split()) for name, _, command in (it.partition("=") for it in words) if command)
    if "--techniques" in words:
        commands.update((it, [*commands["puzzle"], "--without", it]) for it in TECHNIQUES)
        return {name: commands[name] for name in ("puzzle", *TECHNIQUES)}
    names = [it.partition("=")[0] for it in words] or [it for it in commands if shutil.which(commands[it][0])]
    return {name: commands[name] for name in names}


def limited():
    """In the solver's process: no more time than is counted."""
    resource.setrlimit(resource.RLIMIT_CPU, (LIMIT + 1, LIMIT + 1))


def run(command, path):
    """The answer, CPU seconds and megabytes."""
    with tempfile.TemporaryDirectory() as cwd, open(os.devnull, "wb") as nowhere:
        process = subprocess.Popen(
            [*command, path.resolve()], stdout=subprocess.PIPE, stderr=nowhere, preexec_fn=limited, cwd=cwd
        )
        output = process.stdout.read().decode(errors="replace").upper()
        _, _, usage = os.wait4(process.pid, 0)
        process.stdout.close()
    seconds = usage.ru_utime + usage.ru_stime
    answer = "no" if "UNSATISFIABLE" in output else "yes" if "SATISFIABLE" in output else None
    return answer if seconds <= LIMIT else None, seconds, usage.ru_maxrss / 1024


def main():
    """Prints a table and its sums."""
    folder = pathlib.Path(sys.argv[1])
    solvers = chosen(sys.argv[2:])
    names = list(solvers)
    penalties = {name: [] for name in names}
    times = {answer: {name: [] for name in names} for answer in ("no", "yes")}
    print("| file | answer | " + " | ".join(names) + " |\n|" + " --- |" * (len(names) + 2))
    for path in sorted(folder.glob("*.cnf")):
        found = {name: run(solvers[name], path) for name in names}
        answers = {answer for answer, _, _ in found.values() if answer}
        if len(answers) > 1:
            sys.exit(f"{path}: the answers contradict each other: {found}")
        cells = []
        for name, (answer, seconds, megabytes) in found.items():
            penalties[name].append(seconds if answer else 2 * LIMIT)
            for it in answers:
                times[it][name].append(max(seconds if answer else 2 * LIMIT, 0.01))
            cells.append(f"{seconds:.2f} s, {megabytes:.0f} MB" if answer else "–")
        print(f"| {path.stem} | {answers.pop() if answers else '?'} | " + " | ".join(cells) + " |", flush=True)
    solved = [sum(time < 2 * LIMIT for time in penalties[name]) for name in names]
    means = [sum(penalties[name]) / len(penalties[name]) for name in names]
    print("| solved | | " + " | ".join(str(it) for it in solved) + " |")
    print("| PAR-2, mean | | " + " | ".join(f"{it:.2f} s" for it in means) + " |")
    for answer, what in (("no", "refutations"), ("yes", "models")):
        of_answer = times[answer]
        if not of_answer[names[0]]:
            continue
        geometric = [statistics.geometric_mean(of_answer[name]) for name in names]
        slowdowns = [statistics.median(map(operator.truediv, of_answer[name], of_answer[names[0]])) for name in names]
        print(f"| {what}, geometric mean | | " + " | ".join(f"{it:.3f} s" for it in geometric) + " |")
        print(f"| {what}, median beside the first | | " + " | ".join(f"{it:.2f}" for it in slowdowns) + " |")


if __name__ == "__main__":
    main()
