import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { eventually } from '#platform/testing';
import { Product } from '../chaos/product.suite.ts';
import { RequestLog } from '../chaos/request-log.suite.ts';
import { SeededRandom } from '../chaos/seeded-random.suite.ts';
import { Users } from '../chaos/users.suite.ts';
import { Verification } from '../chaos/verification.suite.ts';
import { childrenOf, expectNothingLost, waitForProgress } from './faulty-product.suite.ts';

const rounds = Number(process.env.CHAOS_ROUNDS ?? 3);
const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000);

const hasStrace = spawnSync('strace', ['-V']).status === 0;
if (!hasStrace) process.stdout.write('Disk error tests are skipped: strace is not installed\n');

const requests = new RequestLog();
let product: Product;
let verification: Verification;

beforeAll(async () => {
  if (!hasStrace) return;
  product = await Product.start({ fsync: true });
  verification = new Verification(product.databaseUrl);
}, 400_000);

afterAll(async () => {
  await verification?.close();
  await product?.stop();
}, 120_000);

/** Waits for the output of a process. Throws with all of its output if it ends before. */
const untilPrinted = async (child: ChildProcess, wanted: RegExp): Promise<void> => {
  let text = '';
  child.stderr?.on('data', (more) => (text += more));
  const isPrinted = () => {
    if (child.exitCode !== null && !wanted.test(text)) throw new Error(`strace ended: ${text}`);
    return wanted.test(text);
  };
  await eventually(isPrinted, `${wanted} in the output of strace`, 120_000);
};

/**
 * Makes the next `fdatasync` of any Postgres process fail with EIO. Postgres calls it to write its log to the disk.
 */
const failOneSync = async (postmaster: number): Promise<void> => {
  const injection = ['-e', 'trace=fdatasync', '-e', 'inject=fdatasync:error=EIO'];
  const attached = [postmaster, ...childrenOf(postmaster)].flatMap((pid) => ['-p', String(pid)]);
  const strace = spawn('strace', ['-f', '-q', ...injection, ...attached], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(strace, 'exit');
  try {
    await untilPrinted(strace, /INJECTED/);
  } finally {
    strace.kill('SIGTERM');
    await ended;
  }
};

/** A connection that nothing uses: Postgres closes all connections when it recovers. */
const idleConnection = async (): Promise<{ readonly isClosed: () => boolean }> => {
  const client = new Client({ connectionString: product.databaseUrl });
  let closed = false;
  client.on('error', () => undefined);
  client.on('end', () => {
    closed = true;
  });
  await client.connect();
  return { isClosed: () => closed };
};

(hasStrace ? test : test.skip)(
  'when Postgres cannot write its log to the disk, it stops, recovers, and keeps every acknowledged write',
  async () => {
    process.stdout.write(`Disk errors: ${rounds} times, CHAOS_SEED=${seed}\n`);
    const users = await Users.at(product.urls, requests, new SeededRandom(seed));
    users.begin();
    await waitForProgress(requests);
    for (let round = 0; round < rounds; round++) {
      const connection = await idleConnection();
      await failOneSync(product.postmaster);
      await eventually(connection.isClosed, 'the end of all connections', 60_000);
      await waitForProgress(requests);
    }
    await users.end();
    expect(product.services.flatMap(({ unexpectedExits }) => unexpectedExits)).toEqual([]);
    await expectNothingLost(product, verification, requests);
  },
  1_500_000,
);
