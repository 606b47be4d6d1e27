import { Command } from 'commander';
import { acceptLog } from '#platform/event-store';
import { Projector } from '#platform/projections';
import { runProduct, withDatabase } from './product.ts';
import { checkSecrets } from './start-checks.ts';
import { pluralize } from './table.ts';

type Output = { readonly json?: boolean };

const examples = `
Examples:
  festoon log accept

A start is refused if the log belongs to another database, or has lost events that the database has already read. That
happens when one of them was restored and the other was not. Restoring both from the same backup is the better repair.
Otherwise stop all processes and accept the log as it is: all read tables are built again from it, and what it no longer
contains is gone. docs/operations/backups.md describes both. The command can be repeated if it was interrupted.`;

export const logCommand = (): Command =>
  new Command('log')
    .description('make the database follow the log as it is, after a restore')
    .addHelpText('after', examples)
    .addCommand(
      new Command('accept')
        .description('build all read tables again from the log as it is now')
        .option('--json', 'one JSON object')
        .addHelpText('after', examples)
        .action(accept),
    );

const accept = async ({ json }: Output): Promise<void> => {
  const { tables, events } = await withDatabase(async (config) => {
    await checkSecrets(config);
    return acceptLog(config, () =>
      runProduct(config, async (product) => {
        const projector = product.get(Projector);
        // Tables of other states of the log, to which nothing may be rolled back.
        await projector.prune((await projector.tables()).filter(({ kind }) => kind !== 'read'));
        const report = await projector.rebuild(projector.names, { discard: true });
        return { tables: report.rebuilt.length, events: report.events };
      }),
    );
  });
  if (json) return console.log(JSON.stringify({ tables, events }));
  console.log(
    `The database follows this log: ${pluralize(tables, 'read table')} built from ${pluralize(events, 'event')}`,
  );
};
