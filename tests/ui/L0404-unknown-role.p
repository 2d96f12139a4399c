fof(wet, unknown, rain => wet).
fof(goal, conjecture, dry | ~ dry).
