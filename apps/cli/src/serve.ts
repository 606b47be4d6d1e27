import { join } from 'node:path';
import { Command } from 'commander';
import { type Config, checkLog, claim, hasReaders, readConfig, release } from '#platform';
import { createApi } from '../../api/src/api.module.ts';
import { createWorker, work } from '../../worker/src/worker.module.ts';
import { type Reached, reachDatabase } from './database.ts';
import { password, people, shown } from './demo-data.ts';
import { loadDemo } from './demo-story.ts';
import { withFreePort } from './port.ts';
import { migrated, redisAnswers } from './servers.ts';
import { Failure, step } from './steps.ts';
import { Stop } from './stop.ts';

export const serving = (): readonly Command[] => [
  new Command('serve').description('everything in one process: database, API, screens, worker').action(serve),
  new Command('api').description('HTTP, realtime and screens; a worker must run too').action(serveApi),
  new Command('worker').description('projections, reactions and jobs').action(serveWorker),
];

/** Everything in one process: database, migrations, API, screens, worker; in demo mode the demo's data, once. */
const serve = async (): Promise<void> => {
  const settings = readConfig(process.env);
  const file = join(settings.dataFolder, 'serve.json');
  onlyOne(settings.dataFolder, file);
  const stop = new Stop();
  stop.after(async () => release(file));
  await stop.unlessFailed(async () => {
    const config = await withFreePort(settings);
    claim(file, { url: config.publicUrl });
    const reached = await database(stop, config);
    const api = await step(
      'API',
      () => createApi(reached.config),
      () => 'every module started',
    );
    stop.after(() => api.close());
    await api.listen(config.port, config.host);
    work(api);
    if (config.demo)
      await step(
        'Demo',
        () => loadDemo(api),
        (loaded) => (loaded ? 'loaded' : 'was loaded before'),
      );
    greet(config);
  });
};

/** HTTP and realtime only. */
const serveApi = async (): Promise<void> => {
  const config = await withFreePort(readConfig(process.env));
  const stop = new Stop();
  await stop.unlessFailed(async () => {
    const reached = await database(stop, config);
    const api = await step('API', () => createApi(reached.config));
    stop.after(() => api.close());
    await api.listen(config.port, config.host);
    console.log(`\nThe API is at ${config.publicUrl}. A worker must run too. Stop with Ctrl-C.\n${aboutMail(config)}`);
  });
};

/** Projections, reactions and jobs only. */
const serveWorker = async (): Promise<void> => {
  const stop = new Stop();
  await stop.unlessFailed(async () => {
    const reached = await database(stop, readConfig(process.env));
    const worker = await step('Worker', () => createWorker(reached.config));
    stop.after(() => worker.close());
    work(worker);
    console.log('\nThe worker follows the log. Stop with Ctrl-C.');
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

const database = async (stop: Stop, config: Config): Promise<Reached> => {
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

const greet = (config: Config): void => {
  console.log(`\nFestoon is at ${config.publicUrl}\n`);
  console.log(`${aboutMail(config)}\n`);
  if (config.demo) {
    console.log(`Demo accounts, all with the password ${password}`);
    for (const [as, name] of shown) console.log(`  ${as.padEnd(14)} ${people[name].email}`);
    console.log('In demo mode staff need no second factor.\n');
  }
  console.log('Stop with Ctrl-C.');
};

/** Where what Festoon sends can be read, or why nobody can. */
const aboutMail = (config: Config): string => {
  if (config.smtpUrl) return `Mail goes out as ${config.mailFrom}`;
  if (hasReaders(config)) return `Mail stays here: ${config.publicUrl}/mailbox`;
  return 'Mail is kept and NOT SENT: set SMTP_URL and MAIL_FROM, or nobody can confirm an address or get a new password.';
};
