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

; A condition or an effect on a line of its own is one step further in than its action.
((part) @indent (#set! "scope" "all"))

["}" ")"] @outdent
