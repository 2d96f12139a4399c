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
//: satisfiable
//:     table:
//:         cat(tom)
//:         grey(tom)
