#!/usr/bin/env python3
"""Board games as quantified clauses and circuits, side by side with DepQBF and CAQE.

    cargo build --profile dist
    benches/quantified_games.py target/dist/puzzle [--caqe PROGRAM] [--limit SECONDS] [--only PART_OF_A_NAME]
    benches/quantified_games.py --write FOLDER    # the files alone

Each file asks whether the first player wins within so many moves: `line` is three in a row on a board, `drop` the
same with gravity, `shape` Harary's achievement games, in which either player may make the shape, `maker` those in which the second
one only hinders, and `dots` Dots and Boxes, in which a box is followed by another move of the same player. A move is a number
in binary, and who makes an illegal one has lost. QDIMACS has the clauses of the same circuit (Tseitin).
"""

import argparse
import math
import resource
import statistics
import subprocess
import tempfile
from pathlib import Path


class Circuit:
    """A prefix of blocks, and gates, each of which stands once. A negative number is a negation."""

    def __init__(self, blocks):
        """Blocks are pairs of a player and how many variables that one chooses."""
        self.blocks, self.gates, self.known, self.count = [], {}, {}, 0
        for player, number in blocks:
            names = list(range(self.count + 1, self.count + number + 1))
            self.count += number
            self.blocks.append((player, names))

    def all(self, *operands):
        kept = {it for it in operands if it is not True}
        if any(it is False or -it in kept for it in kept):
            return False
        key = tuple(sorted(kept))
        if len(key) < 2:
            return key[0] if key else True
        if key not in self.known:
            self.count += 1
            self.known[key] = self.count
            self.gates[self.count] = key
        return self.known[key]

    def any(self, *operands):
        return inverse(self.all(*map(inverse, operands)))

    def choice(self, condition, one, other):
        return self.any(self.all(condition, one), self.all(inverse(condition), other))

    def number(self, bits, value):
        return self.all(*(bit if value >> at & 1 else -bit for at, bit in enumerate(bits)))

    def qcir(self, output):
        quantifiers = {"E": "exists", "A": "forall"}
        lines = ["#QCIR-G14"]
        lines += [f"{quantifiers[player]}({', '.join(map(str, names))})" for player, names in self.blocks]
        lines.append(f"output({output})")
        lines += [f"{gate} = and({', '.join(map(str, operands))})" for gate, operands in self.gates.items()]
        return "\n".join(lines) + "\n"

    def qdimacs(self, output):
        clauses = [[output]]
        for gate, operands in self.gates.items():
            clauses += [[-gate, it] for it in operands]
            clauses.append([gate, *(-it for it in operands)])
        lines = [f"p cnf {self.count} {len(clauses)}"]
        blocks = [*self.blocks, ("E", list(self.gates))]
        if blocks[-2][0] == "E":
            blocks[-2:] = [("E", blocks[-2][1] + blocks[-1][1])]
        lines += [f"{player.lower()} {' '.join(map(str, names))} 0" for player, names in blocks]
        lines += [f"{' '.join(map(str, clause))} 0" for clause in clauses]
        return "\n".join(lines) + "\n"


def inverse(value):
    return not value if isinstance(value, bool) else -value


def positions(cells, goals, moves, gravity=None, only_first=False):
    """Players take cells in turn; who has all cells of a goal first has won. Under `gravity` a move names a column,
    a list of cells from the bottom."""
    choices = gravity or [[cell] for cell in range(cells)]
    bits = max(1, math.ceil(math.log2(len(choices))))
    circuit = Circuit([("EA"[move % 2], bits) for move in range(moves)])
    taken = {"E": [False] * cells, "A": [False] * cells}
    events = []
    for player, names in circuit.blocks:
        other = "A" if player == "E" else "E"
        before = [circuit.any(*both) for both in zip(taken["E"], taken["A"])]
        legal = []
        own = list(taken[player])
        for value, column in enumerate(choices):
            named = circuit.number(names, value)
            legal.append(circuit.all(named, inverse(before[column[-1]])))
            below = True
            for cell in column:
                now = circuit.all(named, below, inverse(before[cell]))
                own[cell] = circuit.any(taken[player][cell], now)
                below = before[cell]
        taken[player] = own
        won = circuit.any(*(circuit.all(*(own[cell] for cell in goal)) for goal in goals))
        events.append((player, circuit.any(*legal), won if player == "E" or not only_first else False))
    result = False
    for player, legal, won in reversed(events):
        if player == "E":
            result = circuit.all(legal, circuit.any(won, result))
        else:
            result = circuit.any(inverse(legal), circuit.all(inverse(won), result))
    return circuit, result


def line(columns, rows, moves, length=3, **rules):
    cell = lambda column, row: column * rows + row
    goals = []
    for column in range(columns):
        for row in range(rows):
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                run = [(column + step * right, row + step * up) for step in range(length)]
                if all(0 <= x < columns and 0 <= y < rows for x, y in run):
                    goals.append([cell(x, y) for x, y in run])
    return positions(columns * rows, goals, moves, **rules)


def drop(columns, rows, moves, length=3):
    gravity = [[column * rows + row for row in range(rows)] for column in range(columns)]
    return line(columns, rows, moves, length, gravity=gravity)


# Polyominoes by the cells they have.
SHAPES = {
    "domino": [(0, 0), (1, 0)], "tic": [(0, 0), (1, 0), (2, 0)], "el": [(0, 0), (1, 0), (0, 1)],
    "elly": [(0, 0), (1, 0), (2, 0), (0, 1)], "tippy": [(0, 0), (1, 0), (1, 1), (2, 1)],
    "knobby": [(0, 0), (1, 0), (2, 0), (1, 1)], "fatty": [(0, 0), (1, 0), (0, 1), (1, 1)],
    "skinny": [(0, 0), (1, 0), (2, 0), (3, 0)],
}


def shape(name, columns, rows, moves, only_first=False):
    forms = set()
    for turned in range(8):
        cells = SHAPES[name]
        if turned & 4:
            cells = [(x, -y) for x, y in cells]
        for _ in range(turned & 3):
            cells = [(-y, x) for x, y in cells]
        left, low = min(x for x, _ in cells), min(y for _, y in cells)
        forms.add(tuple(sorted((x - left, y - low) for x, y in cells)))
    goals = []
    for form in sorted(forms):
        for column in range(columns):
            for row in range(rows):
                put = [(x + column, y + row) for x, y in form]
                if all(x < columns and y < rows for x, y in put):
                    goals.append([x * rows + y for x, y in put])
    return positions(columns * rows, goals, moves, only_first=only_first)


def dots(columns, rows):
    """The first player wants more than half of the boxes. Both name an edge for each move; whose turn it is counts."""
    across = [(column, row, 0) for column in range(columns) for row in range(rows + 1)]
    upright = [(column, row, 1) for column in range(columns + 1) for row in range(rows)]
    edges = across + upright
    place = {edge: at for at, edge in enumerate(edges)}
    boxes = [
        [place[edge] for edge in ((x, y, 0), (x, y + 1, 0), (x, y, 1), (x + 1, y, 1))]
        for x in range(columns) for y in range(rows)
    ]
    bits = math.ceil(math.log2(len(edges)))
    circuit = Circuit([(player, bits) for _ in edges for player in "EA"])
    drawn = [False] * len(edges)
    turn = True  # the first player's
    owned = [False] * len(boxes)
    legals = []
    for first, second in zip(circuit.blocks[::2], circuit.blocks[1::2]):
        chosen = [
            circuit.choice(turn, circuit.number(first[1], edge), circuit.number(second[1], edge))
            for edge in range(len(edges))
        ]
        legal = circuit.any(*(circuit.all(it, inverse(was)) for it, was in zip(chosen, drawn)))
        legals.append((turn, legal))
        after = [circuit.any(was, it) for was, it in zip(drawn, chosen)]
        closed = []
        for at, box in enumerate(boxes):
            now = circuit.all(*(after[edge] for edge in box))
            fresh = circuit.all(now, inverse(circuit.all(*(drawn[edge] for edge in box))))
            owned[at] = circuit.any(owned[at], circuit.all(fresh, turn))
            closed.append(fresh)
        drawn = after
        again = circuit.any(*closed)
        turn = circuit.choice(again, turn, inverse(turn))
    # Sorted, the boxes of the first player: the middle one is won.
    counted = [True] + [False] * len(boxes)
    for box in owned:
        counted = [True] + [
            circuit.any(counted[at], circuit.all(counted[at - 1], box)) for at in range(1, len(counted))
        ]
    result = counted[len(boxes) // 2 + 1]
    for turn, legal in reversed(legals):
        result = circuit.choice(legal, result, inverse(turn))
    return circuit, result


GAMES = {
    "line_3x3_9": lambda: line(3, 3, 9),
    "line_4x3_11": lambda: line(4, 3, 11),
    "line_4x4_9": lambda: line(4, 4, 9),
    "line_4x4_13": lambda: line(4, 4, 13),
    "line_4x4_4_11": lambda: line(4, 4, 11, 4),
    "line_4x4_4_13": lambda: line(4, 4, 13, 4),
    "drop_4x4_11": lambda: drop(4, 4, 11),
    "drop_4x4_15": lambda: drop(4, 4, 15),
    "drop_5x4_11": lambda: drop(5, 4, 11),
    "drop_4x4_4_11": lambda: drop(4, 4, 11, 4),
    "drop_4x4_4_13": lambda: drop(4, 4, 13, 4),
    "drop_4x4_4_15": lambda: drop(4, 4, 15, 4),
    "shape_tic_4x3_11": lambda: shape("tic", 4, 3, 11),
    "shape_elly_4x3_11": lambda: shape("elly", 4, 3, 11),
    "shape_elly_4x4_9": lambda: shape("elly", 4, 4, 9),
    "shape_tippy_4x3_11": lambda: shape("tippy", 4, 3, 11),
    "shape_knobby_4x4_9": lambda: shape("knobby", 4, 4, 9),
    "maker_tic_4x3_11": lambda: shape("tic", 4, 3, 11, True),
    "maker_fatty_4x4_9": lambda: shape("fatty", 4, 4, 9, True),
    "maker_fatty_4x4_11": lambda: shape("fatty", 4, 4, 11, True),
    "maker_knobby_4x4_9": lambda: shape("knobby", 4, 4, 9, True),
    "maker_skinny_4x4_11": lambda: shape("skinny", 4, 4, 11, True),
    "dots_2x1": lambda: dots(2, 1),
    "dots_3x1": lambda: dots(3, 1),
    "dots_4x1": lambda: dots(4, 1),
    "dots_2x2": lambda: dots(2, 2),
}


def timed(command, limit):
    """CPU seconds, what is printed, and the code; who is at the limit is ended."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    limited = lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
    run = subprocess.run(command, capture_output=True, text=True, preexec_fn=limited)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, run


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("puzzle", nargs="?")
    arguments.add_argument("--caqe")
    arguments.add_argument("--limit", type=int, default=20)
    arguments.add_argument("--write", type=Path)
    arguments.add_argument("--only", default="")
    given = arguments.parse_args()
    if not (given.puzzle or given.write):
        arguments.error("name the program to measure, or a folder to write to")
    folder = given.write or Path(tempfile.mkdtemp())
    folder.mkdir(exist_ok=True)
    solvers = {"circuit": [given.puzzle, "solve"], "clauses": [given.puzzle, "solve"], "DepQBF": ["depqbf"]}
    if given.caqe:
        solvers["CAQE"] = [given.caqe]
    totals = {name: [] for name in solvers}
    for name, make in GAMES.items():
        if given.only not in name:
            continue
        circuit, output = make()
        files = {"qcir": folder / f"{name}.qcir", "qdimacs": folder / f"{name}.qdimacs"}
        files["qcir"].write_text(circuit.qcir(output))
        files["qdimacs"].write_text(circuit.qdimacs(output))
        if given.write:
            continue
        cells, answers = [], set()
        for solver, command in solvers.items():
            seconds, run = timed([*command, files["qcir" if solver == "circuit" else "qdimacs"]], given.limit)
            answer = {10: "E", 20: "A"}.get(run.returncode, "-")
            totals[solver].append(seconds if answer != "-" else given.limit)
            cells.append(f"{answer} {seconds:7.2f}")
            answers.add(answer)
        wrong = "  DIFFERENT" if len(answers - {"-"}) > 1 else ""
        print(f"{name:20} {len(circuit.gates):6} gates  {'  '.join(cells)}{wrong}", flush=True)
    for solver, seconds in totals.items():
        if seconds:
            middle = statistics.geometric_mean(max(it, 0.001) for it in seconds)
            print(f"{solver:10} geometric mean {middle:.3f} s, open {sum(it == given.limit for it in seconds)}")


if __name__ == "__main__":
    main()
