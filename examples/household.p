% Who killed Aunt Agatha? The household of dreadbury.puzzle, as other provers read it.
fof(murder, axiom, ? [X] : ( lives(X) & killed(X, agatha) ) ).
fof(people, axiom, ! [X] : ( lives(X) <=> ( X = agatha | X = butler | X = charles ) ) ).
fof(motive, axiom, ! [X, Y] : ( killed(X, Y) => hates(X, Y) ) ).
fof(wealth, axiom, ! [X, Y] : ( killed(X, Y) => ~ richer(X, Y) ) ).
fof(charles, axiom, ! [X] : ( hates(agatha, X) => ~ hates(charles, X) ) ).
fof(agatha, axiom, ! [X] : ( X != butler => hates(agatha, X) ) ).
fof(poorer, axiom, ! [X] : ( ( lives(X) & ~ richer(X, agatha) ) => hates(butler, X) ) ).
fof(butler, axiom, ! [X] : ( hates(agatha, X) => hates(butler, X) ) ).
fof(somebody, axiom, ! [X] : ? [Y] : ( lives(Y) & ~ hates(X, Y) ) ).
fof(strangers, axiom, agatha != butler).
fof(suicide, conjecture, killed(agatha, agatha)).
