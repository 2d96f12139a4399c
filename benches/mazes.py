#!/usr/bin/env python3
"""Mazes of several families, side by side with other programs: see `docs/benchmarks.md`.

    benches/mazes.py PUZZLE [FAMILY…]     measures
    benches/mazes.py --write FOLDER       writes the mazes only
"""

import random
import sys
from pathlib import Path


class Maze:
    """Nodes by name, with treasures, tolls and corridors."""

    def __init__(self):
        self.nodes, self.treasures, self.steps = {}, [], 0
        for name in ("START", "GOAL"):
            self.node(name)
        self.link("GOAL", "GOAL")

    def node(self, name):
        return self.nodes.setdefault(name, {"treasures": [], "tolls": [], "next": []})

    def link(self, one, other):
        self.node(one)["next"].append(other)

    def join(self, one, other):
        self.link(one, other)
        self.link(other, one)

    def put(self, treasure, name):
        self.treasures.append(treasure)
        self.node(name)["treasures"].append(treasure)

    def ask(self, name, *tolls):
        self.node(name)["tolls"] += tolls

    def text(self):
        lines = [" ".join(self.nodes), " ".join(self.treasures), str(self.steps)]
        for name, it in self.nodes.items():
            line = [name, "TREASURES", *it["treasures"], "TOLLS", *it["tolls"], "NEXT", *it["next"]]
            lines.append(" ".join(line))
        return "\n".join(lines) + "\n"


def gate(maze, last, treasures):
    """GOAL behind a gate that asks for the treasures."""
    maze.ask("GATE", *treasures)
    maze.join(last, "GATE")
    maze.link("GATE", "GOAL")


def grid(width, height, cells=None):
    """A grid from START in one corner; its cells and the opposite corner."""
    maze = Maze()
    name = {(x, y): f"C{x}_{y}" for x in range(width) for y in range(height)}
    for (x, y), cell in name.items():
        for other in ((x + 1, y), (x, y + 1)):
            if other in name:
                maze.join(cell, name[other])
    maze.join("START", name[0, 0])
    return maze, list(name.values()), name[width - 1, height - 1]


def collect(size, count, seed):
    """A grid with treasures, all of which the gate in the far corner asks for."""
    draw = random.Random(seed)
    maze, cells, corner = grid(size, size)
    treasures = [f"T{i}" for i in range(count)]
    for treasure, cell in zip(treasures, draw.sample(cells[1:-1], count)):
        maze.put(treasure, cell)
    gate(maze, corner, treasures)
    return maze


def errands(width, height, count, seed):
    """A grid with parcels to be brought from one cell to another, where a receipt lies."""
    draw = random.Random(seed)
    maze, cells, corner = grid(width, height)
    places = draw.sample(cells[1:-1], 2 * count)
    receipts = []
    for i in range(count):
        maze.put(f"P{i}", places[2 * i])
        maze.ask(places[2 * i + 1], f"P{i}")
        maze.put(f"R{i}", places[2 * i + 1])
        receipts.append(f"R{i}")
    gate(maze, corner, receipts)
    return maze


def graph(size, corridors, count, seed):
    """A random connected graph with treasures that the gate asks for."""
    draw = random.Random(seed)
    maze = Maze()
    nodes = [f"N{i}" for i in range(size)]
    for i in range(1, size):
        maze.join(nodes[i], nodes[draw.randrange(max(0, i - 60), i)])
    for _ in range(corridors - size):
        one = draw.randrange(size)
        other = min(size - 1, one + draw.randrange(1, 60))
        if one != other and nodes[other] not in maze.node(nodes[one])["next"]:
            maze.join(nodes[one], nodes[other])
    maze.join("START", nodes[0])
    treasures = [f"T{i}" for i in range(count)]
    for treasure, node in zip(treasures, draw.sample(nodes[1:-1], count)):
        maze.put(treasure, node)
    gate(maze, nodes[-1], treasures)
    return maze


def tree(depth, count, seed):
    """A binary tree with treasures at leaves; the gate is at the root."""
    draw = random.Random(seed)
    maze = Maze()
    nodes = [f"N{i}" for i in range(2**depth - 1)]
    for i in range(1, len(nodes)):
        maze.join(nodes[i], nodes[(i - 1) // 2])
    maze.join("START", nodes[0])
    treasures = [f"T{i}" for i in range(count)]
    for treasure, node in zip(treasures, draw.sample(nodes[len(nodes) // 2:], count)):
        maze.put(treasure, node)
    gate(maze, nodes[0], treasures)
    return maze


def ring(size, count, seed):
    """A ring with two chords and treasures all around."""
    draw = random.Random(seed)
    maze = Maze()
    nodes = [f"N{i}" for i in range(size)]
    for i in range(size):
        maze.join(nodes[i], nodes[(i + 1) % size])
    for _ in range(2):
        one, other = draw.sample(range(size), 2)
        if abs(one - other) not in (1, size - 1):
            maze.join(nodes[one], nodes[other])
    maze.join("START", nodes[0])
    treasures = [f"T{i}" for i in range(count)]
    for treasure, node in zip(treasures, draw.sample(nodes[1:], count)):
        maze.put(treasure, node)
    gate(maze, nodes[size // 2], treasures)
    return maze


def hallway(doors, seed):
    """A hall with a door behind a door; the key of each lies in a side room before it."""
    draw = random.Random(seed)
    maze = Maze()
    last = "START"
    for i in range(doors):
        hall = [f"H{i}_{j}" for j in range(4)]
        for one, other in zip([last, *hall], hall):
            maze.join(one, other)
        side = [f"S{i}_{j}" for j in range(draw.randrange(1, 4))]
        for one, other in zip([draw.choice(hall), *side], side):
            maze.join(one, other)
        maze.put(f"K{i}", side[-1])
        maze.ask(f"D{i}", f"K{i}")
        maze.join(hall[-1], f"D{i}")
        last = f"D{i}"
    maze.link(last, "GOAL")
    return maze


def choice(size, ways, seed):
    """A grid behind which one of several gates has to be paid, each with treasures of its own."""
    draw = random.Random(seed)
    maze, cells, corner = grid(size, size)
    places = draw.sample(cells[1:-1], 2 * ways)
    for i in range(ways):
        pair = [f"A{i}", f"B{i}"]
        for treasure, place in zip(pair, places[2 * i:]):
            maze.put(treasure, place)
        maze.ask(f"G{i}", *pair)
        maze.join(corner, f"G{i}")
        maze.link(f"G{i}", "GOAL")
    return maze


FAMILIES = {
    "collect": [collect(10, 3, 1), collect(20, 5, 2), collect(30, 5, 73), collect(30, 10, 4)],
    "errands": [errands(10, 10, 3, 1), errands(10, 10, 5, 2), errands(10, 10, 8, 3)],
    "graph": [graph(100, 200, 5, 1), graph(300, 600, 8, 2), graph(1000, 2000, 10, 3)],
    "tree": [tree(6, 5, 1), tree(8, 8, 2)],
    "ring": [ring(40, 4, 1), ring(100, 6, 2)],
    "hallway": [hallway(4, 1), hallway(10, 2), hallway(30, 3)],
    "choice": [choice(10, 3, 1), choice(20, 6, 2)],
    "large": [collect(300, 8, 1), collect(40, 24, 2), hallway(1000, 3)],
}


def write(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for family, mazes in FAMILIES.items():
        for number, maze in enumerate(mazes):
            maze.steps = 10**9
            (folder / f"{family}{number}.maze").write_text(maze.text())


if __name__ == "__main__":
    if sys.argv[1:2] == ["--write"]:
        write(Path(sys.argv[2]))
