% A sage bird of a queer bird, a lark and a mockingbird (R. Smullyan, To Mock a Mockingbird, 1985).
% Status : Unsatisfiable
cnf(q_def,axiom,sung(sung(sung(q,X),Y),Z) = sung(Y,sung(X,Z))).
cnf(l_def,axiom,sung(sung(l,X),Y) = sung(X,sung(Y,Y))).
cnf(m_def,axiom,sung(m,X) = sung(X,X)).
cnf(goal,negated_conjecture,sung(Y,f(Y)) != sung(f(Y),sung(Y,f(Y)))).
