[
  (game)
  (clauses)
  (maze)
  (and)
  (or)
] @indent

["}" ")"] @outdent
