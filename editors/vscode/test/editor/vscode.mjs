// A real VS Code in a browser: its server part with a folder of its own, and a page that shows it.

import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const HERE = dirname(fileURLToPath(import.meta.url));
const MAIN = join(HERE, 'node_modules/code-server/lib/vscode/out/server-main.js');

const SETTINGS = {
  'editor.minimap.enabled': false,
  'extensions.autoCheckUpdates': false,
  'files.autoSave': 'off',
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'window.commandCenter': false,
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};

/**
 * Starts VS Code on a folder with copies of files. `program` is the program `puzzle` if it has one, `vsix` an
 * extension to install, `settings` are those of the person.
 */
export async function start({ files, program, settings, vsix }) {
  const work = mkdtempSync(join(tmpdir(), 'puzzle-vscode-'));
  const workspace = join(work, 'puzzles');
  for (const file of files) cpSync(file, join(workspace, basename(file)));
  // Its own copy, so that its processes are known from those of others; without a program there is none at all.
  const puzzle = join(work, 'puzzle');
  if (program) cpSync(program, puzzle);
  const write = (path, value) => {
    mkdirSync(dirname(join(work, path)), { recursive: true });
    writeFileSync(join(work, path), JSON.stringify(value));
  };
  write('data/User/settings.json', { ...SETTINGS, ...settings });
  // Where programs are is a setting of the machine, not of the person.
  write('data/Machine/settings.json', { 'puzzle.path': puzzle });

  const flags = ['--accept-server-license-terms', '--telemetry-level', 'off', '--server-data-dir', join(work, 'server')];
  flags.push('--user-data-dir', join(work, 'data'), '--extensions-dir', join(work, 'extensions'));
  const options = { env: { ...process.env, HOME: work, SHELL: '/bin/sh' } };
  if (vsix) execFileSync(process.execPath, [MAIN, ...flags, '--install-extension', vsix], { ...options, stdio: 'pipe' });

  // A group of its own: what the extensions start ends with it.
  const listen = ['--host', '127.0.0.1', '--port', '0', '--without-connection-token'];
  const server = spawn(process.execPath, [MAIN, ...flags, ...listen], { ...options, detached: true });
  const end = () => process.kill(-server.pid);
  process.once('exit', end);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  const host = await new Promise((resolve, reject) => {
    let said = '';
    const hear = (data) => {
      said += data;
      const port = /listening on (\d+)/.exec(said)?.[1];
      if (port) resolve(`127.0.0.1:${port}`);
    };
    server.stdout.on('data', hear);
    server.stderr.on('data', hear);
    server.on('exit', () => reject(new Error(`VS Code does not start:\n${said}`)));
  });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
  return {
    browser,
    workspace,
    /** The program that the extension runs. */
    puzzle,
    /** The address of the window, with more of VS Code's own parameters. */
    url: (payload = [], folder = workspace) =>
      `http://${host}/?${new URLSearchParams({ folder, payload: JSON.stringify([...payload, ['skipWelcome', 'true']]) })}`,
    remote: (path) => `vscode-remote://${host}${path}`,
    /** Ends everything, the extensions' process first: whoever served it has to notice. */
    async stop() {
      await browser.close();
      for (const { pid } of processes('extensionHost', server.pid)) process.kill(pid, 'SIGKILL');
      const limit = Date.now() + 5000;
      while (processes(puzzle).length > 0 && Date.now() < limit) await new Promise((resolve) => setTimeout(resolve, 50));
      const left = processes(puzzle);
      const ended = new Promise((resolve) => server.on('exit', resolve));
      process.off('exit', end);
      end();
      await ended;
      rmSync(work, { recursive: true, force: true, maxRetries: 5 });
      if (left.length > 0) throw new Error(`a server outlives its editor: ${left[0].command}`);
    },
  };
}

/** The processes whose command names something, perhaps only those of a group. */
function processes(name, group) {
  const lines = execFileSync('ps', ['-eo', 'pid=,pgid=,args='], { encoding: 'utf8' }).trim().split('\n');
  const all = lines.map((line) => {
    const [, pid, pgid, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return { pid: Number(pid), pgid: Number(pgid), command };
  });
  return all.filter((it) => it.command?.includes(name) && (group === undefined || it.pgid === group));
}
