import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '#platform/testing';
import { Product } from '../chaos/product.suite.ts';
import { RequestLog } from '../chaos/request-log.suite.ts';
import { SeededRandom } from '../chaos/seeded-random.suite.ts';
import { Users } from '../chaos/users.suite.ts';
import { Verification } from '../chaos/verification.suite.ts';
import { expectNothingLost, waitForProgress } from './faulty-product.suite.ts';

/** In megabytes: enough to start and to serve some users, too little for the requests below. */
const heapLimit = Number(process.env.CHAOS_HEAP ?? 96);
/** How many requests with a large body are sent at the same time, again and again. */
const greedyRequests = 150;
const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000);

const requests = new RequestLog();
let product: Product;
let verification: Verification;

beforeAll(async () => {
  product = await Product.start({ apiNodeOptions: `--max-old-space-size=${heapLimit}` });
  verification = new Verification(product.databaseUrl);
}, 400_000);

afterAll(async () => {
  await verification?.close();
  await product?.stop();
}, 120_000);

test('an API that runs out of memory refuses requests or is started again, and nothing is lost', async () => {
  process.stdout.write(`Heap limit: ${heapLimit} MB, CHAOS_SEED=${seed}\n`);
  const users = await Users.at(product.urls, requests, new SeededRandom(seed));
  users.begin();
  await waitForProgress(requests);
  let isOver = false;
  const statuses = new Map<number | 'no response', number>();
  const body = JSON.stringify({ email: 'ann@example.com', password: 'x'.repeat(40_000), data: Array(5_000).fill({}) });
  const greedy = async () => {
    while (!isOver) {
      const headers = { 'content-type': 'application/json' };
      const request = fetch(`${product.urls[0]}/auth/v1/signup`, { method: 'POST', headers, body });
      const status = await request.then(
        async (response) => {
          await response.arrayBuffer();
          return response.status;
        },
        () => 'no response' as const,
      );
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  const load = Promise.all(Array.from({ length: greedyRequests }, greedy));
  const hasShed = () => (statuses.get(503) ?? 0) > 0 || product.api.unexpectedExits.length > 0;
  await eventually(hasShed, 'a refused request or a new process', 240_000);
  await waitForProgress(requests);
  isOver = true;
  await load;
  await waitForProgress(requests);
  await users.end();
  const { unexpectedExits } = product.api;
  process.stdout.write(`${JSON.stringify([...statuses])}, ${unexpectedExits.length} times out of memory\n`);
  for (const exit of unexpectedExits) expect(exit).toMatch(/SIGABRT|heap out of memory/);
  expect([product.worker, product.serve].flatMap((service) => service.unexpectedExits)).toEqual([]);
  await expectNothingLost(product, verification, requests);
}, 1_500_000);
