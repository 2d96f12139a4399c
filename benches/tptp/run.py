#!/usr/bin/env python3
"""Problems of TPTP, side by side with the provers that are installed, in proofs and in models.

    sh benches/tptp/fetch.sh /tmp/tptp
    python3 benches/tptp/run.py target/release/puzzle /tmp/tptp --domain PUZ
    python3 benches/tptp/run.py target/release/examples/alone /tmp/tptp --domain PUZ --alone

Each prover has so many seconds of CPU time for a problem. What a problem's header says of its status
is the truth: an answer that contradicts it is wrong. `--sample 149,87` takes every so many-th of
the problems with a proof and with a model, always the same ones. `--alone` takes
procedures of ours for provers, each alone and all without it. z3 reads no TPTP; cvc5 translates the
problems for it, which is not counted.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import resource
import shutil
import subprocess
import tempfile

PROOF = {"Theorem", "Unsatisfiable", "ContradictoryAxioms"}
MODEL = {"CounterSatisfiable", "Satisfiable", "CounterTheorem"}

COMMANDS = {
    "eprover": ["eprover", "--auto", "-s", "--cpu-limit={s}", "{p}"],
    "SPASS": ["SPASS", "-TPTP", "-PGiven=0", "-PProblem=0", "-TimeLimit={wall}", "{p}"],
    "cvc5": ["cvc5", "--lang=tptp", "--finite-model-find", "--tlimit={wall}000", "{p}"],
    "z3": ["z3", "-T:{wall}", "{p}"],
}
PROCEDURES = ["instances", "models", "heaviest", "splitting", "undecided", "rarest", "lexicographic"]
ALONE = ["all", *PROCEDURES, *(f"without-{it}" for it in PROCEDURES)]
TRANSLATION = ["cvc5", "--lang=tptp", "--output-lang=smt2", "-o", "raw-benchmark", "--parse-only"]


def header(path):
    """The status and the rating that the newest release gave."""
    text = path.read_text(errors="replace")
    status = re.search(r"^% Status +: (\S+)", text, re.M)
    rating = re.search(r"^% Rating +: ([0-9.]+)", text, re.M)
    side = {**dict.fromkeys(PROOF, "proof"), **dict.fromkeys(MODEL, "model")}
    return side.get(status and status[1]), float(rating[1]) if rating else None


def side_of(output):
    found = re.search(r"SZS status\s+(\w+)", output)
    if found:
        return "proof" if found[1] in PROOF else "model" if found[1] in MODEL else None
    if "SPASS beiseite: Proof found" in output:
        return "proof"
    if "SPASS beiseite: Completion found" in output:
        return "model"
    return {"unsat": "proof", "sat": "model"}.get(output.strip())


def translated(path, corpus, folder):
    """The problem in SMT-LIB, in a file of its own."""
    written = pathlib.Path(folder) / (path.stem + ".smt2")
    environment = {**os.environ, "TPTP": str(corpus)}
    output = subprocess.run([*TRANSLATION, path], env=environment, capture_output=True, text=True).stdout
    written.write_text(output)
    return written


def ask(prover, puzzle, path, seconds, corpus):
    """The side that a prover takes, if any, and its CPU seconds."""
    with tempfile.TemporaryDirectory() as folder:
        return run(prover, puzzle, translated(path, corpus, folder) if prover == "z3" else path, seconds, corpus)


def run(prover, puzzle, path, seconds, corpus):
    ours = [puzzle, prover, "{p}"] if prover in ALONE else [puzzle, "solve", "--timeout", "{wall}s", "{p}"]
    command = COMMANDS.get(prover, ours)
    # Limits of wall time are only there in case a prover sleeps: the machine may be busy.
    fill = {"{s}": seconds, "{wall}": seconds * 60, "{p}": path}
    for mark, value in fill.items():
        command = [word.replace(mark, str(value)) for word in command]

    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))

    with tempfile.TemporaryFile() as out:
        child = subprocess.Popen(
            command, stdout=out, stderr=subprocess.DEVNULL, preexec_fn=limit, env={**os.environ, "TPTP": str(corpus)}
        )
        _, _, usage = os.wait4(child.pid, 0)
        child.returncode = 0
        out.seek(0)
        return side_of(out.read().decode(errors="replace")), usage.ru_utime + usage.ru_stime


def sample(problems, counts):
    chosen = []
    for side, count in zip(("proof", "model"), counts):
        those = [it for it in problems if it[1] == side]
        count = min(count, len(those))
        chosen += [those[at * len(those) // count] for at in range(count)]
    return sorted(chosen)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("puzzle")
    parser.add_argument("corpus", type=pathlib.Path)
    parser.add_argument("--domain", default="PUZ")
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--provers", default="puzzle,eprover,SPASS,cvc5,z3")
    parser.add_argument("--sample")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--list", help="a file with the problems, as `draw.py` writes it")
    parser.add_argument("--only", help="a part of the problems' names")
    parser.add_argument("--alone", action="store_true", help="compare the procedures of ours")
    parser.add_argument("--open", action="store_true", help="print what ours leaves open, and what is easy and takes it over 1 s")
    args = parser.parse_args()
    folder = args.corpus / "Problems" / args.domain
    listed = args.list and [args.corpus / it for it in pathlib.Path(args.list).read_text().split()]
    problems = [(path, *header(path)) for path in listed or sorted(folder.glob("*.p"))]
    problems = [it for it in problems if it[1] and (not args.only or args.only in it[0].name)]
    if args.sample:
        problems = sample(problems, [int(it) for it in args.sample.split(",")])
    provers = ALONE if args.alone else [it for it in args.provers.split(",") if it == "puzzle" or shutil.which(COMMANDS[it][0])]
    counts = {side: sum(it[1] == side for it in problems) for side in ("proof", "model")}
    print(f"{args.list or args.domain}: {len(problems)} problems, {counts['proof']} with a proof, {counts['model']} with a model")
    answered = {}
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for prover in provers:
            asked = [
                (it, pool.submit(ask, prover, args.puzzle, it[0], args.seconds, args.corpus)) for it in problems
            ]
            told = [(path, side, rating, *work.result()) for (path, side, rating), work in asked]
            right = [it for it in told if it[1] == it[3]]
            answered[prover] = {it[0].stem for it in right}
            wrong = [it[0].stem for it in told if it[3] not in (None, it[1])]
            easy = [it for it in told if it[2] is not None and it[2] <= 0.2]
            solved = [it for it in easy if it[1] == it[3]]
            slow = max((it[4] for it in solved), default=0)
            proofs = sum(it[1] == "proof" for it in right)
            print(
                f"{prover:8} {len(right):4} answered ({proofs} proofs, {len(right) - proofs} models), "
                f"wrong: {' '.join(wrong) or 'none'}; rated 0.2 or easier: {len(solved)} of {len(easy)}, "
                f"{sum(it[4] <= 1 for it in solved)} within 1 s, the slowest {slow:.2f} s; "
                f"{sum(it[4] for it in told):.0f} s in all",
                flush=True,
            )
            if args.open and prover == "puzzle":
                for path, side, rating, found, seconds in told:
                    if found != side or rating is not None and rating <= 0.2 and seconds > 1:
                        print(f"    {path.stem:18} {side} {rating} {found} {seconds:.2f}")
    for procedure in PROCEDURES if args.alone else []:
        others = set().union(*(answered[it] for it in PROCEDURES if it != procedure))
        only = sorted(answered[procedure] - others)
        lost = sorted(answered["all"] - answered[f"without-{procedure}"])
        print(f"{procedure}: only this one {len(only)}: {' '.join(only)}; lost without it {len(lost)}: {' '.join(lost)}")


if __name__ == "__main__":
    main()
