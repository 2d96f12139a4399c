% A quote in a name, and one that nothing closes.
fof('it\'s', axiom, p('it\'s')).
fof(distinct, axiom, q("two words")).
fof(open, axiom, r('s)).
//@ documentSymbol
//: 'it\'s' (property) axiom fof(⟦'it\'s'⟧, axiom, p('it\'s')).
//: distinct (property) axiom fof(⟦distinct⟧, axiom, q("two words")).
//@ hover "p('it|"
//: fof('it\'s', axiom, p(⟦'it\'s'⟧)).
//: `'it\'s'`: a constant, or a sentence without arguments; it stands there once, in `'it\'s'`
//@ hover "two| words"
//: nothing
