// Runs a script with the Node version that the project installs. It must itself run on any Node from 20 on, before
// anything is installed.
// Usage: node scripts/boot.mjs scripts/<name>.ts [arguments]
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const stamp = join(modules, '.festoon-lock');
const packaged = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
const least = 24;

const fail = (message) => {
  console.error(`\n${message}`);
  process.exit(1);
};

const lock = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');
const installed = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === lock;

const install = () => {
  const begun = Date.now();
  console.log('Installing packages (npm ci); needed the first time and whenever they change …');
  const npm = process.env.npm_execpath ?? '';
  const [command, first] = npm.endsWith('npm-cli.js') ? [process.execPath, [npm]] : ['npm', []];
  const flags = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, signal, error } = spawnSync(command, [...first, ...flags], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32' && first.length === 0,
  });
  if (signal) process.exit(128 + (constants.signals[signal] ?? 0));
  if (error) fail(`npm could not be started (${error.message}). Install npm 10 or later and try again.`);
  if (status !== 0)
    fail(
      'The packages could not be installed: npm ci ended as shown above. Check the network and the free disk space, then try again.',
    );
  linkCommand();
  writeFileSync(stamp, lock);
  console.log(`Installed in ${((Date.now() - begun) / 1000).toFixed(1)} s`);
};

// So that `npx festoon` finds this checkout's command line; npm links only those of dependencies.
const linkCommand = () => {
  try {
    symlinkSync(join('..', '..', 'scripts', 'festoon.mjs'), join(modules, '.bin', 'festoon'));
  } catch (error) {
    if (error.code !== 'EEXIST')
      console.log(`npx festoon is not available (${error.message}); use node scripts/festoon.mjs`);
  }
};

// Not every system has a packaged build; there, an installed Node is used if it is new enough.
const node = () => {
  if (existsSync(packaged)) return packaged;
  if (Number.parseInt(process.versions.node, 10) >= least) return process.execPath;
  return fail(
    `There is no packaged Node ${least} for this system, and the one that runs is ${process.version}. Install Node ${least} or later.`,
  );
};

const [script, ...rest] = process.argv.slice(2);
if (!script) fail('Usage: node scripts/boot.mjs scripts/<name>.ts [arguments]');
if (!installed()) install();

const path = [join(modules, '.bin'), process.env.PATH].filter(Boolean).join(delimiter);
const child = spawn(node(), [join(root, script), ...rest], {
  // The channel closes when this process ends for any reason, so that the child notices.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  cwd: root,
  env: { ...process.env, PATH: path },
});

// Ctrl-C in a terminal reaches the child as well, so it must tolerate a second signal.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => fail(`${script} could not be started: ${error.message}`));
child.on('exit', (code, signal) => process.exit(signal ? 128 + (constants.signals[signal] ?? 0) : (code ?? 1)));
