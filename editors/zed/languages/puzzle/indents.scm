(game "}" @end) @indent
(clauses "}" @end) @indent
(maze "}" @end) @indent
(theory "}" @end) @indent
(puzzle "}" @end) @indent
(and ")" @end) @indent
(or ")" @end) @indent
