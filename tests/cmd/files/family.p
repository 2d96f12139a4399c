include('family.ax', [parents, ancestors]).
fof(who, question, ? [X] : ancestor(X, cid)).
