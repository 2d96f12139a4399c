[
  (game)
  (clauses)
  (maze)
  (theory)
  (and)
  (or)
] @indent

["}" ")"] @outdent
