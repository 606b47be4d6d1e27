import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeEventStoreDb } from '#platform/fixtures';
import { eventually, freePort } from '#platform/testing';

/** An EventStoreDB that can be killed and started again with its events. */
export type LogServer = {
  readonly url: string;
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** Ends it and deletes its events. */
  readonly remove: () => Promise<void>;
};

/**
 * Starts a server with an empty log. EVENT_STORE_COMMAND is a program that becomes a real one: it gets a port and a
 * folder for the database as arguments, and must not be a parent process of the server. Without it, the log is in the
 * memory of this process.
 */
export const startLogServer = async (): Promise<LogServer> => {
  const command = process.env.EVENT_STORE_COMMAND;
  if (command !== undefined) return startRealServer(command);
  process.stdout.write('EventStoreDB is replaced by a fake: EVENT_STORE_COMMAND is not set\n');
  const fake = await FakeEventStoreDb.start();
  const kill = async () => fake.stop();
  return { url: fake.url, kill, start: () => fake.listen(), remove: kill };
};

const startRealServer = async (command: string): Promise<LogServer> => {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'festoon-log-'));
  let child: ChildProcess | undefined;
  const start = async () => {
    child = spawn(command, [String(port), folder], { stdio: 'ignore' });
    const isLive = () => fetch(`http://127.0.0.1:${port}/health/live`).then(({ ok }) => ok, no);
    await eventually(isLive, 'the start of EventStoreDB', 240_000);
  };
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  };
  const remove = async () => {
    await kill();
    rmSync(folder, { recursive: true, force: true });
  };
  await start();
  return { url: `esdb://127.0.0.1:${port}?tls=false`, kill, start, remove };
};

const no = () => false;
