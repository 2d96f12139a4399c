[
  (game)
  (clauses)
  (maze)
  (theory)
  (puzzle)
  (and)
  (or)
  (group)
  (application)
  (aggregate)
] @indent

["}" ")"] @outdent
