; No node is matched by two patterns: editors disagree about which of them wins.

(comment) @comment
(doc_comment) @comment.documentation

["formula" "variables" "game" "clauses" "maze" "theory" "puzzle" "file" "by" "after" "steps" "treasures" "tolls"] @keyword
["import" "allow" "warn" "deny"] @keyword.directive
(verb) @keyword

; What is declared, and where it is mentioned.
(formula_declaration name: (name) @function)
(game name: (name) @function)
(clauses name: (name) @function)
(maze name: (name) @function)
(theory name: (name) @function)
(puzzle name: (name) @function)
(puzzle rules: (name) @function)
(foreign_file name: (name) @function)
(formula_declaration body: (name) @function)
(setting value: (name) @function)
(query target: (name) @function)
(query other: (name) @function)
(not (name) @function)
(and (name) @function)
(or (name) @function)
(call (name) @function)
(variable_declaration name: (name) @variable)
(parameter) @variable.parameter

(kind) @type
(engine) @constant
(lint) @constant
(setting name: (name) @attribute)

; Lines of clauses and mazes.
(literal (name) @variable)
(maze_node name: (name) @label)
(corridors (name) @label)
(treasures (name) @constant)
(tolls (name) @constant)

; Theories.
["sort" "predicate" "function" "constant" "distinct" "rule"] @keyword
["all" "∀" "some" "∃" "no" "at" "least" "most" "exactly" "one"] @keyword.operator
(connective) @keyword.operator
(truth) @constant.builtin
(sort name: (name) @type)
(sort_name) @type
(head name: (name) @function)
(application name: (name) @function)
(rule label: (name) @label)
(thing) @constant

; Puzzles by rules of their own.
["grid" "given" "define" "sign" "in" "boxes"] @keyword
["start" "goal" "action" "when" "then" "players" "wins" "loses" "score"] @keyword
(or_none) @keyword
["for" "where" "mod"] @keyword.operator
["sum" "min" "max" "count"] @function.builtin
(grid name: (name) @type)
(definition name: (name) @function)
(action name: (name) @function)
(distinct (name) @function)
(drawing name: (name) @function)
(sign_declaration sign: (text) @string)
(drawing (text) @string)
(given (text) @string)

; What is drawn.
"\"\"\"" @string
(mark) @constant
[(empty) (separator)] @punctuation.delimiter

; Answers.
(expectation (name) @constant.builtin)

(variable) @variable.parameter
(number) @constant.numeric
(text_block) @string
(foreign_file path: (text) @string.special.path)
(import path: (text) @string.special.path)

["=" "=>" "->" "→" "*" "∧" "+" "∨" "-" "¬" "/" ".." "?" "." (sign)] @operator
["!=" "≠" "<" "<=" "≤" ">" ">=" "≥"] @operator
["(" ")" "{" "}"] @punctuation.bracket
[":" ","] @punctuation.delimiter
