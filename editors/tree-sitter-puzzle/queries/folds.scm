[
  (game)
  (clauses)
  (maze)
  (theory)
  (text_block)
  (and)
  (or)
] @fold

(doc_comment)+ @fold
