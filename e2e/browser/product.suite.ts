import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { testConfig } from '#platform/testing';

const startTimeout = 150_000;

/**
 * The built product. `url` has no trailing slash; `database` is the URL of its Postgres database; `environment` has the
 * variables with which the command line uses the same product.
 */
export type Product = {
  readonly url: string;
  readonly database: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly stop: () => Promise<void>;
};

/** Serves the built product in its own process, on an empty database. `settings` are added to the usual ones. */
export const startProduct = async (settings: Readonly<Record<string, string>> = {}): Promise<Product> => {
  const { config, environment, drop } = await testConfig(settings);
  const { PATH = '', HOME = '', TMPDIR = '' } = process.env;
  const child = spawn(process.execPath, ['dist/apps/cli/src/main.js', 'serve'], {
    env: { PATH, HOME, TMPDIR, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = async () => {
    await end(child);
    await drop();
  };
  try {
    return { url: await addressOf(child), database: config.databaseUrl, environment, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** The address that the product prints when it is ready. */
const addressOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = '';
    const startTimer = setTimeout(() => reject(new Error(`The product did not start:\n${output}`)), startTimeout);
    const readOutput = (text: Buffer) => {
      output += text.toString();
      const [, url] = /Festoon is at (http\S+)/.exec(output) ?? [];
      if (url) resolve(url);
    };
    child.stdout?.on('data', readOutput);
    child.stderr?.on('data', readOutput);
    child.once('error', reject);
    child.once('exit', (code) => {
      clearTimeout(startTimer);
      reject(new Error(`The product ended with ${code}:\n${output}`));
    });
    child.stdout?.once('end', () => clearTimeout(startTimer));
  });

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
};
