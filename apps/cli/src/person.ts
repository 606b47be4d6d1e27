import { CommandBus } from '@nestjs/cqrs';
import { Command } from 'commander';
import { ErasePerson } from '#identity';
import { ProjectionBusy, Projector } from '#platform';
import { onlyPlain } from './reason.ts';
import { withProduct } from './session.ts';
import { Failure } from './steps.ts';
import { counted } from './table.ts';

type Options = { readonly reason: string; readonly json?: boolean };

const examples = `
Examples:
  festoon person erase ann@example.com --reason "asked for in writing, case 2031"
  festoon person erase 5d0c6a0e-0f6b-4c57-9c53-0d7a1f1f7a11 --reason "case 2031" --json

The account with its sessions and mail goes, and with the key of the person's data everything personal in the log:
it can be read by nobody any more, while the log still proves right. Rows that showed it are folded again. There is
no way back. It may be called again, by id, and then finishes what was left.`;

export const person = (): Command =>
  new Command('person')
    .description('what the product knows of somebody')
    .addHelpText('after', examples)
    .addCommand(
      new Command('erase')
        .description('make everything personal about somebody unreadable, everywhere, for ever')
        .argument('<email|id>', 'their address, or their id')
        .requiredOption('--reason <text>', 'why; it stays in the log, so name nobody')
        .option('--json', 'one JSON object')
        .addHelpText('after', examples)
        .action(erase),
    );

const erase = async (emailOrId: string, { reason, json }: Options): Promise<void> => {
  onlyPlain(reason);
  const { others, ...erased } = await withProduct(async (product) => {
    const done = await product.get(CommandBus, { strict: false }).execute(new ErasePerson(emailOrId));
    const tables = await product.get(Projector).tables();
    return { ...done, others: tables.filter(({ kind }) => kind === 'other').map(({ name }) => name) };
  }, reason).catch((error: unknown) => {
    throw error instanceof ProjectionBusy
      ? new Failure(`${error.message}; a worker finishes the erasure after that`)
      : error;
  });
  if (json) return console.log(JSON.stringify({ ...erased, otherTables: others }));
  const { personId, streams, tables } = erased;
  console.log(
    `${personId} is erased: what ${counted(streams, 'stream')} held of them can be read by nobody any more, rows of ${counted(tables.length, 'read table')} were folded again`,
  );
  if (others.length > 0)
    console.log(`Tables of other releases may still show it: ${others.join(', ')} (festoon projections prune)`);
};
