% Seven things that differ are more than six.
fof(six, axiom, ! [X] : (X = n1 | X = n2 | X = n3 | X = n4 | X = n5 | X = n6)).
fof(apart, axiom, (
    t != u & t != v & t != w & t != x & t != y & t != z & u != v &
    u != w & u != x & u != y & u != z & v != w & v != x & v != y &
    v != z & w != x & w != y & w != z & x != y & x != z & y != z)).
