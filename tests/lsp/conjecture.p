% What is to be proved does not follow: a world shows it.
fof(cats, axiom, ! [X] : (cat(X) => grey(X))).
fof(tom, axiom, cat(tom)).
fof(goal, conjecture, grey(kit)).
//@ puzzle/live "grey|(kit" { "show": "answer" }
//: conjecture ⟦% What is to be proved does not follow: a world shows it. … ⟧
//: solve conjecture (answered)
//: it does not follow
//:     table: false when:
//:         cat(tom)
//:         grey(tom)
//@ puzzle/live "grey|(kit" { "show": "why" }
//: conjecture ⟦% What is to be proved does not follow: a world shows it. … ⟧
//: why solve conjecture (answered)
//: it does not follow
//:     table: false when:
//:         cat(tom)
//:         grey(tom)
//@ puzzle/live "grey|(kit" { "show": "picture" }
//: conjecture ⟦% What is to be proved does not follow: a world shows it. … ⟧
//: conjecture (answered)
//:     cat grey
//: tom
//: kit
//: (a picture)
//@ puzzle/live "grey|(kit" { "show": "picture", "solution": true }
//: conjecture ⟦% What is to be proved does not follow: a world shows it. … ⟧
//: conjecture (answered)
//:     cat grey
//: tom +   +
//: kit
//:     summary: it does not follow
//: (a picture)
//@ puzzle/live "grey|(kit" { "show": "steps" }
//: conjecture ⟦% What is to be proved does not follow: a world shows it. … ⟧
//: solve conjecture (answered)
//: it does not follow
//:     step 0 Start: 3 clauses wait for their turn.
//:     step 1 Given: it is the turn of clause 3: not grey(kit).
//:     step 2 Given: it is the turn of clause 2: cat(tom). fof(tom, axiom, ⟦cat(tom)⟧).
//:     step 3 Given: it is the turn of clause 1: not cat(x) or grey(x). fof(cats, axiom, ⟦! [X] : (cat(X) => grey(X))⟧).
//:     step 4 Derived: clause 4: grey(tom), from 1, 2: resolution {x/tom}; it waits. fof(cats, axiom, ⟦! [X] : (cat(X) => grey(X))⟧).
//:     step 5 Given: it is the turn of clause 4: grey(tom).
//:     step 6 Saturated: nothing new follows.
