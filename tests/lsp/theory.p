% Cats.
fof(cats, axiom, ! [X] : (cat(X) => grey(X))).
fof(tom, axiom, cat(tom)).
fof(goal, conjecture, grey(tom)).
//@ diagnostic
//: nothing
//@ hover "ca|t(X)"
//: fof(cats, axiom, ! [X] : (⟦cat⟧(X) => grey(X))).
//: `cat`: a symbol with one argument; it stands there twice, in `cats`, `tom`
//@ hover "t|om)"
//: fof(goal, conjecture, grey(⟦tom⟧)).
//: `tom`: a constant, or a sentence without arguments; it stands there twice, in `tom`, `goal`
//@ hover "cat(|X"
//: fof(cats, axiom, ! [X] : (cat(⟦X⟧) => grey(X))).
//: `X`: a variable, for all things
//@ hover "|! [X]"
//: fof(cats, axiom, ⟦!⟧ [X] : (cat(X) => grey(X))).
//: `!`: for all things
//@ hover "|cats"
//: fof(⟦cats⟧, axiom, ! [X] : (cat(X) => grey(X))).
//: ```tptp
//: fof(cats, axiom, ! [X] : (cat(X) => grey(X))).
//: ```
//:
//: what is known
//@ hover "|conjecture"
//: fof(goal, ⟦conjecture⟧, grey(tom)).
//: `conjecture`: what is to be proved from the others
//@ hover "|fof"
//: ⟦fof⟧(goal, conjecture, grey(tom)).
//: `fof`: a sentence of first-order logic
//@ documentSymbol
//: cats (property) axiom fof(⟦cats⟧, axiom, ! [X] : (cat(X) => grey(X))).
//: tom (property) axiom fof(⟦tom⟧, axiom, cat(tom)).
//: goal (property) conjecture fof(⟦goal⟧, conjecture, grey(tom)).
//@ codeLens
//: Solve [puzzle.server.solve] ⟦⟧% Cats.
//: Draw [puzzle.server.draw] ⟦⟧% Cats.
//@ puzzle/live "grey|(tom" { "show": "answer" }
//: _theory ⟦% Cats. … ⟧
//: solve _theory (answered)
//: proved
//:     proof: proof by resolution:
//:         1. not cat(x) or grey(x)  rule cats
//:         2. cat(tom)               rule tom
//:         3. not grey(tom)          the question, denied
//:         4. grey(tom)              1, 2: resolution {x/tom}
//:         5. false                  4, 3: resolution
//:     because: it follows from:
//:         cats: fof(cats, axiom, ⟦! [X] : (cat(X) => grey(X))⟧).
//:         tom: fof(tom, axiom, ⟦cat(tom)⟧).
//@ puzzle/live "grey|(tom" { "show": "why" }
//: _theory ⟦% Cats. … ⟧
//: why solve _theory (answered)
//: proved
//:     proof: proof by resolution:
//:         1. not cat(x) or grey(x)  rule cats
//:         2. cat(tom)               rule tom
//:         3. not grey(tom)          the question, denied
//:         4. grey(tom)              1, 2: resolution {x/tom}
//:         5. false                  4, 3: resolution
//:     because: it follows from:
//:         cats: fof(cats, axiom, ⟦! [X] : (cat(X) => grey(X))⟧).
//:         tom: fof(tom, axiom, ⟦cat(tom)⟧).
//@ puzzle/live "grey|(tom" { "show": "picture", "solution": true }
//: _theory ⟦% Cats. … ⟧
//: proof of 5 clauses (answered)
//: 0 5 false 4, 3: resolution             -> 4 3
//: 1 3 not grey(tom) the question, denied
//: 1 4 grey(tom) 1, 2: resolution {x/tom} -> 1 2
//: 2 1 not cat(x) grey(x) rule cats
//: 2 2 cat(tom) rule tom
//:     summary: proved
//: (a picture)
//@ puzzle/live "grey|(tom" { "show": "steps" }
//: _theory ⟦% Cats. … ⟧
//: solve _theory (answered)
//: proved
//:     step 0 1. not cat(x) or grey(x) fof(cats, axiom, ⟦! [X] : (cat(X) => grey(X))⟧).
//:         says from rule cats
//:         0 5 false 4, 3: resolution             -> 4 3
//:         1 3 not grey(tom) the question, denied
//:         1 4 grey(tom) 1, 2: resolution {x/tom} -> 1 2
//:         2 1 not cat(x) grey(x) rule cats
//:         2 2 cat(tom) rule tom
//:     step 1 2. cat(tom) fof(tom, axiom, ⟦cat(tom)⟧).
//:         says from rule tom
//:         0 5 false 4, 3: resolution             -> 4 3
//:         1 3 not grey(tom) the question, denied
//:         1 4 grey(tom) 1, 2: resolution {x/tom} -> 1 2
//:         2 1 not cat(x) grey(x) rule cats
//:         2 2 cat(tom) rule tom
//:     step 2 3. not grey(tom)
//:         says from the question, denied
//:         0 5 false 4, 3: resolution             -> 4 3
//:         1 3 not grey(tom) the question, denied
//:         1 4 grey(tom) 1, 2: resolution {x/tom} -> 1 2
//:         2 1 not cat(x) grey(x) rule cats
//:         2 2 cat(tom) rule tom
//:     step 3 4. grey(tom)
//:         says from 1, 2: resolution {x/tom}
//:         0 5 false 4, 3: resolution             -> 4 3
//:         1 3 not grey(tom) the question, denied
//:         1 4 grey(tom) 1, 2: resolution {x/tom} -> 1 2
//:         2 1 not cat(x) grey(x) rule cats
//:         2 2 cat(tom) rule tom
//:     step 4 5. false
//:         says from 4, 3: resolution
//:         0 5 false 4, 3: resolution             -> 4 3
//:         1 3 not grey(tom) the question, denied
//:         1 4 grey(tom) 1, 2: resolution {x/tom} -> 1 2
//:         2 1 not cat(x) grey(x) rule cats
//:         2 2 cat(tom) rule tom
//@ workspace/executeCommand "grey|(tom" puzzle.server.solve
//: solve _theory (answered)
//: proved
//:     proof: proof by resolution:
//:         1. not cat(x) or grey(x)  rule cats
//:         2. cat(tom)               rule tom
//:         3. not grey(tom)          the question, denied
//:         4. grey(tom)              1, 2: resolution {x/tom}
//:         5. false                  4, 3: resolution
//:     because: it follows from:
//:         cats: fof(cats, axiom, ⟦! [X] : (cat(X) => grey(X))⟧).
//:         tom: fof(tom, axiom, ⟦cat(tom)⟧).
