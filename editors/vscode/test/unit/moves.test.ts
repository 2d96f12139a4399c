import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { meant, movesAt, pointed } from '../../page/moves';

test('a cell that is a move is played at once', () => {
  assert.equal(meant(['a1', 'b2'], ['b2']), 'b2');
  assert.equal(meant(['a1b1', 'a1a2'], ['a1b1']), 'a1b1');
});

test('two cells name a move from one to the other', () => {
  const moves = ['b2-b3', 'b2-c2', 'a1-b1'];
  assert.equal(meant(moves, ['a1']), 'a1-b1');
  assert.equal(meant(moves, ['b2']), undefined);
  assert.deepEqual(movesAt(moves, ['b2']), ['b2-b3', 'b2-c2']);
  assert.deepEqual(pointed(moves, ['b2'], 'b3'), ['b2', 'b3']);
  assert.equal(meant(moves, ['b2', 'b3']), 'b2-b3');
});

test('pointing elsewhere begins anew, and pointing again takes it back', () => {
  const moves = ['b2-b3', 'b2-c2', 'a1-b1'];
  assert.deepEqual(pointed(moves, ['b2'], 'a1'), ['a1']);
  assert.deepEqual(pointed(moves, ['b2'], 'b2'), []);
  assert.deepEqual(movesAt(moves, []), moves);
});

test('a name is no part of another one', () => {
  assert.deepEqual(movesAt(['b12', 'put(b1)'], ['b1']), ['put(b1)']);
});
