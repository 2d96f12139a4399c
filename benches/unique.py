#!/usr/bin/env python3
"""Measures expectations that a solution is the only one: hard Sudokus as clauses and as theories, and SEND + MORE.

    python3 benches/unique.py [PUZZLE]

Writes each question into a temporary directory, asks it, and prints the CPU time of the process; of each Sudoku also
without its last clue, which leaves more solutions than one. Nothing is asserted.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PUZZLE = sys.argv[1] if len(sys.argv) > 1 else ROOT / "target" / "release" / "puzzle"

SUDOKUS = {
    "escargot": "100007090030020008009600500005300900010080002600004000300000010040000007007000300",
    "golden-nugget": "000000039000001005003050800008090006070002000100400000009080050020000600400700000",
    "platinum-blonde": "000000012000000003002300400001800005060070800000009000008500000900040500470006000",
}
NINE = range(9)


def groups():
    """The cells of each row, column and box."""
    for i in NINE:
        yield [(i, j) for j in NINE]
        yield [(j, i) for j in NINE]
        yield [(i // 3 * 3 + j // 3, i % 3 * 3 + j % 3) for j in NINE]


def clues(board):
    return [(i // 9, i % 9, int(digit) - 1) for i, digit in enumerate(board) if digit != "0"]


def clauses(board):
    """A Sudoku with an atom for each cell and digit."""
    atom = lambda row, column, digit: 81 * row + 9 * column + digit + 1
    lines = [[atom(*clue)] for clue in clues(board)]
    for row in NINE:
        for column in NINE:
            lines.append([atom(row, column, digit) for digit in NINE])
            lines += [
                [-atom(row, column, one), -atom(row, column, other)]
                for one in NINE
                for other in range(one)
            ]
    for group in groups():
        for digit in NINE:
            lines.append([atom(*cell, digit) for cell in group])
            lines += [
                [-atom(*group[one], digit), -atom(*group[other], digit)]
                for one in NINE
                for other in range(one)
            ]
    body = "".join(f"    {' '.join(map(str, line))}\n" for line in lines)
    return f"clauses board {{\n{body}}}\nsolve board => unique\n"


def theory(board):
    """The same with a function from rows and columns to digits."""
    rows, columns = "ABCDEFGHJ", [f"c{i + 1}" for i in NINE]
    thirds = lambda names, function, of: " and ".join(
        f"{function}({name}) = {of}{i // 3 + 1}" for i, name in enumerate(names)
    )
    said = " and ".join(f"at({rows[r]}, {columns[c]}) = {d + 1}" for r, c, d in clues(board))
    return f"""theory board {{
    sort Row = {", ".join(rows)}
    sort Column = {", ".join(columns)}
    sort Digit = {", ".join(str(i + 1) for i in NINE)}
    sort Band = b1, b2, b3
    sort Stack = s1, s2, s3
    function at(Row, Column): Digit
    function band(Row): Band
    function stack(Column): Stack
    rule bands: {thirds(rows, "band", "b")}
    rule stacks: {thirds(columns, "stack", "s")}
    rule rows: all r, c, d. c != d -> at(r, c) != at(r, d)
    rule columns: all r, s, c. r != s -> at(r, c) != at(s, c)
    rule boxes: all r, s, c, d. band(r) = band(s) and stack(c) = stack(d) and r != s and c != d -> at(r, c) != at(s, d)
    rule clues: {said}
}}
solve board => unique
"""


def send():
    """SEND + MORE = MONEY: columns are added by a table that follows from the successors."""
    numbers = range(20)
    letters = "SENDMORY"
    different = [f"{one} != {other}" for i, one in enumerate(letters) for other in letters[:i]]
    return f"""theory send {{
    sort Num = {", ".join(map(str, numbers))}
    function succ(Num): Num
    function plus(Num, Num): Num
    function ten(Num): Num
    predicate digit(Num), bit(Num)
    constant {", ".join(letters)}, c1, c2, c3: Num
    {" and ".join(f"succ({i}) = {min(i + 1, 19)}" for i in numbers)}
    all x. plus(x, 0) = x
    all x, y. y != 19 -> plus(x, succ(y)) = succ(plus(x, y))
    ten(0) = 0 and ten(1) = 10
    all x. x != 1 -> ten(x) = 0
    {" and ".join(f"digit({i})" for i in range(10))}
    no x. digit(x) and ({" or ".join(f"x = {i}" for i in range(10, 20))})
    all x. bit(x) <-> x = 0 or x = 1
    {" and ".join(f"digit({it})" for it in letters)}
    bit(c1) and bit(c2) and bit(c3) and bit(M)
    {" and ".join(different)}
    S != 0 and M != 0
    plus(D, E) = plus(Y, ten(c1))
    plus(plus(N, R), c1) = plus(E, ten(c2))
    plus(plus(E, O), c2) = plus(N, ten(c3))
    plus(plus(S, M), c3) = plus(O, ten(M))
}}
solve send => unique
"""


def texts():
    for name, board in SUDOKUS.items():
        last = max(i for i, digit in enumerate(board) if digit != "0")
        fewer = board[:last] + "0" + board[last + 1 :]
        for write in clauses, theory:
            yield f"{name} as {write.__name__}", write(board)
            yield f"{name} as {write.__name__}, a clue less", write(fewer)
    yield "send", send()


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "asked.puzzle"
        for name, text in texts():
            path.write_text(text)
            before = os.times()
            run = subprocess.run([PUZZLE, "test", path], capture_output=True, text=True)
            after = os.times()
            cpu = sum(after[2:4]) - sum(before[2:4])
            said = {0: "unique", 1: "not unique"}.get(run.returncode, "?")
            print(f"{name:40} {said:11} {cpu:6.2f} s")


main()
