% Two faults, one of them in what it includes.
include('people.ax').
fof(a1, axiom, hates(agatha, agatha).
fof(a2, axiom, ! [X] : ( lives(X) => hates(agatha, X) ) ).
