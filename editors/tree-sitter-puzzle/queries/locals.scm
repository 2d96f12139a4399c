; The names of a file. Each maze and each clause set has names of its own.

(source_file) @local.scope
(clauses) @local.scope
(maze) @local.scope

(formula_declaration name: (name) @local.definition.function)
(game name: (name) @local.definition.function)
(clauses name: (name) @local.definition.function)
(maze name: (name) @local.definition.function)
(foreign_file name: (name) @local.definition.function)
(maze_node name: (name) @local.definition.constant)

(formula_declaration body: (name) @local.reference)
(setting value: (name) @local.reference)
(query target: (name) @local.reference)
(query other: (name) @local.reference)
(not (name) @local.reference)
(and (name) @local.reference)
(or (name) @local.reference)
(corridors (name) @local.reference)
