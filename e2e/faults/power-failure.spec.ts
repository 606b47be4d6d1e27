import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Product } from '../chaos/product.suite.ts';
import { RequestLog } from '../chaos/request-log.suite.ts';
import { SeededRandom } from '../chaos/seeded-random.suite.ts';
import { Users } from '../chaos/users.suite.ts';
import { Verification } from '../chaos/verification.suite.ts';
import { childrenOf, expectNothingLost, waitForProgress } from './faulty-product.suite.ts';
import { SimulatedDisk } from './simulated-disk.suite.ts';

const rounds = Number(process.env.CHAOS_ROUNDS ?? 3);
const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000);

const isPossible = SimulatedDisk.isPossible();
if (!isPossible) process.stdout.write('Power failures are skipped: a disk cannot be simulated without root and mkfs\n');

const requests = new RequestLog();
let disk: SimulatedDisk;
let product: Product;
let verification: Verification;

beforeAll(async () => {
  if (!isPossible) return;
  disk = new SimulatedDisk();
  product = await Product.start({ fsync: true, folder: disk.folder });
  verification = new Verification(product.databaseUrl);
}, 400_000);

afterAll(async () => {
  await verification?.close();
  await product?.stop();
  disk?.remove();
}, 120_000);

/** Ends all processes at once; what Postgres wrote without waiting for the disk is lost. */
const cutPower = async (): Promise<void> => {
  const { postmaster } = product;
  process.kill(postmaster, 'SIGSTOP');
  // From now on the postmaster starts no more processes.
  const children = childrenOf(postmaster);
  for (const pid of children) process.kill(pid, 'SIGSTOP');
  disk.copyWrittenState();
  for (const service of product.services) service.kill();
  for (const pid of [postmaster, ...children]) process.kill(pid, 'SIGKILL');
  await product.restartPostgres(() => disk.returnToCopy());
};

(isPossible ? test : test.skip)(
  'after a power failure, every acknowledged write is there, and users continue',
  async () => {
    process.stdout.write(`Power failures: ${rounds} times, CHAOS_SEED=${seed}\n`);
    const users = await Users.at(product.urls, requests, new SeededRandom(seed));
    users.begin();
    for (let round = 0; round < rounds; round++) {
      await waitForProgress(requests);
      await cutPower();
    }
    await waitForProgress(requests);
    await users.end();
    expect(product.services.flatMap(({ unexpectedExits }) => unexpectedExits)).toEqual([]);
    await expectNothingLost(product, verification, requests);
  },
  2_700_000,
);
