[
  (game)
  (clauses)
  (maze)
  (theory)
  (puzzle)
  (and)
  (or)
] @indent

["}" ")"] @outdent
