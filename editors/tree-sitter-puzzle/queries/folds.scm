[
  (game)
  (clauses)
  (maze)
  (theory)
  (puzzle)
  (text_block)
  (picture)
  (and)
  (or)
] @fold

(doc_comment)+ @fold
