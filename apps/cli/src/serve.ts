import { join } from 'node:path';
import { type INestApplicationContext, Logger } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Command } from 'commander';
import { type Config, readConfig } from '#platform/config';
import { Jobs, queueNames } from '#platform/jobs';
import { faultOf } from '#platform/logging';
import { Metrics, serveMetrics } from '#platform/metrics';
import { acquireProcessFile, releaseProcessFile } from '#platform/postgres';
import { createWorker, startWork } from '../../worker/src/worker.module.ts';
import { createApi } from './api.ts';
import { queueList } from './arguments.ts';
import { accountNotice, startUpBanner } from './banner.ts';
import { type ConnectedDatabase, connectDatabase } from './database.ts';
import { loadDemoGalleries } from './demo-galleries.ts';
import { loadDemoPortfolios } from './demo-portfolios.ts';
import { loadDemo, requireNoDemoAccounts } from './demo-seed.ts';
import { Failure } from './errors.ts';
import { withFreePort } from './port.ts';
import { Shutdown } from './shutdown.ts';
import { checkDatabase, migrateDatabase, requireGateway, requireRedis } from './start-checks.ts';
import { type Print, type Step, stepper } from './steps.ts';

type Output = { readonly json?: boolean };
type WorkerOptions = Output & { readonly queues?: readonly string[] };

const examples = `
Examples:
  festoon serve
  PORT=8080 FESTOON_DATA=/srv/festoon festoon serve
  FESTOON_DEMO=true festoon serve                        with example people, leads, bookings and galleries
  DATABASE_URL=postgres://… festoon api                  HTTP in one process,
  DATABASE_URL=postgres://… festoon worker               background work in another
  DATABASE_URL=postgres://… festoon worker --queues payments,mails    only these queues; other workers do the rest
  festoon serve --json                                   prints the address as JSON, for scripts

Each runs until Ctrl-C, and finishes the work in progress before it ends. With --json it prints one JSON object with the
process id and the address once it is ready; everything else goes to standard error. Settings are environment
variables: see festoon --help.`;

export const servingCommands = (): readonly Command[] =>
  [
    new Command('serve').description('run everything in one process: database, API, pages, worker').action(serve),
    new Command('api').description('run HTTP, realtime and pages; a worker must run too').action(serveApi),
    new Command('worker')
      .description('run projections, reactions and jobs')
      .option('--queues <names>', `only work on these queues: ${queueNames.join(', ')}`, queueList)
      .action(serveWorker),
  ].map((command) => command.option('--json', 'print one JSON object when it is ready').addHelpText('after', examples));

/** Prints the progress of a start, and shuts down what was started if it fails. */
class Start {
  readonly print: Print;
  readonly step: Step;
  readonly shutdown: Shutdown;

  constructor(private readonly output: Output) {
    this.print = output.json ? console.error : console.log;
    this.step = stepper(this.print);
    this.shutdown = new Shutdown(this.print);
  }

  /** Announces that everything runs: as JSON for programs, or as text for people. */
  announce(facts: object, text: string): void {
    console.log(this.output.json ? JSON.stringify({ ...facts, pid: process.pid }) : text);
  }
}

/** Everything in one process: database, migrations, API, pages, worker; in demo mode also the demo data, once. */
const serve = async (output: Output): Promise<void> => {
  const settings = readConfig(process.env);
  const file = join(settings.dataFolder, 'serve.json');
  requireOnlyProcess(settings.dataFolder, file);
  const start = new Start(output);
  start.shutdown.register(async () => releaseProcessFile(file));
  await start.shutdown.guard(async () => {
    const config = await withFreePort(settings, start.print);
    acquireProcessFile(file, { url: config.publicUrl });
    const connected = await startDatabase(start, config);
    const api = await start.step(
      'API',
      () => createApi(connected.config),
      () => 'all modules started',
    );
    start.shutdown.register(() => api.close());
    await requireNoDemoAccounts(api, config);
    await api.listen(config.listenOptions);
    if (config.demo)
      await start.step(
        'Demo',
        () => loadDemo(api),
        (loaded) => (loaded ? 'loaded' : 'already loaded'),
      );
    await startWork(api);
    await startMetrics(start, api, config);
    start.announce({ url: config.publicUrl, database: connected.description }, startUpBanner(config));
    if (config.demo) fillDemoPhotos(api, start);
  });
};

/**
 * The photos of the demo follow while the product is already used. What fails or is interrupted continues at the next
 * start.
 */
const fillDemoPhotos = (api: NestFastifyApplication, { shutdown }: Start): void => {
  const abort = new AbortController();
  const filled = loadDemoPortfolios(api, abort.signal)
    .then(() => loadDemoGalleries(api, abort.signal))
    .catch((error: unknown) => {
      if (!abort.signal.aborted) new Logger('Demo').warn(`The demo’s photos are not complete: ${faultOf(error)}`);
    });
  shutdown.register(() => {
    abort.abort();
    return filled;
  });
};

/** HTTP and realtime only. */
const serveApi = async (output: Output): Promise<void> => {
  const start = new Start(output);
  const config = await withFreePort(readConfig(process.env), start.print);
  await start.shutdown.guard(async () => {
    const connected = await startDatabase(start, config);
    const api = await start.step('API', () => createApi(connected.config));
    start.shutdown.register(() => api.close());
    await requireNoDemoAccounts(api, config);
    await api.listen(config.listenOptions);
    await startMetrics(start, api, config);
    start.announce(
      { url: config.publicUrl, port: config.port, database: connected.description },
      `\nThe API is at ${config.publicUrl}. A worker must run too. Stop with Ctrl-C.\n${accountNotice(config)}`,
    );
  });
};

/** Projections, reactions and jobs; with `queues` only the jobs of these. */
const serveWorker = async ({ queues, ...output }: WorkerOptions): Promise<void> => {
  const start = new Start(output);
  await start.shutdown.guard(async () => {
    const config = readConfig(process.env);
    const connected = await startDatabase(start, config);
    const worker = await start.step('Worker', () => createWorker(connected.config));
    start.shutdown.register(() => worker.close());
    await startWork(worker, { queues, drain: () => start.shutdown.request() });
    await startMetrics(start, worker, config);
    const work = queues ? `works on ${queues.join(', ')}` : 'follows the log and works on all queues';
    start.announce(
      { database: connected.description, queues: worker.get(Jobs).started },
      `\nThe worker ${work}. Stop with Ctrl-C.`,
    );
  });
};

/** Serves the metrics of the process on a port of their own, if METRICS_PORT is set. */
const startMetrics = async (
  { print, shutdown }: Start,
  product: INestApplicationContext,
  { metrics }: Config,
): Promise<void> => {
  if (!metrics) return;
  const server = await serveMetrics(product.get(Metrics), metrics.host, metrics.port);
  shutdown.register(server.close);
  print(`The metrics are at ${server.url}`);
};

const requireOnlyProcess = (dataFolder: string, file: string): void => {
  const other = acquireProcessFile(file);
  if (!other) return;
  const where = other.url ? `${other.url} (process ${other.pid})` : `process ${other.pid}`;
  throw new Failure(
    `Festoon is already running with the data folder ${dataFolder}: ${where}. Stop it first, or set FESTOON_DATA to another folder.`,
  );
};

const startDatabase = async ({ step, shutdown }: Start, config: Config): Promise<ConnectedDatabase> => {
  requireGateway(config);
  await requireRedis(config);
  const connected = await step(
    'Database',
    () => connectDatabase(config),
    ({ description }) => description,
  );
  shutdown.register(connected.stop);
  const describe = (names: readonly string[]) => (names.length > 0 ? `${names.length} applied` : 'up to date');
  await step('Migrations', () => migrateDatabase(connected.config), describe);
  await checkDatabase(connected.config);
  return connected;
};
