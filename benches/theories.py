#!/usr/bin/env python3
"""Every question about a theory of the examples, one run of the program each, beside provers that are installed.

    python3 benches/theories.py target/release/puzzle [--seconds 10] [--peers eprover,SPASS,cvc5,z3]

Ours is `puzzle run` on a file with the theory and this one question: reading, answering both ways, checking and
printing. The provers get the problem that `puzzle build` writes, which asks in one direction only: that a
sentence is no theorem leaves open whether it is refuted. They are asked for a status, ours besides for the
problem itself (`puzzle solve`), and all that answer have to agree with what our question says. z3 is asked in
SMT-LIB, into which cvc5 translates. Times are CPU seconds.
"""

import argparse
import json
import os
import pathlib
import re
import resource
import shutil
import subprocess
import tempfile

EXAMPLES = pathlib.Path(__file__).parent.parent / "examples"
COMMANDS = {
    "puzzle": ["{puzzle}", "solve", "--timeout", "{s}s", "{p}"],
    "eprover": ["eprover", "--auto", "-s", "--cpu-limit={s}", "{p}"],
    "SPASS": ["SPASS", "-TPTP", "-PGiven=0", "-PProblem=0", "-TimeLimit={s}", "{p}"],
    "cvc5": ["cvc5", "--lang=tptp", "--finite-model-find", "--tlimit={s}000", "{p}"],
    "z3": ["z3", "-T:{s}", "{smt}"],
}
FOLLOWS = re.compile(r"SZS status (Theorem|Unsatisfiable|ContradictoryAxioms)|Proof found|^unsat", re.M)
OPEN = re.compile(r"SZS status (CounterSatisfiable|Satisfiable)|Completion found|^sat", re.M)


def timed(command, seconds):
    """What a command prints, its exit code, and its CPU time."""
    limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    with tempfile.TemporaryFile() as out:
        child = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL, preexec_fn=limit)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        return out.read().decode(errors="replace"), child.returncode, usage.ru_utime + usage.ru_stime


def alone(text, query):
    """A file with one of its queries, of those about theories."""
    ours = re.compile(r"^(prove|ask|equivalent|solve|count) .*\n?", re.M)
    return ours.sub(lambda it: it[0] if it.start() == query else "", text)


def side(output):
    return True if FOLLOWS.search(output) else False if OPEN.search(output) else None


def expected(verb, answer):
    """Whether the built problem is a theorem."""
    if verb == "ask":
        return not answer.startswith("none")
    return answer in ("proved", "equivalent", "contradictory")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("puzzle")
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--peers", default="eprover,SPASS,cvc5,z3")
    args = parser.parse_args()
    peers = ["puzzle", *(it for it in args.peers.split(",") if shutil.which(COMMANDS[it][0]))]
    files = [it for it in sorted(EXAMPLES.glob("*.puzzle")) if re.search("^theory ", it.read_text(), re.M)]
    print("| question | ours | " + " | ".join("the problem" if it == "puzzle" else it for it in peers) + " |")
    print("| --- " * (len(peers) + 2) + "|")
    slowest, wrong = 0, []
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        subprocess.run([args.puzzle, "build", *files, "-o", folder], stdout=subprocess.DEVNULL, check=True)
        sources = json.loads((folder / "manifest.json").read_text())["sources"]
        for path, source in zip(files, sorted(sources, key=lambda it: it["source"])):
            text = path.read_text()
            lines = {it["line"]: folder / source["directory"] / it["files"][0] for it in source["declarations"]}
            for query in re.finditer(r"^(prove|ask|equivalent|solve|count) (\w+).*?=> (.*)", text, re.M):
                (folder / "alone.puzzle").write_text(alone(text, query.start()))
                printed, code, seconds = timed([args.puzzle, "run", folder / "alone.puzzle"], args.seconds)
                assert code == 0, f"{path}: {query[0]}\n{printed}"
                slowest = max(slowest, seconds)
                cells = [f"{seconds:.3f}"]
                problem = lines.get(text[: query.start()].count("\n") + 1)
                for peer in peers if problem else []:
                    smt = folder / "problem.smt2"
                    if peer == "z3":
                        translated = subprocess.run(
                            ["cvc5", "--lang=tptp", "--output-lang=smt2", "--parse-only", "-o", "raw-benchmark", problem],
                            capture_output=True, text=True,
                        )
                        smt.write_text(re.sub(r"\(check-sat-assuming.*", "(check-sat)", translated.stdout))
                    fill = {"{puzzle}": args.puzzle, "{s}": str(args.seconds), "{p}": str(problem), "{smt}": str(smt)}
                    command = COMMANDS[peer]
                    for mark, value in fill.items():
                        command = [word.replace(mark, value) for word in command]
                    printed, _, seconds = timed(command, args.seconds)
                    found = side(printed)
                    if found is not None and found != expected(query[1], query[3]):
                        wrong.append(f"{peer}: {problem.name}")
                    cells.append("open" if found is None else f"{seconds:.3f}")
                cells += [""] * (len(peers) + 1 - len(cells))
                shown = query[0].split("=>")[0].split(" by ")
                shown = shown[0].strip() + (" by resolution" if len(shown) > 1 else "")
                shown = shown if len(shown) < 60 else shown[:57] + "…"
                print(f"| `{path.stem}`: `{shown}` | " + " | ".join(cells) + " |", flush=True)
    print(f"\nthe slowest question: {slowest:.3f} s; disagreements: {', '.join(wrong) or 'none'}")


if __name__ == "__main__":
    main()
