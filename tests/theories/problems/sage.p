% A sage bird of a bluebird, a lark and a mockingbird (R. Smullyan, To Mock a Mockingbird, 1985).
% Status : Unsatisfiable
cnf(b_def,axiom,sung(sung(sung(b,X),Y),Z) = sung(X,sung(Y,Z))).
cnf(m_def,axiom,sung(m,X) = sung(X,X)).
cnf(l_def,axiom,sung(sung(l,X),Y) = sung(X,sung(Y,Y))).
cnf(goal,negated_conjecture,sung(Y,f(Y)) != sung(f(Y),sung(Y,f(Y)))).
