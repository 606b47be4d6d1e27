import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { TestApp } from '#platform/testing';
import { SignedUrls } from './signed-urls.ts';
import { StorageModule } from './storage.module.ts';
import { Storage } from './storage.ts';

const person = 'b6a9e2a0-4a55-4d2a-9a7e-1e1f5d1a0c11';
const path = 'private/gallery/one.jpg';
const bytes = randomBytes(300_000);
let server: TestApp;
let urls: SignedUrls;
beforeAll(async () => {
  server = await TestApp.start({ imports: [StorageModule], follows: false });
  urls = server.app.get(SignedUrls);
  const storage = server.app.get(Storage);
  await storage.write(path, bytes);
  await storage.write('private/gallery/two.jpg', bytes);
  await storage.write('public/creator/portfolio-1-0.jpg', bytes);
});
afterAll(() => server.stop());

/** Reads the whole response, because an unread body keeps its connection, and so Jest's worker, open. */
const get = async (url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> => {
  const response = await fetch(`${server.url}${url}`, { headers, method });
  const copy = response.clone();
  await response.arrayBuffer();
  return copy;
};
const bodyOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

test('a signed URL shows the object for an hour', async () => {
  const before = Date.now();
  const { url, expiresAt } = urls.sign({ path, person });
  expect(url).toMatch(/^\/storage\/v1\/object\/sign\/galleries\/gallery\/one\.jpg\?token=/);
  expect(Math.round((Date.parse(expiresAt) - before) / 60_000)).toBe(60);
  const response = await get(url);
  expect(response.status).toBe(200);
  expect((await bodyOf(response)).equals(bytes)).toBe(true);
  expect(response.headers.get('content-type')).toBe('image/jpeg');
  expect(response.headers.get('cache-control')).toMatch(/^private, max-age=3(600|5\d\d)$/);
});

test('a download is valid for a minute and has a name', async () => {
  const before = Date.now();
  const { url, expiresAt } = urls.sign({ path, person, download: 'First dance.jpg' });
  expect(Math.abs(Date.parse(expiresAt) - before - 60_000)).toBeLessThan(20_000);
  const { headers } = await get(url);
  expect(headers.get('content-disposition')).toContain('attachment; filename="First dance.jpg"');
});

test('a range request returns that part, and an unchanged object returns 304', async () => {
  const { url } = urls.sign({ path, person });
  const part = await get(url, { range: 'bytes=100000-100099' });
  expect(part.status).toBe(206);
  expect((await bodyOf(part)).equals(bytes.subarray(100_000, 100_100))).toBe(true);
  const unchanged = await get(url, { 'if-none-match': part.headers.get('etag') ?? '' });
  expect(unchanged.status).toBe(304);
  expect(await unchanged.text()).toBe('');
  const outside = await get(url, { range: 'bytes=300000-' });
  expect(outside.status).toBe(416);
});

test('HEAD returns the headers without the body', async () => {
  const { url } = urls.sign({ path, person });
  const response = await get(url, {}, 'HEAD');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-length')).toBe(String(bytes.length));
  expect(await response.text()).toBe('');
});

test('a public object needs no signature, a private one is not public', async () => {
  const response = await get('/storage/v1/object/public/galleries/creator/portfolio-1-0.jpg');
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('public, max-age=3600');
  expect((await get('/storage/v1/object/public/galleries/gallery/one.jpg')).status).toBe(404);
});

test('a signed URL expires after one hour', async () => {
  const { url } = urls.sign({ path, person });
  const now = Date.now();
  jest.spyOn(Date, 'now').mockReturnValue(now + 3_601_000);
  jest.useFakeTimers({ now: now + 3_601_000, doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'setInterval'] });
  try {
    expect(await urls.verify(path, new URL(url, server.url).searchParams.get('token') ?? '')).toBeUndefined();
  } finally {
    jest.useRealTimers();
    jest.restoreAllMocks();
  }
});

const tokenOf = ({ url }: { readonly url: string }): string => new URL(url, server.url).searchParams.get('token') ?? '';
const keyOf = (token: string): string => token.split('.')[1] ?? '';
const pageTokenOf = (signed: string) => tokenOf({ url: urls.signer(person).sign(signed) });
/** A valid token, with some of its parts replaced. */
const changed = (
  parts: { expiry?: string; key?: string; signature?: string; download?: string; person?: string },
  valid = tokenOf(urls.sign({ path, person })),
) => {
  const [expiry = '', key = '', signature = '', download = '', ...rest] = valid.split('.');
  const all = { expiry, key, signature, download, person: rest.join('.'), ...parts };
  return [all.expiry, all.key, all.signature, all.download, all.person].join('.');
};

test('the URLs of a page show its objects for an hour', async () => {
  const { sign, expiresAt } = urls.signer(person);
  expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(3_500_000);
  const response = await get(sign(path));
  expect([response.status, response.headers.get('content-disposition')]).toEqual([200, 'inline']);
  expect(sign(path)).not.toBe(sign('private/gallery/two.jpg'));
});

test('what was signed with the previous key is valid as long as that key is configured', async () => {
  const { config } = server;
  const rotated = config.with({
    secrets: { ...config.secrets, signedUrls: 'b'.repeat(43) },
    previousSignedUrlKey: config.secrets.signedUrls,
  });
  const after = new SignedUrls(rotated);
  const withoutPrevious = new SignedUrls(rotated.with({ previousSignedUrlKey: undefined }));
  const token = tokenOf(urls.sign({ path, person }));
  for (const each of [token, pageTokenOf(path)]) {
    expect(await after.verify(path, each)).toMatchObject({ path, person });
    expect(await withoutPrevious.verify(path, each)).toBeUndefined();
  }
  const text = urls.signature('share a');
  expect([after, withoutPrevious].map((each) => each.isSignature('share a', text))).toEqual([true, false]);
  expect([text, 'share', ''].map((each) => after.isSignature('share b', each))).toEqual([false, false, false]);
  expect(after.isSignature('share a', after.signature('share a'))).toBe(true);
  expect(tokenOf(after.sign({ path, person })).split('.')[1]).not.toBe(token.split('.')[1]);
});

test.each([
  ['no token', () => ''],
  ['a token of another object', () => tokenOf(urls.sign({ path: 'private/gallery/two.jpg', person }))],
  ['a token of another route', () => urls.token({ path: 'archive/gallery/one.jpg', person }, 60).token],
  ['a token that was extended', () => changed({ expiry: '4000000000' })],
  ['a token of another person', () => changed({ person: randomUUID() })],
  ['a token for a download with another name', () => changed({ download: 'eA' })],
  ['a token with another signature', () => changed({ signature: randomBytes(32).toString('base64url') })],
  ['a token of an unknown key', () => changed({ key: 'abcdef' })],
  ['a token with a shorter signature', () => changed({ signature: randomBytes(31).toString('base64url') })],
  ['a token without a signature', () => changed({ signature: '' })],
  ['a token of another object of a page', () => pageTokenOf('private/gallery/two.jpg')],
  ['a token of a page that was extended', () => changed({ expiry: '4000000000' }, pageTokenOf(path))],
  ['a token of a page for another person', () => changed({ person: randomUUID() }, pageTokenOf(path))],
  ['a token of a page for a download', () => changed({ download: 'eA' }, pageTokenOf(path))],
  [
    'a token of a page with the key of a single one',
    () => changed({ key: keyOf(tokenOf(urls.sign({ path, person }))) }, pageTokenOf(path)),
  ],
  ['text', () => 'abc'],
])('a URL with %s shows no object', async (_, token) => {
  const response = await get(`/storage/v1/object/sign/galleries/gallery/one.jpg?token=${token()}`);
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ code: 'object-not-found' });
});

test.each([
  '/storage/v1/object/public/galleries/../../secrets.json',
  '/storage/v1/object/public/galleries/..%2f..%2fsecrets.json',
  '/storage/v1/object/public/galleries/%2e%2e/%2e%2e/secrets.json',
  '/storage/v1/object/public/galleries/',
  '/storage/v1/object/public/galleries/creator',
  '/storage/v1/object/public/galleries/creator/.hidden',
  '/storage/v1/object/public/galleries/creator/missing.jpg',
  '/storage/v1/object/sign/galleries/gallery/one.jpg?token=a&token=b',
])('%s is not found', async (url) => {
  const { status } = await get(url);
  expect(status).toBe(404);
});
