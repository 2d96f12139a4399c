fof(a1, axiom, hates(agatha, agatha)).
fof('second one', axiom, ! [X] : ( hates(X, X) => likes(X, butler) ) ).
fof(goal, conjecture, likes(butler, agatha)).
