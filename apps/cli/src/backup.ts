import { existsSync, readFileSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { z } from 'zod';
import { LogAudit } from '#platform/audit';
import { type Config, readConfig, withValues } from '#platform/config';
import { type Copied, copyFolder, createFile } from '#platform/durable-files';
import { Projector } from '#platform/projections';
import { FileVerification } from '#platform/uploads';
import { createNew } from './creation.ts';
import { connectDatabase } from './database.ts';
import { Failure, NotFound } from './errors.ts';
import { runProduct, withDatabase } from './product.ts';
import { differs } from './projections.ts';
import { checkDatabase } from './start-checks.ts';
import { pluralize } from './table.ts';

type Output = { readonly json?: boolean };
/** The number of problems that each verification of a restored copy found. */
type Verified = { readonly events: number; readonly log: number; readonly projections: number; readonly files: number };

/** Written last, so that a folder without it is not a complete backup. */
const marker = 'backup.json';
const markerContent = z.object({ kind: z.literal('festoon-backup'), takenAt: z.iso.datetime() });
/** The folders of the data folder. */
const folders = { audit: 'audit', database: 'postgres', files: 'files' } as const;
const secretsFile = 'secrets.json';

const examples = `
Examples:
  festoon backup /mnt/backup/2026-11-26
  festoon restore /mnt/backup/2026-11-26 /srv/festoon

A backup has the event log and everything else in the embedded Postgres, the secrets, the signed checkpoints and the
uploaded files; the site stays in use meanwhile. A restore copies them to a new data folder and verifies the log, the read
tables and the files there; then start with FESTOON_DATA set to that folder. Anyone who has a backup can read everything in it.
How to back up other servers (DATABASE_URL, EVENT_STORE, REDIS_URL, S3_URL): docs/operations/backups.md.`;

export const backupCommands = (): readonly Command[] =>
  [
    new Command('backup')
      .description('copy the database, the secrets, the checkpoints and the files to a new folder')
      .argument('<folder>', 'must not exist yet')
      .action(backup),
    new Command('restore')
      .description('copy a backup to a new data folder, and verify it there')
      .argument('<backup>', 'the folder of the backup')
      .argument('<data folder>', 'must not exist yet')
      .action(restore),
  ].map((command) => command.option('--json', 'one JSON object').addHelpText('after', examples));

const backup = async (name: string, { json }: Output): Promise<void> => {
  const config = readConfig(process.env);
  requireOwnServers(config);
  const { dataFolder } = config;
  if (!existsSync(join(dataFolder, folders.database, 'data')))
    throw new NotFound(`There is nothing to back up in ${dataFolder}`);
  const folder = resolve(name);
  const { files, bytes } = await filled(folder, () => copyAll(config, folder));
  if (json) return console.log(JSON.stringify({ folder, files, bytes }));
  console.log(`${pluralize(files, 'file')}, ${Math.ceil(bytes / 1e6)} MB, in ${folder}`);
};

/** A copy of servers elsewhere would not be from the same moment. */
const requireOwnServers = ({ server, eventStoreDb, redisUrl, s3Url }: Config): void => {
  const others = { DATABASE_URL: server, EVENT_STORE: eventStoreDb, REDIS_URL: redisUrl, S3_URL: s3Url };
  const [other] = Object.entries(others).find(([, value]) => value !== undefined) ?? [];
  if (other)
    throw new Failure(
      `This command backs up the data folder alone, but ${other} names another server: see docs/operations/backups.md`,
    );
};

/** Creates a folder that only this user can read, and fills it. It is removed if that fails. */
const filled = async <T>(folder: string, fill: () => Promise<T>): Promise<T> => {
  await createNew(folder, (path) => mkdir(path, { mode: 0o700 }));
  try {
    return await fill();
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
};

/**
 * The checkpoints are copied before the log, because none of them may be beyond its end, and the files after the
 * database, which refers to them.
 */
const copyAll = async (config: Config, folder: string): Promise<Copied> => {
  const { dataFolder } = config;
  const takenAt = new Date().toISOString();
  const audit = await copyPart(folders.audit, dataFolder, folder);
  copySecrets(dataFolder, folder);
  const database = await copyDatabase(config, join(folder, folders.database));
  const files = await copyPart(folders.files, dataFolder, folder);
  createFile(join(folder, marker), JSON.stringify({ kind: 'festoon-backup', takenAt }));
  return {
    files: audit.files + database.files + files.files,
    bytes: audit.bytes + database.bytes + files.bytes,
  };
};

const copyDatabase = async (config: Config, folder: string): Promise<Copied> => {
  const { backUp, stop } = await connectDatabase(config);
  try {
    return (await backUp?.(folder)) ?? nothing;
  } finally {
    await stop();
  }
};

const nothing: Copied = { files: 0, bytes: 0 };

/** Copies a folder of one data folder or backup to another one, if it exists. */
const copyPart = async (part: string, from: string, to: string): Promise<Copied> =>
  existsSync(join(from, part)) ? copyFolder(join(from, part), join(to, part)) : nothing;

/** There is no file if all secrets are settings. */
const copySecrets = (from: string, to: string): void => {
  const file = join(from, secretsFile);
  if (existsSync(file)) createFile(join(to, secretsFile), readFileSync(file, 'utf8'));
};

const restore = async (from: string, to: string, { json }: Output): Promise<void> => {
  const [source, target] = [resolve(from), resolve(to)];
  const { takenAt } = requireBackup(source);
  const config = await filled(target, async () => {
    // The settings are read first, so that nothing is copied for a restore that is refused.
    copySecrets(source, target);
    const settings = readConfig(withValues(process.env, { FESTOON_DATA: target }));
    requireOwnServers(settings);
    for (const part of Object.values(folders)) await copyPart(part, source, target);
    return settings;
  });
  const verified = await verify(config);
  const problems = verified.log + verified.projections + verified.files;
  if (json) console.log(JSON.stringify({ folder: target, takenAt, ok: problems === 0, ...verified }));
  else console.log(`The backup of ${takenAt} is in ${target}: ${resultText(verified)}`);
  if (problems > 0) process.exitCode = 1;
};

const requireBackup = (folder: string): z.infer<typeof markerContent> => {
  const file = join(folder, marker);
  if (!existsSync(file)) throw new NotFound(`${folder} is not a complete backup: it has no file ${marker}`);
  try {
    return markerContent.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new Failure(`${file} is not the description of a backup`);
  }
};

/** Starts the restored database, and compares it with its log, its checkpoints and its files. */
const verify = (settings: Config): Promise<Verified> =>
  withDatabase(async (config) => {
    await checkDatabase(config);
    return runProduct(config, async (product) => {
      let findings = 0;
      const { events } = await product.get(LogAudit).verify(() => void findings++);
      const projector = product.get(Projector);
      const tables = await projector.verificationResults(projector.names);
      const { missing, changed } = await product.get(FileVerification, { strict: false }).verify();
      return {
        events,
        log: findings,
        projections: tables.filter(differs).length,
        files: missing.length + changed.length,
      };
    });
  }, settings);

const resultText = ({ events, log, projections, files }: Verified): string => {
  const problems = [
    log > 0 && `${pluralize(log, 'finding')} in the log (festoon audit verify)`,
    projections > 0 && `${pluralize(projections, 'read table')} with other rows (festoon projections verify)`,
    files > 0 && `${pluralize(files, 'file')} missing or changed (festoon files verify)`,
  ].filter(Boolean);
  const checked = `${pluralize(events, 'event')}, all read tables and all files were verified`;
  return problems.length === 0 ? checked : problems.join(', ');
};
