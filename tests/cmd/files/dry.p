fof(wet, axiom, ! [D] : ( rains(D) => wet(D) )).
fof(monday, axiom, wet(monday)).
fof(goal, conjecture, rains(monday)).
