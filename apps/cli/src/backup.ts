import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { z } from 'zod';
import { LogAudit } from '#platform/audit';
import { type Config, readConfig } from '#platform/config';
import { type Copied, copyFolder, createFile } from '#platform/durable-files';
import { Projector } from '#platform/projections';
import { FileVerification } from '#platform/uploads';
import { connectDatabase } from './database.ts';
import { Failure, NotFound } from './errors.ts';
import { runProduct } from './product.ts';
import { checkDatabase, migrateDatabase } from './start-checks.ts';
import { pluralize } from './table.ts';

type Output = { readonly json?: boolean };
/** The number of problems that each verification of a restored copy found. */
type Verified = { readonly events: number; readonly log: number; readonly projections: number; readonly files: number };

/** Written last, so that a folder without it is not a complete backup. */
const marker = 'backup.json';
const markerContent = z.object({ kind: z.literal('festoon-backup'), takenAt: z.iso.datetime() });
/** The parts of the data folder, in the order in which they are copied. */
const folders = { audit: 'audit', database: 'postgres', files: 'files' } as const;
const secretsFile = 'secrets.json';

const examples = `
Examples:
  festoon backup /mnt/backup/2026-11-26
  festoon restore /mnt/backup/2026-11-26 /srv/festoon

A backup has the event log and everything else in the embedded Postgres, the secrets, the signed checkpoints and the
uploaded files; the site stays in use meanwhile. A restore copies them to a new data folder and verifies the log, the read
tables and the files there; then start with FESTOON_DATA set to that folder. Whoever has a backup can read everything in it.
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
  const folder = create(name);
  try {
    const { files, bytes } = await copyAll(config, folder);
    if (json) return console.log(JSON.stringify({ folder, files, bytes }));
    console.log(`${pluralize(files, 'file')}, ${Math.ceil(bytes / 1e6)} MB, in ${folder}`);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
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

/** Creates a new folder that only this user can read. */
const create = (name: string): string => {
  const folder = resolve(name);
  try {
    mkdirSync(folder, { mode: 0o700 });
    return folder;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Failure(code === 'EEXIST' ? `${folder} exists already: choose another name` : message);
  }
};

/**
 * The checkpoints are copied before the log, because none of them may be beyond its end, and the files after the
 * database, which refers to them.
 */
const copyAll = async (config: Config, folder: string): Promise<Copied> => {
  const { dataFolder } = config;
  const takenAt = new Date().toISOString();
  const parts: Copied[] = [];
  const copy = async (part: string) => {
    if (existsSync(join(dataFolder, part))) parts.push(await copyFolder(join(dataFolder, part), join(folder, part)));
  };
  await copy(folders.audit);
  if (existsSync(join(dataFolder, secretsFile)))
    createFile(join(folder, secretsFile), readFileSync(join(dataFolder, secretsFile), 'utf8'));
  const { backUp, stop } = await connectDatabase(config);
  try {
    if (backUp) parts.push(await backUp(join(folder, folders.database)));
  } finally {
    await stop();
  }
  await copy(folders.files);
  createFile(join(folder, marker), JSON.stringify({ kind: 'festoon-backup', takenAt }));
  const total = (of: keyof Copied) => parts.reduce((sum, part) => sum + part[of], 0);
  return { files: total('files'), bytes: total('bytes') };
};

const restore = async (from: string, to: string, { json }: Output): Promise<void> => {
  const [source, target] = [resolve(from), resolve(to)];
  const { takenAt } = requireBackup(source);
  if (existsSync(target)) throw new Failure(`${target} exists already: choose another name`);
  const verified = await verify(await copyTo(target, source));
  const problems = verified.log + verified.projections + verified.files;
  if (json) console.log(JSON.stringify({ folder: target, takenAt, ok: problems === 0, ...verified }));
  else console.log(`The backup of ${takenAt} is in ${target}: ${resultText(verified)}`);
  if (problems > 0) process.exitCode = 1;
};

/** Copies the backup. Returns the settings with the new data folder. */
const copyTo = async (target: string, source: string): Promise<Config> => {
  try {
    await copyFolder(source, target, (path) => path !== marker);
    const config = readConfig({ ...process.env, FESTOON_DATA: target });
    requireOwnServers(config);
    return config;
  } catch (error) {
    rmSync(target, { recursive: true, force: true });
    throw error;
  }
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
const verify = async (config: Config): Promise<Verified> => {
  const database = await connectDatabase(config);
  try {
    await migrateDatabase(database.config);
    await checkDatabase(database.config);
    return await runProduct(database.config, async (product) => {
      let findings = 0;
      const { events } = await product.get(LogAudit).verify(() => void findings++);
      const projector = product.get(Projector);
      const tables = await projector.verificationResults(projector.names);
      const { missing, changed } = await product.get(FileVerification, { strict: false }).verify();
      return {
        events,
        log: findings,
        projections: tables.filter(({ different, failure }) => different > 0 || failure !== undefined).length,
        files: missing.length + changed.length,
      };
    });
  } finally {
    await database.stop();
  }
};

const resultText = ({ events, log, projections, files }: Verified): string => {
  const problems = [
    log > 0 && `${pluralize(log, 'finding')} in the log (festoon audit verify)`,
    projections > 0 && `${pluralize(projections, 'read table')} with other rows (festoon projections verify)`,
    files > 0 && `${pluralize(files, 'file')} missing or changed (festoon files verify)`,
  ].filter(Boolean);
  const checked = `${pluralize(events, 'event')}, all read tables and all files were verified`;
  return problems.length === 0 ? checked : problems.join(', ');
};
