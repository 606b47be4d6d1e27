import { Command } from 'commander';
import { queueNames, type WorkerProcess, Workers } from '#platform/jobs';
import { withProduct } from './product.ts';
import { table } from './table.ts';

type Output = { readonly json?: boolean };

const examples = `
Examples:
  festoon workers list
  festoon workers list --json

A worker is any process of festoon serve or festoon worker. Only one without --queues follows the log: it projects,
adds the jobs of reactions and signs audit checkpoints. A worker that was killed is listed for 30 more seconds.`;

export const workers = (): Command =>
  new Command('workers')
    .description('the processes that do background work')
    .addHelpText('after', examples)
    .addCommand(
      new Command('list')
        .description('running workers with their queues; warns about queues without one')
        .option('--json', 'one JSON array')
        .addHelpText('after', examples)
        .action(list),
    );

const list = async ({ json }: Output): Promise<void> => {
  const running = await withProduct((product) => product.get(Workers).running());
  for (const warning of warnings(running)) console.error(warning);
  if (json) return console.log(JSON.stringify(running, null, 2));
  const rows = running.map(({ host, pid, queues, followsLog, startedAt, heartbeatAt }) => [
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
  if (running.length === 0) return ['No worker is running: start festoon worker'];
  const idle = queueNames.filter((name) => !running.some(({ queues }) => queues.includes(name)));
  return [
    ...idle.map((name) => `No running worker works on the queue ${name}`),
    ...(running.some(({ followsLog }) => followsLog)
      ? []
      : ['No running worker follows the log: start one without --queues']),
  ];
};
