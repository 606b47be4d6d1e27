import { join } from 'node:path';
import { Command } from 'commander';
import { type Config, readConfig } from '#platform/config';
import { checkLog } from '#platform/event-store';
import { Jobs, queueNames } from '#platform/jobs';
import { claim, release } from '#platform/postgres';
import { createApi } from '../../api/src/api.module.ts';
import { doorOf } from '../../api/src/crowds.ts';
import { createWorker, startWork } from '../../worker/src/worker.module.ts';
import { queueList } from './arguments.ts';
import { type Reached, reachDatabase } from './database.ts';
import { loadDemo } from './demo-story.ts';
import { aboutPeople, greeting } from './greeting.ts';
import { withFreePort } from './port.ts';
import { migrated, redisAnswers } from './servers.ts';
import { Failure, type Say, type Step, stepper } from './steps.ts';
import { Stop } from './stop.ts';

type Output = { readonly json?: boolean };
type WorkerOptions = Output & { readonly queues?: readonly string[] };

const examples = `
Examples:
  festoon serve
  PORT=8080 FESTOON_DATA=/srv/festoon festoon serve
  FESTOON_DEMO=true festoon serve                        with people, leads and bookings to look at
  DATABASE_URL=postgres://… festoon api                  HTTP here, and
  DATABASE_URL=postgres://… festoon worker               the background work in another process
  DATABASE_URL=postgres://… festoon worker --queues payments,mails    only these queues; another worker does the rest
  festoon serve --json                                   where it is, for scripts

They go on until Ctrl-C, and end what they were at first. With --json one JSON object says once everything works
which process it is and where; the rest goes to standard error. Settings come from the environment: festoon --help.`;

export const serving = (): readonly Command[] =>
  [
    new Command('serve').description('everything in one process: database, API, screens, worker').action(serve),
    new Command('api').description('HTTP, realtime and screens; a worker must run too').action(serveApi),
    new Command('worker')
      .description('projections, reactions and jobs')
      .option('--queues <names>', `only work on these queues: ${queueNames.join(', ')}`, queueList)
      .action(serveWorker),
  ].map((command) => command.option('--json', 'one JSON object once it works').addHelpText('after', examples));

/** What a start says on its way, and how what it started is stopped. */
class Start {
  readonly say: Say;
  readonly step: Step;
  readonly stop: Stop;

  constructor(private readonly output: Output) {
    this.say = output.json ? console.error : console.log;
    this.step = stepper(this.say);
    this.stop = new Stop(this.say);
  }

  /** Everything works: the facts for programs, or words for people. */
  works(facts: object, words: string): void {
    console.log(this.output.json ? JSON.stringify({ ...facts, pid: process.pid }) : words);
  }
}

/** Everything in one process: database, migrations, API, screens, worker; in demo mode the demo's data, once. */
const serve = async (output: Output): Promise<void> => {
  const settings = readConfig(process.env);
  const file = join(settings.dataFolder, 'serve.json');
  onlyOne(settings.dataFolder, file);
  const start = new Start(output);
  start.stop.after(async () => release(file));
  await start.stop.unlessFailed(async () => {
    const config = await withFreePort(settings, start.say);
    claim(file, { url: config.publicUrl });
    const reached = await database(start, config);
    const api = await start.step(
      'API',
      () => createApi(reached.config),
      () => 'every module started',
    );
    start.stop.after(() => api.close());
    await api.listen(doorOf(config));
    await startWork(api);
    if (config.demo)
      await start.step(
        'Demo',
        () => loadDemo(api),
        (loaded) => (loaded ? 'loaded' : 'was loaded before'),
      );
    start.works({ url: config.publicUrl, database: reached.description }, greeting(config));
  });
};

/** HTTP and realtime only. */
const serveApi = async (output: Output): Promise<void> => {
  const start = new Start(output);
  const config = await withFreePort(readConfig(process.env), start.say);
  await start.stop.unlessFailed(async () => {
    const reached = await database(start, config);
    const api = await start.step('API', () => createApi(reached.config));
    start.stop.after(() => api.close());
    await api.listen(doorOf(config));
    start.works(
      { url: config.publicUrl, database: reached.description },
      `\nThe API is at ${config.publicUrl}. A worker must run too. Stop with Ctrl-C.\n${aboutPeople(config)}`,
    );
  });
};

/** Projections, reactions and jobs; with `queues` only the jobs of these. */
const serveWorker = async ({ queues, ...output }: WorkerOptions): Promise<void> => {
  const start = new Start(output);
  await start.stop.unlessFailed(async () => {
    const reached = await database(start, readConfig(process.env));
    const worker = await start.step('Worker', () => createWorker(reached.config));
    start.stop.after(() => worker.close());
    await startWork(worker, queues);
    const doing = queues ? `works on ${queues.join(', ')}` : 'follows the log and works on all queues';
    start.works(
      { database: reached.description, queues: worker.get(Jobs).started },
      `\nThe worker ${doing}. Stop with Ctrl-C.`,
    );
  });
};

const onlyOne = (dataFolder: string, file: string): void => {
  const other = claim(file);
  if (!other) return;
  const where = other.url ? `${other.url} (process ${other.pid})` : `process ${other.pid}`;
  throw new Failure(
    `Festoon already runs on ${dataFolder}: ${where}. Stop it there, or set FESTOON_DATA to another folder.`,
  );
};

const database = async ({ step, stop }: Start, config: Config): Promise<Reached> => {
  await redisAnswers(config);
  const reached = await step(
    'Database',
    () => reachDatabase(config),
    ({ description }) => description,
  );
  stop.after(reached.stop);
  const said = (names: readonly string[]) => (names.length > 0 ? `${names.length} applied` : 'up to date');
  await step('Migrations', () => migrated(reached.config), said);
  await checkLog(reached.config);
  return reached;
};
