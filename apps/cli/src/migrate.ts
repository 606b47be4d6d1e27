import { Command } from 'commander';
import { withDatabase } from './product.ts';
import { checkDatabase } from './start-checks.ts';

type Output = { readonly json?: boolean };

const examples = `
Examples:
  festoon migrate
  DATABASE_URL=postgres://… festoon migrate --json

Every process migrates the database when it starts, so this is only needed to do it before a release's processes start.`;

export const migrateCommand = (): Command =>
  new Command('migrate')
    .description('apply the migrations of this release to the database, and check that it belongs to these settings')
    .option('--json', 'one JSON object')
    .addHelpText('after', examples)
    .action(applyMigrations);

const applyMigrations = ({ json }: Output): Promise<void> =>
  withDatabase(async (config, applied) => {
    await checkDatabase(config);
    if (json) console.log(JSON.stringify({ applied }));
    else console.log(applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'The database is up to date');
  });
