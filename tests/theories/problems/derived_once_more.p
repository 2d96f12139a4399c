% Status : Unsatisfiable
% What follows from a clause that made room for another one follows from that one once more.
cnf(e, axiom, k(k(a)) = d).
cnf(p1, axiom, p(c1)).
cnf(p2, axiom, p(c2)).
cnf(p3, axiom, ~ p(c3)).
cnf(n, axiom, ~ s(g(Z),b) | q(Z,w(w(w(w(w(a))))))).
cnf(m, axiom, ~ q(Z,w(w(w(w(w(a))))))).
cnf(p, negated_conjecture, r(k(k(a)),g(X))).
cnf(q, negated_conjecture, ~ r(k(k(a)),Y) | s(Y,b)).
