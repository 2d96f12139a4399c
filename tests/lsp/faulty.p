include('missing.ax').
% part.ax has no end
include('part.ax').
fof(tom, axiom, cat(tom).
//@ diagnostic
//: error E0105 include(⟦'missing.ax'⟧).
//:     cannot read `missing.ax`: there is no such file
//:     it is looked for beside the file that includes it, then in the folder that the variable TPTP names
//: error E0406 include(⟦'part.ax'⟧).
//:     in this file: this is no sentence in TPTP
//:     this is no sentence in TPTP: `)` or a connective should stand here write `)` or a connective: part.ax: fof(cats, axiom, (cat)⟦.⟧
//: error E0406 fof(tom, axiom, cat(tom)⟦.⟧
//:     this is no sentence in TPTP: `)` or a connective should stand here
//:     write `)` or a connective
//@ codeLens
//: nothing
//@ file part.ax
fof(cats, axiom, (cat).
