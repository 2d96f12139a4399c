#!/usr/bin/env python3
"""Writes `letters.txt` from a font of fixed width: `letters.py DejaVuSansMono.ttf > letters.txt`. Takes `fontTools`.

A line is a letter and its outline, where each command stands behind its places: `M` begins a closed line, `L` goes straight on,
`Q` along a parabola with a control point. The first line has the height of the font and the width of each letter in the same units.
"""

import sys

from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTFont

BLOCKS = [
    (0x21, 0x7E),  # ASCII
    (0xA1, 0x17F),  # Latin
    (0x391, 0x3C9),  # Greek
    (0x401, 0x451),  # Cyrillic
    (0x2010, 0x203A),  # punctuation
    (0x2070, 0x209C),  # high and low digits
    (0x2190, 0x2199),  # arrows
    (0x21D0, 0x21D5),
    (0x2200, 0x2265),  # mathematics
    (0x22A2, 0x22A5),
    (0x2500, 0x25FF),  # frames and shapes
    (0x2605, 0x2606),  # stars
    (0x2654, 0x2667),  # chess and cards
    (0x2713, 0x2718),  # marks
    (0xFFFD, 0xFFFD),  # what is missing
]


class OutlinePen(BasePen):
    """Notes an outline."""

    def __init__(self, glyphs):
        super().__init__(glyphs)
        self.parts = []

    def note(self, command, *points):
        self.parts.append(" ".join(f"{round(x)} {round(y)}" for x, y in points) + command)

    def _moveTo(self, point):
        self.note("M", point)

    def _lineTo(self, point):
        self.note("L", point)

    def _qCurveToOne(self, control, point):
        self.note("Q", control, point)

    def _closePath(self):
        pass


font = TTFont(sys.argv[1])
glyphs, names = font.getGlyphSet(), font.getBestCmap()
print(font["head"].unitsPerEm, glyphs["A"].width)
for first, last in BLOCKS:
    for code in range(first, last + 1):
        if code in names:
            pen = OutlinePen(glyphs)
            glyphs[names[code]].draw(pen)
            print(chr(code) + "".join(pen.parts))
