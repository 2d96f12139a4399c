(formula_declaration "formula" @context name: (name) @name) @item
(game "game" @context name: (name) @name) @item
(clauses "clauses" @context name: (name) @name) @item
(maze "maze" @context name: (name) @name) @item
(theory "theory" @context name: (name) @name) @item
(puzzle "puzzle" @context name: (name) @name) @item
(foreign_file ["clauses" "maze" "game"] @context name: (name) @name) @item
(doc_comment) @annotation
