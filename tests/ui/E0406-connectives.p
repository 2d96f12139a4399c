fof(rain, axiom, wet & cold => grey).
fof(question, conjecture, grey).
