% Eight things that differ are more than seven.
fof(seven, axiom, ! [X] : (X = n1 | X = n2 | X = n3 | X = n4 | X = n5 | X = n6 | X = n7)).
fof(apart, axiom, (
    s != t & s != u & s != v & s != w & s != x & s != y & s != z &
    t != u & t != v & t != w & t != x & t != y & t != z & u != v &
    u != w & u != x & u != y & u != z & v != w & v != x & v != y &
    v != z & w != x & w != y & w != z & x != y & x != z & y != z)).
