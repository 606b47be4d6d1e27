import { afterEach, expect, jest, test } from '@jest/globals';
import { repeatablePost } from './repeatable-post.ts';

afterEach(() => void jest.restoreAllMocks());

/** Posts these bodies one after the other, and returns the number of each request's key: the first new key is 0. */
const keysOf = async (...requests: (readonly [body: object, status: number])[]): Promise<number[]> => {
  const keys: string[] = [];
  const statuses = requests.map(([, status]) => status);
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    keys.push(new Headers(init?.headers).get('idempotency-key') ?? '');
    const status = statuses.shift() ?? 0;
    if (status === 0) throw new TypeError('The connection was lost');
    return new Response('{}', { status });
  });
  const post = repeatablePost('/leads');
  for (const [body] of requests) await post(body).catch(() => undefined);
  const different = [...new Set(keys)];
  return keys.map((key) => different.indexOf(key));
};
const [party, wedding] = [{ name: 'Party' }, { name: 'Wedding' }];

test('a request is repeated with the same key until its outcome is known', async () => {
  expect(await keysOf([party, 0], [party, 502], [party, 201], [party, 201])).toEqual([0, 0, 0, 1]);
});

test('after a refusal, and with other values, a request has a new key', async () => {
  expect(await keysOf([party, 409], [party, 0], [wedding, 0], [wedding, 201])).toEqual([0, 1, 2, 2]);
});
