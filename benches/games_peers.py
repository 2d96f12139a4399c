#!/usr/bin/env python3
"""The same games by other programs: OpenSpiel, easyAI and the alpha-beta of the textbook.

    python3 -m venv /tmp/peers && /tmp/peers/bin/pip install open_spiel easyAI
    /tmp/peers/bin/python benches/games_peers.py dots|dots-textbook|tippy|chopsticks

Plays one game and prints a line: the answer, the positions or nodes, and the CPU seconds without the start.
`benches/games.py` runs it beside our own program.
"""

import sys
import time

ROWS, COLUMNS = 2, 3


def open_spiel_dots():
    """OpenSpiel's solver, which keeps every position it has met."""
    import pyspiel
    from open_spiel.python.algorithms.minimax_solver import MinimaxSolver

    start = time.process_time()
    game = f"dots_and_boxes(num_rows={ROWS},num_cols={COLUMNS},utility_margin=true)"
    solver = MinimaxSolver(game)
    table = solver.solve()
    seconds = time.process_time() - start
    root = solver.values_from_state(pyspiel.load_game(game).new_initial_state()).max()
    return f"{root:+.0f}", len(table), seconds


def textbook_dots():
    """Alpha-beta with a table of bounds, as textbooks have it: edges in order, nothing else known."""
    lying = COLUMNS * (ROWS + 1)
    boxes = []
    for row in range(ROWS):
        for column in range(COLUMNS):
            left = lying + row * (COLUMNS + 1) + column
            top = row * COLUMNS + column
            boxes.append(sum(1 << edge for edge in [top, top + COLUMNS, left, left + 1]))
    edges = lying + ROWS * (COLUMNS + 1)
    beside = [[box for box in boxes if box >> edge & 1] for edge in range(edges)]
    table = {}
    nodes = 0

    def search(drawn, alpha, beta):
        """What the player to move gains more than the other."""
        nonlocal nodes
        nodes += 1
        if drawn == (1 << edges) - 1:
            return 0
        low, high = table.get(drawn, (-100, 100))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        best, bound = -100, max(alpha, low)
        for edge in range(edges):
            if drawn >> edge & 1:
                continue
            after = drawn | 1 << edge
            closed = sum(after & box == box for box in beside[edge])
            if closed:
                value = closed + search(after, bound - closed, beta - closed)
            else:
                value = -search(after, -beta, -bound)
            best = max(best, value)
            bound = max(bound, best)
            if best >= beta:
                break
        low, high = table.get(drawn, (-100, 100))
        table[drawn] = (best if best > alpha else low, best if best < beta else high)
        return best

    start = time.process_time()
    value = search(0, -100, 100)
    return f"{value:+d}", nodes, time.process_time() - start


def easy_ai(game, depth):
    """What easyAI thinks of a game, looking so far."""
    from easyAI import TranspositionTable
    from easyAI.AI.Negamax import negamax

    nodes = 0

    def scoring(it):
        nonlocal nodes
        nodes += 1
        return it.scoring()

    start = time.process_time()
    infinity = float("infinity")
    value = negamax(game, depth, depth, scoring, -infinity, infinity, TranspositionTable())
    seconds = time.process_time() - start
    answer = "first wins" if value >= 100 else "second wins" if value <= -100 else "tie"
    return answer, nodes, seconds


def easy_ai_tippy():
    """Tippy 4×4, from the empty board to the end."""
    from easyAI import TwoPlayerGame

    size = 4
    shapes = [[(0, 1), (0, 2), (1, 0), (1, 1)], [(0, 0), (0, 1), (1, 1), (1, 2)]]
    tippies = []
    for row in range(size - 1):
        for column in range(size - 2):
            for shape in shapes:
                tippies.append(sum(1 << ((row + r) * size + column + c) for r, c in shape))
                tippies.append(sum(1 << ((column + c) * size + row + r) for r, c in shape))

    class Tippy(TwoPlayerGame):
        """Marks are bits, a number a player."""

        def __init__(self):
            self.players, self.current_player, self.marks = [None, None], 1, [0, 0]

        def possible_moves(self):
            taken = self.marks[0] | self.marks[1]
            return [cell for cell in range(size * size) if not taken >> cell & 1]

        def make_move(self, move):
            self.marks[self.current_player - 1] |= 1 << move

        def unmake_move(self, move):
            self.marks[self.current_player - 1] &= ~(1 << move)

        def has_lost(self):
            marks = self.marks[2 - self.current_player]
            return any(marks & tippy == tippy for tippy in tippies)

        def is_over(self):
            return self.has_lost() or not self.possible_moves()

        def scoring(self):
            return -100 if self.has_lost() else 0

        def ttentry(self):
            return tuple(self.marks)

    return easy_ai(Tippy(), size * size)


def easy_ai_chopsticks():
    """Chopsticks with ten moves each: a tie."""
    from easyAI import TwoPlayerGame

    class Chopsticks(TwoPlayerGame):
        """A hand of five fingers is out; nothing is left of it."""

        def __init__(self):
            self.players, self.current_player = [None, None], 1
            self.hands = ((1, 1), (1, 1))

        def possible_moves(self):
            own, other = self.both()
            moves = set()
            for i in range(2):
                for j in range(2):
                    if own[i] and other[j]:
                        hit = list(other)
                        hit[j] = hit[j] + own[i] if hit[j] + own[i] < 5 else 0
                        moves.add((own, tuple(hit)))
                for fingers in range(1, own[i] + 1):
                    split = list(own)
                    split[i] -= fingers
                    split[1 - i] += fingers
                    if split[1 - i] < 5 and tuple(split) != own[::-1]:
                        moves.add((tuple(split), other))
            return sorted(moves)

        def both(self):
            return self.hands[self.current_player - 1], self.hands[2 - self.current_player]

        def make_move(self, move):
            self.hands = move if self.current_player == 1 else move[::-1]

        def is_over(self):
            return (0, 0) in self.hands

        def scoring(self):
            own, other = self.both()
            return -100 if own == (0, 0) else 100 if other == (0, 0) else 0

        def ttentry(self):
            return self.hands, self.current_player

    return easy_ai(Chopsticks(), 20)


PEERS = {
    "dots": open_spiel_dots,
    "dots-textbook": textbook_dots,
    "tippy": easy_ai_tippy,
    "chopsticks": easy_ai_chopsticks,
}

if __name__ == "__main__":
    answer, nodes, seconds = PEERS[sys.argv[1]]()
    print(f"{answer} | {nodes} | {seconds:.3f}")
