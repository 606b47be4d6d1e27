import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { TestApp } from '#platform/testing';
import { type CopyWidth, copyPath, copyWidths } from './copy-paths.ts';
import { SignedUrls } from './signed-urls.ts';
import { StorageModule } from './storage.module.ts';
import { Storage } from './storage.ts';

const person = 'b6a9e2a0-4a55-4d2a-9a7e-1e1f5d1a0c11';
const path = 'private/gallery/one.jpg';
/** A picture whose copies are stored. */
const target = 'private/gallery/one-web';
const copy = copyPath(target, 250);
const bytes = randomBytes(300_000);
let server: TestApp;
let urls: SignedUrls;
beforeAll(async () => {
  server = await TestApp.start({ imports: [StorageModule], follows: false });
  urls = server.app.get(SignedUrls);
  const storage = server.app.get(Storage);
  await storage.write(path, bytes);
  await storage.write('private/gallery/two.jpg', bytes);
  for (const width of copyWidths) await storage.write(copyPath(target, width), Buffer.from(`copy with ${width}`));
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
const signatureIn = (token: string): string => token.split('.')[2] ?? '';
const copyAddress = `/storage/v1/object/sign/galleries/${copy.replace('private/', '')}`;
const singleToken = () => tokenOf(urls.sign({ path: copy, person }));
/** The token of a page for the copy of this target. */
const pageTokenOf = (signed: string, width: CopyWidth = 250) => tokenOf({ url: copyUrls(signed)[width] });
/** The URLs of a page for the copies of a target, by their width. */
const copyUrls = (target: string): Record<CopyWidth, string> => {
  const { sign, template } = urls.copies(person);
  const signatures = sign(target);
  const urlOf = (width: CopyWidth, index: number) =>
    template
      .replace('{target}', target.replace('private/', ''))
      .replace('{width}', String(width))
      .replace('{signature}', signatures.slice(28 * index, 28 * (index + 1)));
  return { 250: urlOf(250, 0), 720: urlOf(720, 1), 1440: urlOf(1440, 2) };
};
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
  expect(Date.parse(urls.copies(person).expiresAt) - Date.now()).toBeGreaterThan(3_500_000);
  for (const [width, url] of Object.entries(copyUrls(target))) {
    const response = await get(url);
    expect([response.status, response.headers.get('content-disposition')]).toEqual([200, 'inline']);
    expect(await response.text()).toBe(`copy with ${width}`);
  }
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
  for (const [of, each] of [
    [path, token],
    [copy, pageTokenOf(target)],
  ] as const) {
    expect(await after.verify(of, each)).toMatchObject({ path: of, person });
    expect(await withoutPrevious.verify(of, each)).toBeUndefined();
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
  ['a token of a page, which is for copies only', () => pageTokenOf(target)],
  ['a token of a page for the same path', () => pageTokenOf(path)],
  ['text', () => 'abc'],
])('a URL with %s shows no object', async (_, token) => {
  const response = await get(`/storage/v1/object/sign/galleries/gallery/one.jpg?token=${token()}`);
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ code: 'object-not-found' });
});

test.each([
  ['another picture', () => pageTokenOf('private/gallery/two-web')],
  ['the copy with a watermark', () => pageTokenOf(`${target}.marked`)],
  ['another gallery', () => pageTokenOf('private/other/one-web')],
  ['a larger copy', () => pageTokenOf(target, 720)],
  ['another person', () => changed({ person: randomUUID() }, pageTokenOf(target))],
  ['a later expiry', () => changed({ expiry: '4000000000' }, pageTokenOf(target))],
  ['a download', () => changed({ download: 'eA' }, pageTokenOf(target))],
  [
    'the key of a single token',
    () => changed({ key: keyOf(tokenOf(urls.sign({ path, person }))) }, pageTokenOf(target)),
  ],
  ['a single token with the key of a page', () => changed({ key: keyOf(pageTokenOf(target)) }, singleToken())],
  ['another signature', () => changed({ signature: randomBytes(21).toString('base64url') }, pageTokenOf(target))],
  [
    'a part of the signature',
    () => changed({ signature: signatureIn(pageTokenOf(target)).slice(1) }, pageTokenOf(target)),
  ],
  ['all signatures', () => changed({ signature: urls.copies(person).sign(target) }, pageTokenOf(target))],
  ['no signature', () => changed({ signature: '' }, pageTokenOf(target))],
])('the token of a page with %s does not show a copy', async (_, token) => {
  expect((await get(`${copyAddress}?token=${pageTokenOf(target)}`)).status).toBe(200);
  expect((await get(`${copyAddress}?token=${token()}`)).status).toBe(404);
});

test.each(['one-web.w0250.webp', 'one-web.w251.webp', 'one-web.w250.WEBP', 'one-web.jpg', 'one-web'])(
  'the token of a page is not valid for %s',
  async (name) => {
    for (const width of copyWidths)
      expect(await urls.verify(`private/gallery/${name}`, pageTokenOf(target, width))).toBeUndefined();
  },
);

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
