import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { eventually, freePort } from '#platform/testing';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';
import { processWithId } from './process-files.ts';

// synchronous_commit stays on: a committed write must survive the death of the server.
const quickSettings = { fsync: 'off', full_page_writes: 'off' };
let home: string;
let folder: string;
let runningServer: EmbeddedPostgres;

// The parent folder is private, like a home directory: if root runs this, the user of the server cannot enter it.
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'festoon-embedded-'));
  chmodSync(home, 0o700);
  folder = join(home, 'postgres');
});
afterAll(async () => {
  await runningServer.stop();
  rmSync(home, { recursive: true });
});

const start = async (options: { port?: number } = {}) => {
  runningServer = await startEmbeddedPostgres({ folder, settings: quickSettings, ...options });
  return runningServer;
};

const query = async (url: string, text: string) => {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
};

const serverPid = () => Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);

/** Another node process that also starts the server, prints its port, and stops it when its stdin ends. */
const startProcess = async (place: string, options: object): Promise<ChildProcess> => {
  const module = JSON.stringify(join(import.meta.dirname, 'embedded.ts'));
  const processOptions = JSON.stringify({ folder: place, settings: quickSettings, ...options });
  const code = `const { startEmbeddedPostgres } = await import(${module});
    const server = await startEmbeddedPostgres(${processOptions});
    console.log(server.port);
    process.stdin.resume().on('end', () => server.stop());`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['pipe', 'pipe', 'inherit'] });
  await new Promise((started) => child.stdout?.once('data', started));
  return child;
};
const waitForExit = (child: ChildProcess) => new Promise((done) => child.once('exit', done));

test('a server starts on its previous port, and on another one if that is in use', async () => {
  const { port } = await start({ port: await freePort() });
  await runningServer.stop();
  expect((await start()).port).toBe(port);
  await runningServer.stop();
  const otherServer = createServer();
  await new Promise<void>((listening) => otherServer.listen(port, '127.0.0.1', listening));
  expect((await start()).port).not.toBe(port);
  await runningServer.stop();
  await new Promise((closed) => otherServer.close(closed));
});

test('the first start creates a database that requires a password and listens on loopback only', async () => {
  const { url, port } = await start();
  expect(await query(url, 'select current_database() as name, current_user as "user"')).toEqual([
    { name: 'festoon', user: 'festoon' },
  ]);
  await expect(query(`postgres://festoon:wrong@127.0.0.1:${port}/festoon`, 'select 1')).rejects.toMatchObject({
    code: '28P01',
  });
  expect(await query(url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
  expect(await query(url, 'show unix_socket_directories')).toEqual([{ unix_socket_directories: '' }]);
  expect(statSync(join(folder, 'password')).mode & 0o777).toBe(0o600);
  await query(url, 'create table kept (word text)');
  await query(url, "insert into kept values ('lights')");
});

test('data survives a stop and a start', async () => {
  const serverBefore = serverPid();
  await runningServer.stop();
  expect(processWithId(serverBefore)).toBeUndefined();
  expect(runningServer.isRunning()).toBe(false);
  const { url, adopted } = await start();
  expect(adopted).toBe(false);
  expect(await query(url, 'select word from kept')).toEqual([{ word: 'lights' }]);
});

test('data survives the death of the server', async () => {
  await query(runningServer.url, "insert into kept values ('music')");
  process.kill(serverPid(), 'SIGKILL');
  await eventually(() => !runningServer.isRunning());
  const { url } = await start();
  expect(await query(url, 'select word from kept order by 1')).toEqual([{ word: 'lights' }, { word: 'music' }]);
});

test('a server that was killed under load starts once its remaining processes have ended', async () => {
  // The processes of these queries end one after the other, and each writes that to the log of the server that starts.
  const busy = (seconds: number) =>
    `do $$ begin while clock_timestamp() < now() + interval '${seconds} s' loop null; end loop; end $$`;
  const runningQueries = Array.from({ length: 16 }, (_, i) =>
    query(runningServer.url, busy(1 + i / 16)).catch(() => undefined),
  );
  await sleep(500);
  process.kill(serverPid(), 'SIGKILL');
  await eventually(() => !runningServer.isRunning());
  const { url, adopted } = await start();
  expect(adopted).toBe(false);
  await Promise.all(runningQueries);
  expect(await query(url, 'select word from kept order by 1')).toEqual([{ word: 'lights' }, { word: 'music' }]);
});

test('a pid file that names another running process does not prevent the start', async () => {
  await runningServer.stop();
  writeFileSync(join(folder, 'data', 'postmaster.pid'), `${process.pid}\n/nowhere\n0\n1\n\n127.0.0.1\n0 0\nready\n`);
  const { adopted } = await start();
  expect(adopted).toBe(false);
});

test('a process that shares the server leaves it to the one that still uses it', async () => {
  const otherProcess = await startProcess(folder, {});
  const server = serverPid();
  otherProcess.stdin?.end();
  await waitForExit(otherProcess);
  expect(runningServer.isRunning()).toBe(true);
  expect(serverPid()).toBe(server);
});

test('a server left running by a killed process is used, and later stopped, by the next process', async () => {
  await runningServer.stop();
  const otherProcess = await startProcess(folder, {});
  const server = serverPid();
  otherProcess.kill('SIGKILL');
  await waitForExit(otherProcess);
  const { adopted, url } = await start();
  expect(adopted).toBe(true);
  expect(serverPid()).toBe(server);
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await runningServer.stop();
  expect(processWithId(server)).toBeUndefined();
});

test('a tied server ends with its process, and its folder is removed', async () => {
  const otherProcess = await startProcess(folder, { tied: true });
  const server = serverPid();
  otherProcess.kill('SIGKILL');
  await eventually(() => processWithId(server) === undefined && !existsSync(folder));
});
