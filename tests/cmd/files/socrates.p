fof(humans_die, axiom, ! [X] : ( human(X) => mortal(X) )).
fof(socrates, axiom, human(socrates)).
fof(goal, conjecture, mortal(socrates)).
