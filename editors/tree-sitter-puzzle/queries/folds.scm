[
  (game)
  (clauses)
  (maze)
  (text_block)
  (and)
  (or)
] @fold

(doc_comment)+ @fold
