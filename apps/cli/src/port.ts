import { createServer } from 'node:net';
import type { Config } from '#platform/config';
import { Failure } from './errors.ts';
import { type Print } from './steps.ts';

const maxTries = 50;

/** The settings with a free port: the configured one, or the next free one after it. */
export const withFreePort = async (config: Config, print: Print = console.log): Promise<Config> => {
  const { host, port: first } = config;
  for (let port = first; port < first + maxTries && port < 65_536; port += 1) {
    const boundPort = await freePort(host, port);
    if (boundPort === undefined) continue;
    if (boundPort !== first && first !== 0) print(`Port ${first} is in use. Using port ${boundPort} instead`);
    return config.with({ port: boundPort });
  }
  throw new Failure(`PORT is "${first}": this port and the following ones are in use`);
};

/** The port, or undefined if it is taken. Browsers try ::1 first for localhost, so the port must be free there, too. */
const freePort = async (host: string, port: number): Promise<number | undefined> => {
  const boundPort = await listen(host, port);
  if (boundPort === undefined || host !== '127.0.0.1') return boundPort;
  return (await listen('::1', boundPort).catch(() => boundPort)) === undefined ? undefined : boundPort;
};

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'PORT is "{port}": this user is not allowed to listen on it',
  EADDRNOTAVAIL: 'HOST is "{host}": this machine does not have this address',
  ENOTFOUND: 'HOST is "{host}": this host name was not found',
};

const listen = (host: string, port: number): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', ({ code = '', message }: NodeJS.ErrnoException) => {
      if (code === 'EADDRINUSE') return resolve(undefined);
      const sentence = (reasons[code] ?? message).replace('{port}', String(port)).replace('{host}', host);
      return reject(new Failure(sentence));
    });
    server.listen(port, host, () => {
      const address = server.address();
      server.close(() => resolve(address && typeof address === 'object' ? address.port : port));
    });
  });
