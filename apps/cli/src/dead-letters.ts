import type { INestApplicationContext } from '@nestjs/common';
import { Command } from 'commander';
import { type DeadJob, DeadLetters, Jobs } from '#platform/jobs';
import { NotFound } from './errors.ts';
import { withProduct } from './product.ts';
import { requireImpersonalReason } from './reason.ts';
import { brief, escapeControlCharacters, table } from './table.ts';

type Options = { readonly queue?: string; readonly json?: boolean };
type Selection = Options & { readonly all?: boolean; readonly reason?: string };
type Action = (letters: DeadLetters, letter: DeadJob) => Promise<boolean>;

const examples = `
Examples:
  festoon dlq list
  festoon dlq show 0198c1de-6a0f-4a1c-8f44-7f8f0b7e2c33.payments.refund-charge
  festoon dlq retry 0198c1de-6a0f-4a1c-8f44-7f8f0b7e2c33.payments.refund-charge
  festoon dlq retry --all --queue payments
  festoon dlq drop --all --reason "the provider's test account is closed" --json

A dead letter is a job that failed on its last attempt. A retry runs it with the same idempotency key, so that nothing
that it did before it failed is done twice. A dropped job never runs: the log records who dropped it and why.`;

export const deadLettersCommand = (): Command =>
  new Command('dlq')
    .description('dead letters: jobs that failed permanently')
    .addHelpText('after', examples)
    .addCommand(withOptions(new Command('list').description('list them, the most recent failure first')).action(list))
    .addCommand(
      withOptions(new Command('show').description('show one of them with its data'))
        .argument('<id>', 'as list shows it')
        .action(show),
    )
    .addCommand(
      withSelection(new Command('retry').description('let workers run them again, with all their attempts')).action(
        (ids: readonly string[], options: Selection, command: Command) =>
          applyToLetters(ids, options, command, 'retried', (letters, letter) => letters.retry(letter)),
      ),
    )
    .addCommand(
      withSelection(new Command('drop').description('discard them permanently'))
        .option(
          '--reason <text>',
          'why, without names: it is stored in the log permanently',
          'dropped on the command line',
        )
        .action(drop),
    );

const withOptions = (command: Command): Command =>
  command
    .option('--queue <name>', 'only of this queue')
    .option('--json', 'JSON for programs')
    .addHelpText('after', examples);

const withSelection = (command: Command): Command =>
  withOptions(command.argument('[ids...]', 'as list shows them').option('--all', 'all dead letters'));

const list = async ({ queue, json }: Options): Promise<void> => {
  const letters = await withProduct((product) => found(product, undefined, queue));
  if (json) return console.log(JSON.stringify(letters, null, 2));
  if (letters.length === 0) return console.log('There are no dead letters');
  const rows = letters.map(({ failedAt, queue, name, attempts, reason, id }) => [
    failedAt,
    queue,
    name,
    String(attempts),
    brief(escapeControlCharacters(reason), 60),
    id,
  ]);
  console.log(table([['FAILED', 'QUEUE', 'JOB', 'ATTEMPTS', 'REASON', 'ID'], ...rows]));
};

const show = async (id: string, { queue, json }: Options): Promise<void> => {
  const [letter] = await withProduct((product) => found(product, [id], queue));
  if (!letter) throw new NotFound(`There is no dead letter ${id}`);
  if (json) return console.log(JSON.stringify(letter, null, 2));
  const { data, ...rest } = letter;
  console.log(
    table(
      [...Object.entries(rest), ['data', JSON.stringify(data)]].map(([name, value]) => [
        String(name),
        escapeControlCharacters(String(value)),
      ]),
    ),
  );
};

const drop = async (ids: readonly string[], options: Selection, command: Command): Promise<void> => {
  if (options.reason) requireImpersonalReason(options.reason);
  await applyToLetters(ids, options, command, 'dropped', (letters, letter) => letters.drop(letter));
};

const applyToLetters = async (
  ids: readonly string[],
  options: Selection,
  command: Command,
  outcome: string,
  action: Action,
): Promise<void> => {
  if (ids.length > 0 === (options.all === true)) command.error('error: give either ids or --all');
  const changedLetters = await withProduct(async (product) => {
    const letters = await found(product, options.all ? undefined : ids, options.queue);
    const results: DeadJob[] = [];
    for (const letter of letters) if (await action(product.get(DeadLetters), letter)) results.push(letter);
    return results;
  }, options.reason);
  const missingIds = ids.filter((id) => !changedLetters.some((letter) => letter.id === id));
  if (options.json)
    console.log(
      JSON.stringify({ [outcome]: changedLetters.map(({ queue, id }) => ({ queue, id })), missing: missingIds }),
    );
  else {
    for (const { queue, id } of changedLetters) console.log(`${outcome} ${queue} ${id}`);
    for (const id of missingIds) console.error(`There is no dead letter ${id}`);
    if (changedLetters.length === 0 && missingIds.length === 0) console.log('There are no dead letters');
  }
  if (missingIds.length > 0) process.exitCode = 2;
};

const found = async (
  product: INestApplicationContext,
  ids: readonly string[] | undefined,
  queue: string | undefined,
): Promise<readonly DeadJob[]> => {
  const { queues } = product.get(Jobs);
  if (queue !== undefined && !queues.includes(queue))
    throw new NotFound(`There is no queue ${queue}. There are: ${queues.join(', ')}`);
  const letters = await product.get(DeadLetters).list(queue);
  return ids ? letters.filter(({ id }) => ids.includes(id)) : letters;
};
