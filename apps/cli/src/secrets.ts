import { Argument, Command } from 'commander';
import { type Config, readConfig } from '#platform/config';
import { sealedPersonalKeys } from '#platform/personal-data';
import { PooledClient, type Queryable } from '#platform/postgres';
import { type SealedColumn, sealAgain } from '#platform/sealing';
import { modules } from '../../modules.ts';
import { Failure } from './errors.ts';
import { withDatabase } from './product.ts';
import { checkSecrets, fingerprint } from './start-checks.ts';
import { pluralize } from './table.ts';

type Output = { readonly json?: boolean };

const columns: readonly SealedColumn[] = [sealedPersonalKeys, ...modules.flatMap(({ sealedColumns }) => sealedColumns)];
/** The settings that `secrets replace` accepts, each with the name of its secret in the configuration. */
const replaceableSecrets = { PERSONAL_DATA_KEY: 'personalData', SIGNING_KEYS_KEY: 'signingKeys' } as const;
type Setting = keyof typeof replaceableSecrets;

const examples = `
Examples:
  festoon secrets replace PERSONAL_DATA_KEY new-key
  festoon secrets replace SIGNING_KEYS_KEY new-key --json

openssl rand -hex 32 > new-key makes one. Stop all processes first. Everything that the old secret seals in the database is sealed with the new one, all of it or
nothing. Then put the new secret into its place: the setting, the file that the setting names, or secrets.json in the
data folder. Keep the old one together with the backups from before, which it opens.`;

export const secretsCommand = (): Command =>
  new Command('secrets')
    .description('the secrets that seal data in the database')
    .addHelpText('after', examples)
    .addCommand(
      new Command('replace')
        .description('seal what a secret seals with a new one')
        .addArgument(new Argument('<setting>', 'the secret').choices(Object.keys(replaceableSecrets)))
        .argument('<file>', 'the file with the new secret: at least 32 random bytes as text')
        .option('--json', 'one JSON object')
        .addHelpText('after', examples)
        .action(replace),
    );

const replace = (setting: Setting, file: string, { json }: Output): Promise<void> => {
  const changed = readConfig({ ...process.env, [setting]: '', [`${setting}_FILE`]: file });
  return withDatabase(async (config) => {
    await checkSecrets(config);
    const count = await replaceIn(setting, config, changed);
    if (json) console.log(JSON.stringify({ setting, sealed: count }));
    else
      console.log(
        `${pluralize(count, 'value')} sealed with the new ${setting}. Put it into its place before anything starts.`,
      );
  });
};

const replaceIn = async (setting: Setting, { databaseUrl, secrets }: Config, changed: Config): Promise<number> => {
  const name = replaceableSecrets[setting];
  if (secrets[name] === changed.secrets[name]) throw new Failure(`${setting} already has this value.`);
  return asOwner(databaseUrl, async (within) => {
    // Processes that start now wait for this lock, and are then refused until they have the new secret.
    await within.query('lock table secrets.fingerprints in access exclusive mode');
    await requireAlone(within);
    let count = 0;
    for (const column of columns)
      if (column.secret === name) count += await sealAgain(within, column, secrets, changed.secrets);
    const newFingerprint = fingerprint(name, changed.secrets[name]);
    await within.query('update secrets.fingerprints set fingerprint = $2 where name = $1', [name, newFingerprint]);
    return count;
  });
};

/** A process that runs would go on with the old secret. */
const requireAlone = async (within: Queryable): Promise<void> => {
  const processes = await within.query<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity
     where datname = current_database() and application_name like 'festoon %@%' order by 1`,
  );
  if (processes.length === 0) return;
  throw new Failure(
    `Other processes use this database: ${processes.map(({ name }) => name).join(', ')}. Stop them first. Nothing was changed.`,
  );
};

/** In one transaction, as the owner of the tables: the product itself may not change fingerprints. */
const asOwner = async <T>(url: string, work: (within: Queryable) => Promise<T>): Promise<T> => {
  const client = new PooledClient({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin');
    const result = await work({ query: async (text, values = []) => (await client.query(text, [...values])).rows });
    await client.query('commit');
    return result;
  } finally {
    // Without a commit, this rolls the transaction back.
    await client.end();
  }
};
