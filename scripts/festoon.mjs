#!/usr/bin/env node
// The command line: finds the Node version that the project installs and the built product, and runs it. See `festoon
// --help`.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const main = join(root, 'dist', 'apps', 'cli', 'src', 'main.js');
const packaged = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
const newEnough = Number.parseInt(process.versions.node, 10) >= 24;

const fail = (message) => {
  console.error(message);
  process.exit(1);
};

if (!existsSync(main))
  fail('Festoon is not built yet. `npm start` builds and starts it; `npm run build` only builds it.');

if (newEnough) await import(main);
else {
  if (!existsSync(packaged))
    fail(`Festoon needs Node 24 and this is ${process.version}. Run \`npm ci\`, which brings it.`);
  const child = spawn(packaged, [main, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(error.message));
  child.on('exit', (code, signal) => process.exit(signal ? 128 + (constants.signals[signal] ?? 0) : (code ?? 1)));
}
