#!/usr/bin/env python3
"""Formula games and quantified clauses, side by side with DepQBF (Debian package `depqbf`).

    cargo build --release && benches/qbf.py [--games] [--clauses] [--circuits] [--puzzle FILE] [FOLDER of .qdimacs files]

Prints a line for each instance: CPU seconds of both, and what they answered. Instances are made from
fixed seeds; `--limit` is the limit in CPU seconds.
"""

import argparse
import random
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from quantified_games import Circuit, inverse

ROOT = Path(__file__).resolve().parent.parent
PUZZLE = ROOT / "target/release/puzzle"


def timed(command, limit):
    """CPU seconds and what is printed; who is at the limit is ended and has no answer."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    limited = lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
    out = subprocess.run(command, capture_output=True, text=True, preexec_fn=limited).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, out


def answer(out):
    """E, A or - from what either solver prints."""
    for line in out.splitlines():
        if line.startswith("s cnf"):
            return {"1": "E", "0": "A"}.get(line.split()[2], "-")
        if " => " in line:
            return line.split(" => ")[1][0]
        if line.strip() in ("SAT", "UNSAT"):
            return "E" if line.strip() == "SAT" else "A"
    return "-"


def formula(rng, letters, connectives, shape):
    """The text of a random formula with so many binary connectives over the letters."""
    leaves = [rng.choice(letters) for _ in range(connectives + 1)]
    leaves[: len(letters)] = letters[: len(leaves)]
    rng.shuffle(leaves)
    parts = [("-" if rng.random() < 0.5 else "") + leaf for leaf in leaves]
    sign = lambda depth: rng.choice("*+") if shape == "random" else "*+"[depth % 2]
    depth = 0
    while len(parts) > 1:
        depth += 1
        if shape == "deep":
            parts[:2] = [f"({parts[0]}{sign(depth)}{parts[1]})"]
        else:
            at = rng.randrange(len(parts) - 1) if shape == "random" else None
            if at is None:
                pairs = [parts[i : i + 2] for i in range(0, len(parts), 2)]
                parts = [f"({sign(depth).join(pair)})" if len(pair) > 1 else pair[0] for pair in pairs]
            else:
                parts[at : at + 2] = [f"({parts[at]}{sign(depth)}{parts[at + 1]})"]
    return parts[0]


def parity(letters):
    """Whether an odd number of them is true; halves keep the text short."""
    if len(letters) == 1:
        return letters[0]
    half = len(letters) // 2
    left, right = parity(letters[:half]), parity(letters[half:])
    return f"(({left}*-{right})+(-{left}*{right}))"


def games():
    """Puzzle files of formula games: a name and a text each."""
    for variables in (26, 30, 34, 40):
        for connectives in (100, 300, 1000):
            for shape in ("random", "balanced", "deep"):
                for turns in ("AE", "EA", "EEA"):
                    rng = random.Random(f"{variables} {connectives} {shape} {turns}")
                    letters = [f"v{i}" for i in range(variables)]
                    if variables == 26:
                        letters = [chr(97 + i) for i in range(26)]
                    body = formula(rng, letters, connectives, shape)
                    order = (turns * variables)[:variables]
                    text = f"game duel: formula {{\nformula {body}\nturns {order}\nvariables {' '.join(letters)}\n}}\n"
                    yield f"{shape} {turns} {variables}/{connectives}", text


def clauses():
    """QDIMACS files: random clauses of two or three existential and one universal literal."""
    shapes = {
        "ae": [("a", 40), ("e", 80)],
        "eae": [("e", 30), ("a", 30), ("e", 60)],
        "aeae": [("a", 20), ("e", 25), ("a", 20), ("e", 40)],
        "alternating": [("ea"[i % 2], 5) for i in range(16)] + [("e", 40)],
    }
    for name, blocks in shapes.items():
        for ratio in (2.0, 2.4, 2.8, 3.4):
            for seed in range(3):
                rng = random.Random(f"{name} {ratio} {seed}")
                atoms, prefix = 0, []
                for quantifier, size in blocks:
                    prefix.append((quantifier, list(range(atoms + 1, atoms + size + 1))))
                    atoms += size
                own = [atom for quantifier, block in prefix if quantifier == "e" for atom in block]
                other = [atom for quantifier, block in prefix if quantifier == "a" for atom in block]
                rows = [rng.sample(other, 1) + rng.sample(own, 3) for _ in range(int(ratio * atoms))]
                lines = [f"p cnf {atoms} {len(rows)}"]
                lines += [f"{quantifier} {' '.join(map(str, block))} 0" for quantifier, block in prefix]
                lines += [" ".join(str(rng.choice((-1, 1)) * atom) for atom in row) + " 0" for row in rows]
                yield f"{name} {ratio} {seed}", "\n".join(lines) + "\n"


def drawn(inputs, gates, values):
    """Whether so many gates of two operands have these values: E draws them, then A chooses the inputs."""
    width = [(inputs + gate - 1).bit_length() for gate in range(gates)]
    circuit = Circuit([("E", sum(4 + 2 * bits for bits in width)), ("A", inputs)])
    bit, chosen = iter(circuit.blocks[0][1]), circuit.blocks[1][1]
    known = list(chosen)
    for bits in width:
        table = [next(bit) for _ in range(4)]
        one, other = (
            circuit.any(*(circuit.all(circuit.number(number, at), it) for at, it in enumerate(known)))
            for number in ([next(bit) for _ in range(bits)] for _ in range(2))
        )
        known.append(circuit.choice(one, circuit.choice(other, *table[:2]), circuit.choice(other, *table[2:])))
    wanted = circuit.any(*(circuit.number(chosen, row) for row in range(1 << inputs) if values >> row & 1))
    return circuit.qdimacs(circuit.choice(known[-1], wanted, inverse(wanted)))


def circuits():
    """QDIMACS files about circuits for the parity of the inputs, whether two are true, and a bit of the square."""
    functions = {"parity": int.bit_count, "two": lambda row: row.bit_count() > 1, "square": lambda row: row * row >> 3}
    for name, function in functions.items():
        for inputs, gates in ((3, 2), (3, 3), (3, 4), (4, 3), (4, 4), (4, 5), (5, 4), (5, 5)):
            values = sum((function(row) & 1) << row for row in range(1 << inputs))
            yield f"{name} {inputs} {gates}", drawn(inputs, gates, values)


def compare(name, ours, theirs, limit, totals):
    (own, out), (other, their_out) = timed(ours, limit), timed(theirs, limit)
    answers = answer(out), answer(their_out)
    print(f"{name:32} {own:8.3f} {answers[0]}   {other:8.3f} {answers[1]}", flush=True)
    if "-" not in answers and answers[0] != answers[1]:
        sys.exit("the answers differ")
    for index, (seconds, found) in enumerate(((own, answers[0]), (other, answers[1]))):
        totals[index][0] += found != "-"
        totals[index][1] += seconds if found != "-" else 2 * limit


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", action="store_true")
    parser.add_argument("--clauses", action="store_true")
    parser.add_argument("--circuits", action="store_true", help="circuits that E is to draw")
    parser.add_argument("--limit", type=int, default=20)
    parser.add_argument("--puzzle", type=Path, default=PUZZLE, help="the program to measure")
    parser.add_argument("folder", nargs="?", type=Path)
    args = parser.parse_args()
    totals = [[0, 0.0], [0, 0.0]]
    depqbf = lambda file: ["depqbf", str(file)]
    ours = lambda *rest: [str(args.puzzle), *map(str, rest)]
    count = 0
    print(f"{'':32} {'puzzle':>8}     {'depqbf':>8}")
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        if args.games:
            for name, text in games():
                file = folder / "g.puzzle"
                file.write_text(text)
                subprocess.run([args.puzzle, "build", "-o", folder / "out", file], check=True, capture_output=True)
                clauses_file = next((folder / "out").rglob("*.qdimacs"))
                file.write_text(text + "solve duel\n")
                compare(name, ours("run", file), depqbf(clauses_file), args.limit, totals)
                count += 1
        for is_wanted, files in ((args.clauses, clauses), (args.circuits, circuits)):
            for name, text in files() if is_wanted else ():
                file = folder / "c.qdimacs"
                file.write_text(text)
                compare(name, ours("solve", file), depqbf(file), args.limit, totals)
                count += 1
        for file in sorted(args.folder.rglob("*.qdimacs")) if args.folder else []:
            compare(file.stem[:32], ours("solve", file), depqbf(file), args.limit, totals)
            count += 1
    for name, (solved, seconds) in zip(("puzzle", "depqbf"), totals):
        print(f"{name}: {solved} of {count} solved, PAR-2 {seconds / max(count, 1):.3f} s")


if __name__ == "__main__":
    main()
