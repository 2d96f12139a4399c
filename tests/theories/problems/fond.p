% A bird that another one is fond of (R. Smullyan, To Mock a Mockingbird, 1985).
% Status : Unsatisfiable
cnf(b_def,axiom,sung(sung(sung(b,X),Y),Z) = sung(X,sung(Y,Z))).
cnf(m_def,axiom,sung(m,X) = sung(X,X)).
cnf(w_def,axiom,sung(sung(w,X),Y) = sung(sung(X,Y),Y)).
cnf(goal,negated_conjecture,Y != sung(c,Y)).
