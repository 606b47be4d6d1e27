import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A server to compare the product with, in a process of its own like the product's. `url` has no path. */
type PlainServer = { readonly url: string; readonly pid: number; readonly stop: () => void };

/** Starts a program that prints the port on which it listens. */
export const startPlainServer = async (program: URL, argument: string): Promise<PlainServer> => {
  const server = spawn(process.execPath, [program.pathname, argument], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = await once(createInterface(server.stdout), 'line');
  return { url: `http://127.0.0.1:${port}`, pid: server.pid ?? 0, stop: () => server.kill() };
};
