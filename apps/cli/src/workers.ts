import { setTimeout as sleep } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { Command } from 'commander';
import { type DrainingWorker, queueNames, type WorkerProcess, Workers } from '#platform/jobs';
import { processName } from './arguments.ts';
import { Failure, NotFound } from './errors.ts';
import { withProduct } from './product.ts';
import { table } from './table.ts';

type Output = { readonly json?: boolean };
type Drain = Output & { readonly all?: boolean };
type ProcessName = ReturnType<typeof processName>;

/** How long drained workers may take, in milliseconds: to notice it, to finish their jobs, and a margin. */
const drainTimeout = 60_000;

const examples = `
Examples:
  festoon workers list
  festoon workers list --json
  festoon workers drain 4711
  festoon workers drain web-1:4711 web-2:4711
  festoon workers drain --all

A worker is any process of festoon serve or festoon worker. Only workers without --queues follow the log: they project,
add the jobs of reactions and sign audit checkpoints. A worker that was killed is listed for 30 more seconds.

A drained worker takes no new jobs, finishes those it has begun, and ends with code 0; others do the remaining jobs. What
supervises the processes may start it again. festoon serve also serves the site and cannot be drained: stop it with a signal.`;

export const workersCommand = (): Command =>
  new Command('workers')
    .description('show and drain the processes that do background work')
    .addHelpText('after', examples)
    .addCommand(
      new Command('list')
        .description('list running workers and their queues, with a warning for each queue without a worker')
        .option('--json', 'one JSON array')
        .addHelpText('after', examples)
        .action(list),
    )
    .addCommand(
      new Command('drain')
        .description('let workers finish their jobs and end; waits until they have')
        .argument(
          '[pids...]',
          'their process ids, as list shows them; host:pid where several hosts have the same one',
          (text: string, others: ProcessName[] = []) => [...others, processName(text)],
        )
        .option('--all', 'all workers that can be drained')
        .option('--json', 'one JSON array of those that have ended')
        .addHelpText('after', examples)
        .action(drain),
    );

const list = async ({ json }: Output): Promise<void> => {
  const runningWorkers = await withProduct((product) => product.get(Workers).runningWorkers());
  for (const warning of warnings(runningWorkers)) console.error(warning);
  if (json) return console.log(JSON.stringify(runningWorkers, null, 2));
  const rows = runningWorkers.map(({ host, pid, queues, followsLog, startedAt, heartbeatAt }) => [
    host,
    String(pid),
    queues.join(','),
    followsLog ? 'yes' : 'no',
    startedAt.toISOString(),
    heartbeatAt.toISOString(),
  ]);
  console.log(table([['HOST', 'PID', 'QUEUES', 'FOLLOWS LOG', 'SINCE', 'LAST HEARTBEAT'], ...rows]));
};

const drain = async (names: readonly ProcessName[], { all, json }: Drain, command: Command): Promise<void> => {
  if (all ? names.length > 0 : names.length === 0)
    command.error('error: name workers by their process ids, or use --all');
  await withProduct(async (product) => {
    const workers = await requestDrain(product, all ? 'all' : names);
    const running = await waitForEnd(product.get(Workers), workers);
    const ended = workers.filter(({ id }) => !running.some((other) => other.id === id));
    if (json) console.log(JSON.stringify(ended.map(({ host, pid }) => ({ host, pid }))));
    else for (const worker of ended) console.log(`Ended: ${nameOf(worker)}`);
    if (running.length > 0)
      throw new Failure(`Not ended within ${drainTimeout / 1_000} s: ${running.map(nameOf).join(', ')}`);
  });
};

const nameOf = ({ host, pid }: Pick<WorkerProcess, 'host' | 'pid'>): string => `process ${pid} on ${host}`;

/** Asks the workers to end, unless one of them cannot be drained or does not exist. */
const requestDrain = async (
  product: INestApplicationContext,
  names: readonly ProcessName[] | 'all',
): Promise<readonly DrainingWorker[]> => {
  const workers = product.get(Workers);
  const running = await workers.runningWorkers();
  const named = names === 'all' ? names : names.flatMap((name) => workersNamed(running, name));
  const other = named !== 'all' && named.find(({ mayDrain }) => !mayDrain);
  if (other) throw new Failure(`${nameOf(other)} also serves the site and cannot be drained: stop it with a signal`);
  const asked = await workers.requestDrain(named);
  if (asked.length === 0) throw new NotFound('No worker is running that can be drained');
  return asked;
};

const workersNamed = (running: readonly WorkerProcess[], { host, pid }: ProcessName): readonly WorkerProcess[] => {
  const named = running.filter((worker) => worker.pid === pid && worker.host === (host ?? worker.host));
  if (named.length === 0)
    throw new NotFound(`No running worker has the process id ${pid}${host === undefined ? '' : ` on ${host}`}`);
  const hosts = [...new Set(named.map((worker) => worker.host))];
  if (hosts.length > 1)
    throw new Failure(
      `Several hosts have a worker with the process id ${pid}. Name those that you mean: ${hosts.map((name) => `${name}:${pid}`).join(', ')}`,
    );
  return named;
};

/** Returns the workers that have not ended in time. */
const waitForEnd = async (workers: Workers, drained: readonly DrainingWorker[]): Promise<readonly DrainingWorker[]> => {
  const deadline = Date.now() + drainTimeout;
  let running = drained;
  while (running.length > 0 && Date.now() < deadline) {
    await sleep(200);
    running = await workers.stillRunning(drained);
  }
  return running;
};

const warnings = (running: readonly WorkerProcess[]): readonly string[] => {
  if (running.length === 0) return ['No worker is running. Start one with festoon worker'];
  const idleQueues = queueNames.filter((name) => !running.some(({ queues }) => queues.includes(name)));
  return [
    ...idleQueues.map((name) => `No worker is running for the queue ${name}`),
    ...(running.some(({ followsLog }) => followsLog)
      ? []
      : ['No running worker follows the log. Start one without --queues']),
  ];
};
