// npm run cluster: the product in several processes on this machine, as it would run on several machines: two APIs
// behind a proxy, two workers, and a worker for pictures. One Ctrl-C ends all. `-- --json` prints one JSON object when
// all are ready; `--no-images-worker` leaves the worker for pictures out.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { withDefaults, withValues } from '../libs/platform/src/config/setting-files.ts';
import { startEmbeddedPostgres } from '../libs/platform/src/postgres/embedded.ts';
import { buildOrExit } from './build.ts';
import { LocalProxy } from './local-proxy.ts';
import { endPrograms } from './runner.ts';

/** Each process opens up to about sixty connections. */
const settings = { max_connections: '400' };
const checkout = dirname(import.meta.dirname);

type Environment = Readonly<Record<string, string | undefined>>;
/** A process of the cluster that is ready; APIs listen on `port`. */
type Member = { readonly name: string; readonly pid: number | undefined; readonly port?: number };

const { values: options } = parseArgs({
  options: { json: { type: 'boolean', default: false }, 'images-worker': { type: 'boolean', default: true } },
  allowNegative: true,
});
const print = options.json ? console.error : console.log;

const programs: ChildProcess[] = [];
const stops: (() => unknown)[] = [];
let isEnding = false;

const end = async (code = 0): Promise<void> => {
  if (isEnding) return;
  isEnding = true;
  print('Stopping …');
  await endPrograms(programs);
  for (const stop of stops.toReversed()) await stop();
  process.exit(code);
};

/** Starts a command of the command line. `first` is the first line that it prints, and fails if it ends before that. */
const festoon = (name: string, args: readonly string[], env: Environment) => {
  if (isEnding) throw new Error('The cluster is stopping');
  const command = ['dist/apps/cli/src/main.js', ...args, '--json'];
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], cwd: checkout, env });
  programs.push(child);
  const { stdout, stderr } = child;
  if (!(stdout && stderr)) throw new Error('The output is piped');
  createInterface(stderr).on('line', (line) => line && show(name, line));
  const exit = once(child, 'exit').then(([code, signal]) => `${signal ?? code}`);
  const line = once(createInterface(stdout), 'line').then(([text]) => JSON.parse(text) as { port?: number });
  const early = exit.then((how) => Promise.reject(new Error(`${name} ended with ${how}`)));
  return { pid: child.pid, exit, first: Promise.race([line, early]) };
};

const show = (name: string, line: string): void => print(`${name.padEnd(14)} ${line}`);

/** Starts a process of the cluster, and returns once it is ready. */
const member = async (name: string, args: readonly string[], env: Environment): Promise<Member> => {
  const { pid, first, exit } = festoon(name, args, env);
  const { port } = await first;
  void exit.then((how) => isEnding || show(name, `process ${pid} ended with ${how}; the others take over its work`));
  return { name, pid, ...(port !== undefined && { port }) };
};

/** Starts the embedded Postgres of this data folder. It keeps running when a process is killed. */
const startPostgres = async (dataFolder: string): Promise<string> => {
  const starting = startEmbeddedPostgres({ folder: join(dataFolder, 'postgres'), settings });
  // A server that is starting would go on running after this process.
  stops.push(async () => (await starting.catch(() => undefined))?.stop());
  return (await starting).url;
};

/** Starts everything. The first API migrates the database, so it starts alone. */
const start = async (): Promise<readonly Member[]> => {
  // Loaded only now: the platform's entry points resolve to the build.
  const { readConfig } = await import('../libs/platform/src/config/config.ts');
  const given = withDefaults(process.env, { FESTOON_DEMO: 'true' });
  const config = readConfig(given);
  const proxy = new LocalProxy();
  const port = await proxy.listen(config.port, config.host);
  stops.push(() => proxy.close());
  const env = withDefaults(
    withValues(given, {
      HOST: '127.0.0.1',
      ...(config.server === undefined && { DATABASE_URL: await startPostgres(config.dataFolder) }),
      // Several processes cannot serve their metrics on one port.
      ...(config.metrics && { METRICS_PORT: '0' }),
    }),
    {
      PUBLIC_URL: `http://localhost:${port}`,
      TRUSTED_PROXIES: '127.0.0.1, ::1',
    },
  );
  if (config.demo) {
    show('demo', 'adds the demo data, once, with its photos; that takes a minute or two');
    const demo = festoon('demo', ['demo', 'load'], env);
    await demo.first;
    await demo.exit;
  }
  const api = async (number: number): Promise<Member> => {
    const apiPort = config.port === 0 ? 0 : port + number;
    const started = await member(`api ${number}`, ['api'], withValues(env, { PORT: String(apiPort) }));
    proxy.add(started.port ?? 0);
    return started;
  };
  const worker = (name: string, ...queues: readonly string[]) => member(name, ['worker', ...queues], env);
  const first = await api(1);
  const others = [api(2), worker('worker 1'), worker('worker 2')];
  if (options['images-worker']) others.push(worker('images worker', '--queues', 'images'));
  return [{ name: 'proxy', pid: process.pid, port }, first, ...(await Promise.all(others))];
};

await buildOrExit();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(signal, () => void end());
process.channel?.unref();
try {
  const members = await start();
  if (options.json) console.log(JSON.stringify(members));
  else {
    for (const { name, pid, port } of members)
      show(name, `process ${pid}${port === undefined ? '' : `, http://localhost:${port}`}`);
    print('\nThe site is at the address of the proxy. Stop with Ctrl-C.');
  }
} catch (error) {
  console.error(isEnding ? 'Stopped while starting' : (error as Error).message);
  await end(1);
}
