% The axioms contradict each other, from which all follows.
fof(cats, axiom, ! [X] : grey(X)).
fof(tom, axiom, ~ grey(tom)).
fof(goal, conjecture, white(kit)).
//@ puzzle/live "white|(kit" { "show": "answer" }
//: contradictory ⟦% The axioms contradict each other, from which all follows. … ⟧
//: solve contradictory (answered)
//: contradictory
//:     proof: proof by resolution:
//:         1. grey(x)        rule cats
//:         2. not grey(tom)  rule tom
//:         3. false          2, 1: resolution {x/tom}
//:     because: cannot all be true:
//:         cats: fof(cats, axiom, ⟦! [X] : grey(X)⟧).
//:         tom: fof(tom, axiom, ⟦~ grey(tom)⟧).
