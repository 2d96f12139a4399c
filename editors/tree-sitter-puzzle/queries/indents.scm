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

; A condition or an effect on a line of its own is one step further in than its action.
((part) @indent.begin (#set! indent.immediate) (#set! indent.start_at_same_line))

["}" ")"] @indent.branch @indent.end

[(text_block) (picture)] @indent.auto

[(comment) (doc_comment)] @indent.ignore
