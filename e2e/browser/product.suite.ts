import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { testConfig, testSettings } from '#platform/testing';

const patience = 60_000;

/** The built product, `url` without a slash at its end. */
export type Product = { readonly url: string; readonly stop: () => Promise<void> };

/** Serves the built product in a process of its own, on an empty database. `wanted` are settings beside the usual ones. */
export const startProduct = async (wanted: Readonly<Record<string, string>> = {}): Promise<Product> => {
  const { config, drop } = await testConfig();
  const { PATH = '', HOME = '', TMPDIR = '' } = process.env;
  const usual = { DATABASE_URL: config.server ?? '', FESTOON_DATA: config.dataFolder, PORT: '0', ...testSettings };
  const child = spawn(process.execPath, ['dist/apps/cli/src/main.js', 'serve'], {
    env: { PATH, HOME, TMPDIR, ...usual, ...wanted },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = async () => {
    await end(child);
    await drop();
  };
  try {
    return { url: await addressOf(child), stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** What the product prints once it serves. */
const addressOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = '';
    const late = setTimeout(() => reject(new Error(`The product did not start:\n${said}`)), patience);
    const hear = (text: Buffer) => {
      said += text.toString();
      const [, url] = /Festoon is at (http\S+)/.exec(said) ?? [];
      if (url) resolve(url);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('error', reject);
    child.once('exit', (code) => {
      clearTimeout(late);
      reject(new Error(`The product ended with ${code}:\n${said}`));
    });
    child.stdout?.once('end', () => clearTimeout(late));
  });

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
};
