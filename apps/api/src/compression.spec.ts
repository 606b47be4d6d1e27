import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { projectFolder } from '#platform/config';
import { eventually } from '#platform/testing';
import { type Person, type Site } from './api.suite.ts';
import { leadPost } from './samples.suite.ts';
import { startScenario } from './scenario.suite.ts';

let site: Site;
let stop: () => Promise<void>;
let ann: Person;
let bo: Person;
beforeAll(async () => {
  let scenario: Awaited<ReturnType<typeof startScenario>>['scenario'];
  ({ site, scenario, ann, bo, stop } = await startScenario());
  for (let i = 0; i < 5; i++) await scenario.postLead(ann);
  // The list of a professional changes again when the leads are scored.
  const isScored = ({ matchScore }: { matchScore: number | null }) => matchScore !== null;
  await eventually(async () => (await site.get('/api/v1/leads', bo)).items.every(isScored));
});
afterAll(() => stop());

/** The response as it was sent: fetch would decompress it and remove its headers. */
const fetchRaw = async (path: string, headers: Record<string, string>) => {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${site.url}${path}`, { headers }, resolve).on('error', reject);
  });
  return { status: response.statusCode, headers: response.headers, bytes: await buffer(response) };
};
const leads = (headers: Record<string, string> = {}) =>
  fetchRaw('/api/v1/leads', { authorization: `Bearer ${bo.token}`, ...headers });

describe('a list as JSON', () => {
  test.each([
    ['br, gzip, deflate', 'br', brotliDecompressSync],
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ])('is compressed for a client that accepts %s', async (accepted, encoding, decompress) => {
    const plain = await leads();
    const { headers, bytes } = await leads({ 'accept-encoding': accepted });
    expect(headers).toMatchObject({
      'content-encoding': encoding,
      'content-length': String(bytes.length),
      'content-type': 'application/json; charset=utf-8',
      vary: expect.stringContaining('accept-encoding'),
    });
    expect(JSON.parse(decompress(bytes).toString())).toEqual(JSON.parse(plain.bytes.toString()));
    expect(bytes.length).toBeLessThan(plain.bytes.length / 2);
  });

  test.each(['', 'identity', 'deflate', 'br;q=0'])(
    'is sent as it is to a client that accepts "%s"',
    async (accepted) => {
      const { headers, bytes } = await leads({ 'accept-encoding': accepted });
      expect(headers['content-encoding']).toBeUndefined();
      expect(JSON.parse(bytes.toString()).items).toHaveLength(5);
    },
  );
});

test('a response of less than 1 KB is not compressed', async () => {
  const { headers, bytes } = await fetchRaw('/api/v1/me', {
    authorization: `Bearer ${bo.token}`,
    'accept-encoding': 'br',
  });
  expect(headers['content-encoding']).toBeUndefined();
  expect(JSON.parse(bytes.toString())).toMatchObject({ id: bo.id });
});

test('pages and files of the frontend are sent as the build compressed them', async () => {
  const { headers, bytes } = await fetchRaw('/', { 'accept-encoding': 'gzip, br' });
  expect(headers['content-encoding']).toBe('br');
  expect(bytes).toEqual(readFileSync(join(projectFolder(), 'dist/frontend/landing.html.br')));
});

test('a compressed request is refused, because it could expand beyond the body limit', async () => {
  const response = await fetch(`${site.url}/api/v1/leads`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${ann.token}`,
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    },
    body: gzipSync(JSON.stringify(leadPost)),
  });
  expect(response.status).toBe(400);
});
