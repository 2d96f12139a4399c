import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { findBinary } from '../../src/binary';

const here = {
  setting: '',
  folders: ['/one', '/two'],
  home: '/home/me',
  path: '/usr/bin::/opt/bin',
  isWindows: false,
  extension: '/extensions/puzzle',
};

/** What is found when these programs exist. */
const find = (programs: string[], more = {}) => findBinary({ ...here, ...more, exists: (path) => programs.includes(path) });

test('the setting comes first', () => {
  const programs = ['/mine/puzzle', '/one/target/release/puzzle', '/one/tools/puzzle', '/home/me/bin/puzzle'];
  assert.deepEqual(find(programs, { setting: '/mine/puzzle' }), { program: '/mine/puzzle' });
  assert.deepEqual(find(programs, { setting: 'tools/puzzle' }), { program: '/one/tools/puzzle' });
  assert.deepEqual(find(programs, { setting: '~/bin/puzzle' }), { program: '/home/me/bin/puzzle' });
  assert.deepEqual(find(programs, { setting: 'bin/puzzle', folders: [] }), { program: '/home/me/bin/puzzle' });
});

test('what the setting names and is not there is missed, whatever else there is', () => {
  const found = find(['/usr/bin/puzzle'], { setting: '/gone/puzzle' });
  assert.match('missing' in found ? found.missing : '', /\/gone\/puzzle.*puzzle\.path/);
});

test('a build of the workspace, then the PATH, then where Cargo installs', () => {
  const programs = [
    '/one/target/release/puzzle',
    '/one/target/debug/puzzle',
    '/two/target/debug/puzzle',
    '/opt/bin/puzzle',
    '/home/me/.cargo/bin/puzzle',
  ];
  for (const [index, program] of programs.entries()) {
    assert.deepEqual(find(programs.slice(index)), { program });
  }
  assert.ok('missing' in find([]));
});

test('a workspace that is not trusted gives no programs', () => {
  assert.ok('missing' in find(['/one/target/debug/puzzle'], { folders: [] }));
});

test('on Windows it is puzzle.exe', () => {
  const program = 'C:\\tools\\puzzle.exe';
  const windows = { isWindows: true, path: 'C:\\else;C:\\tools', folders: ['D:\\course'], home: 'C:\\me' };
  assert.deepEqual(find([program], windows), { program });
});

test('what the extension brings is the last that is taken', () => {
  const brought = '/extensions/puzzle/bin/puzzle';
  assert.deepEqual(find([brought]), { program: brought });
  assert.deepEqual(find([brought, '/usr/bin/puzzle']), { program: '/usr/bin/puzzle' });
});
