; For Neovim; that of Helix is in `editors/helix`, that of Zed in `editors/zed`.

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
] @indent.begin

["}" ")"] @indent.branch @indent.end

[(text_block) (picture)] @indent.auto

[(comment) (doc_comment)] @indent.ignore
