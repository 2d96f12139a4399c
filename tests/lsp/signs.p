% Signs of several characters are one word.
fof(a, axiom, ! [X] : (p(X) <=> (q(X) <~> X != c))).
fof(b, axiom, p(c) <= q(c)).
//@ hover "<|=>"
//: fof(a, axiom, ! [X] : (p(X) ⟦<=>⟧ (q(X) <~> X != c))).
//: `<=>`: both, or neither
//@ hover "<=|>"
//: fof(a, axiom, ! [X] : (p(X) ⟦<=>⟧ (q(X) <~> X != c))).
//: `<=>`: both, or neither
//@ hover "<|~>"
//: fof(a, axiom, ! [X] : (p(X) <=> (q(X) ⟦<~>⟧ X != c))).
//: `<~>`: one of the two, and not both
//@ hover "|!= c"
//: fof(a, axiom, ! [X] : (p(X) <=> (q(X) <~> X ⟦!=⟧ c))).
//: `!=`: two terms are different things
//@ hover "<|= q"
//: fof(b, axiom, p(c) ⟦<=⟧ q(c)).
//: `<=`: if the second, then the first
