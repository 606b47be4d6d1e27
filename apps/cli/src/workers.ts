import { Command } from 'commander';
import { queueNames, type WorkerProcess, Workers } from '#platform/jobs';
import { withProduct } from './product.ts';
import { table } from './table.ts';

type Output = { readonly json?: boolean };

const examples = `
Examples:
  festoon workers list
  festoon workers list --json

A worker is any process of festoon serve or festoon worker. Only workers without --queues follow the log: they project,
add the jobs of reactions and sign audit checkpoints. A worker that was killed is listed for 30 more seconds.`;

export const workersCommand = (): Command =>
  new Command('workers')
    .description('show the processes that do background work')
    .addHelpText('after', examples)
    .addCommand(
      new Command('list')
        .description('list running workers and their queues, with a warning for each queue without a worker')
        .option('--json', 'one JSON array')
        .addHelpText('after', examples)
        .action(list),
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
