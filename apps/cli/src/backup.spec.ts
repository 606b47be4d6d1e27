import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { RegisterUser } from '#identity';
import { AuditCheckpoints } from '#platform/audit';
import { projectFolder, readConfig } from '#platform/config';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { Projector } from '#platform/projections';
import { originOf } from '#platform/testing';
import { createWorker } from '../../worker/src/worker.module.ts';
import { commandLine } from './command-line.suite.ts';
import { connectDatabase } from './database.ts';
import { program } from './program.ts';
import { migrateDatabase } from './start-checks.ts';

let home: string;
const at = (...parts: readonly string[]) => join(home, ...parts);
const photo = join('files', 'private', 'galleries', 'photo.jpg');

let line: Awaited<ReturnType<typeof commandLine>>;
let server: ChildProcess;
let database: Awaited<ReturnType<typeof connectDatabase>>;
let product: INestApplicationContext;
const call = (...words: readonly string[]) => line.call(program(), ...words);

const operator = { id: 'cli:test', kind: 'system', role: 'operator' } as const;
const register = (number: number): Promise<string> => {
  const names = { firstName: 'Quartz', lastName: 'Field', email: `quartz${number}@example.com` };
  const command = new RegisterUser({ ...names, role: 'client', password: 'Sunflower7', termsVersion: '2026-11-01' });
  const bus = product.get(CommandBus, { strict: false });
  return product.get(Context).run(originOf(operator), () => bus.execute(command));
};

/** Another process that keeps the embedded Postgres running: a command stops it when no other process uses it. */
const startServer = async (folder: string): Promise<ChildProcess> => {
  const code = `import { startEmbeddedPostgres } from '#platform/postgres';
    const server = await startEmbeddedPostgres({ folder: ${JSON.stringify(folder)} });
    console.log('ready');
    process.stdin.resume().on('end', () => server.stop());`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: projectFolder(),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [output] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  expect(String(output)).toBe('ready\n');
  return child;
};

beforeAll(async () => {
  line = await commandLine({ EVENT_STORE: 'postgres' }, { startsProducts: true });
  home = mkdtempSync(join(dirname(line.config.dataFolder), 'festoon-backup-'));
  delete process.env.DATABASE_URL;
  process.env.FESTOON_DATA = at('data');
});
afterAll(async () => {
  await product?.close();
  await database?.stop();
  if (server) {
    server.stdin?.end();
    await once(server, 'exit');
  }
  await line.close();
  rmSync(home, { recursive: true, force: true });
});

test('without a database there is nothing to back up', async () => {
  expect(await call('backup', at('none'))).toMatchObject({
    code: 2,
    error: `There is nothing to back up in ${at('data')}`,
  });
  expect(existsSync(at('none'))).toBe(false);
});

test('a backup that is taken while users write has all that was acknowledged before, and a restored copy verifies', async () => {
  server = await startServer(at('data', 'postgres'));
  database = await connectDatabase(readConfig({ ...process.env, PASSWORD_MEMORY: '19' }));
  await migrateDatabase(database.config);
  product = await createWorker(database.config);
  product.get(Projector).follow();
  mkdirSync(join(at('data', photo), '..'), { recursive: true });
  writeFileSync(at('data', photo), 'pixels');
  const first = await register(1);
  await product.get(AuditCheckpoints).write();

  let [registered, backedUp] = [1, false];
  const writing = (async () => {
    while (!backedUp) await register(++registered);
  })();
  const { code, out } = await call('backup', at('backup'), '--json').finally(() => {
    backedUp = true;
  });
  await writing;
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ folder: at('backup'), files: expect.any(Number) });
  expect(registered).toBeGreaterThan(1);
  expect(statSync(at('backup')).mode & 0o777).toBe(0o700);
  const again = await call('backup', at('backup'));
  expect([again.code, again.error]).toEqual([1, `${at('backup')} exists already: choose another name`]);

  const restored = await call('restore', at('backup'), at('restored'), '--json');
  expect([restored.code, restored.error]).toEqual([0, '']);
  const result = JSON.parse(restored.out);
  expect(result).toMatchObject({ folder: at('restored'), ok: true, log: 0, projections: 0, files: 0 });
  expect(result.events).toBeGreaterThan(0);
  expect(result.events).toBeLessThanOrEqual(Number(await product.get(EventStore).head()));
  expect(readFileSync(at('restored', photo), 'utf8')).toBe('pixels');
  process.env.FESTOON_DATA = at('restored');
  const shown = await call(
    'events',
    'stream',
    `user-${first}`,
    '--reveal',
    '--reason',
    'to see whether it was restored',
  );
  expect(shown.out).toContain('"firstName":"Quartz"');
  process.env.FESTOON_DATA = at('data');
  expect((await call('restore', at('backup'), at('restored'))).error).toBe(
    `${at('restored')} exists already: choose another name`,
  );
});

test('a backup that was changed is restored, and what is wrong is counted', async () => {
  const file = at('backup', 'audit', 'checkpoints.jsonl');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"hash":"./, '"hash":"x'));
  const { code, out } = await call('restore', at('backup'), at('restored-2'));
  expect(code).toBe(1);
  expect(out).toMatch(/in the log \(festoon audit verify\)$/);
});

test('what is not a complete backup is not restored', async () => {
  mkdirSync(at('empty'));
  expect(await call('restore', at('empty'), at('from-empty'))).toMatchObject({
    code: 2,
    error: `${at('empty')} is not a complete backup: it has no file backup.json`,
  });
  writeFileSync(at('empty', 'backup.json'), '{}');
  expect(await call('restore', at('empty'), at('from-empty'))).toMatchObject({
    code: 1,
    error: `${at('empty', 'backup.json')} is not the description of a backup`,
  });
  expect(existsSync(at('from-empty'))).toBe(false);
});

test.each([
  ['DATABASE_URL', { DATABASE_URL: 'postgres://shop@127.0.0.1:1/shop' }],
  ['REDIS_URL', { REDIS_URL: 'redis://127.0.0.1:1' }],
  ['S3_URL', { S3_URL: 'http://key:secret@127.0.0.1:1/bucket' }],
  ['EVENT_STORE', { EVENT_STORE: 'eventstoredb', EVENT_STORE_URL: 'esdb://127.0.0.1:1?tls=false' }],
])('a server that %s names is not part of the data folder', async (name, settings) => {
  const before = { ...process.env };
  Object.assign(process.env, settings);
  // A backup whose database cannot be copied, which shows that the settings are checked before anything is copied.
  mkdirSync(at(name));
  writeFileSync(at(name, 'backup.json'), JSON.stringify({ kind: 'festoon-backup', takenAt: new Date().toISOString() }));
  writeFileSync(at(name, 'postgres'), '');
  const error = `This command backs up the data folder alone, but ${name} names another server: see docs/operations/backups.md`;
  expect(await call('backup', at('other'))).toMatchObject({ code: 1, error });
  expect(await call('restore', at(name), at('other'))).toMatchObject({ code: 1, error });
  expect(existsSync(at('other'))).toBe(false);
  process.env = before;
});

test('a stop while the embedded Postgres is restarted stops the new server too', async () => {
  const restored = await connectDatabase(readConfig({ ...process.env, FESTOON_DATA: at('restored') }));
  const pidFile = at('restored', 'postgres', 'data', 'postmaster.pid');
  const restarting = new Promise((resolve) =>
    jest.spyOn(console, 'error').mockImplementation((text) => /Restarting it/.test(String(text)) && resolve(text)),
  );
  process.kill(Number.parseInt(readFileSync(pidFile, 'utf8'), 10), 'SIGKILL');
  await restarting;
  await restored.stop();
  jest.restoreAllMocks();
  // A server that was still starting would be running by then.
  await sleep(4_000);
  expect(existsSync(pidFile)).toBe(false);
});
