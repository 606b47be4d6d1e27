import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { type GalleryItem, itemsOf, type Previews } from '#galleries/contract';
import { mp4 } from '#platform/fixtures';
import { eventually } from '#platform/testing';
import type { Person, Site } from './api.suite.ts';
import { type Scenario, sharedScenario } from './scenario.suite.ts';

let site: Site;
let scenario: Scenario;
let stop: () => Promise<void>;
let ann: Person;
let bo: Person;
beforeAll(async () => {
  ({ site, scenario, stop, ann, bo } = await sharedScenario());
});
afterAll(() => stop());

const resumable = '/storage/v1/upload/resumable';
const encoded = (text: string): string => Buffer.from(text).toString('base64');

/** Begins an upload into a gallery. */
const begin = (by: Person, targetId: string, fileName: string, content: Buffer, length = content.length) =>
  site.request('POST', resumable, {
    by,
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(length),
      'upload-metadata': Object.entries({
        purpose: 'gallery-item',
        targetId,
        filename: fileName,
        sha256: createHash('sha256').update(content).digest('hex'),
      })
        .map(([name, value]) => `${name} ${encoded(value)}`)
        .join(),
    },
  });
/** Uploads a file as the browser does. Returns the status of the last response. */
const upload = async (by: Person, galleryId: string, fileName: string, content: Buffer): Promise<number> => {
  const begun = await begin(by, galleryId, fileName, content);
  if (begun.status !== 201) return begun.status;
  const response = await fetch(`${site.url}${begun.headers.get('location')}`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${by.token}`,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    body: new Uint8Array(content),
  });
  await response.text();
  return response.status;
};
const draft = async (): Promise<string> => {
  const bookingId = await scenario.confirmedBooking(ann, bo);
  return (await site.post('/api/v1/galleries', bo, { bookingId, name: 'Ann and Bo' })).id;
};
type Shown = GalleryItem & { readonly previews: Previews };
/** The items of a list, of which the test expects two at most, with their previews. */
const itemsIn = (list: Parameters<typeof itemsOf>[0]) => itemsOf(list) as [Shown, Shown, ...Shown[]];
const itemsFor = async (by: Person, id: string) => itemsIn(await site.get(`/api/v1/galleries/${id}/items`, by));
const processed = (id: string, count: number) =>
  eventually(async () => {
    const items: { state: string }[] = await itemsFor(bo, id);
    return items.length === count && items.every(({ state }) => state !== 'processing');
  });
/** In pixels: small, because each copy of a photo is encoded. */
const height = 100;
const photo = (width = 150) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .withExif({ IFD0: { Make: 'Secret Camera' } })
    .jpeg()
    .toBuffer();
const bytesAt = async (url: string): Promise<Buffer> => {
  const response = await fetch(`${site.url}${url}`);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
};

/** The files that the directory of a ZIP archive lists. */
const filesIn = (zip: Buffer) => {
  let at = zip.readUInt32LE(zip.length - 6);
  return Array.from({ length: zip.readUInt16LE(zip.length - 12) }, () => {
    const [checksum, size, nameLength] = [
      zip.readUInt32LE(at + 16),
      zip.readUInt32LE(at + 24),
      zip.readUInt16LE(at + 28),
    ];
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const content = zip.readUInt32LE(at + 42) + 30 + nameLength;
    at += 46 + nameLength;
    return { name, size, isIntact: crc32(zip.subarray(content, content + size)) === checksum };
  });
};

test('photos are uploaded, processed, shown with a watermark, delivered, paid for and downloaded', async () => {
  const id = await draft();
  const path = `/api/v1/galleries/${id}`;
  const content = await photo();
  expect(await upload(bo, id, 'First dance.JPG', content)).toBe(204);
  expect(await upload(bo, id, 'notes.png', Buffer.from('not a picture'))).toBe(204);
  await processed(id, 2);
  const [first, second] = await itemsFor(bo, id);
  expect(first).toMatchObject({
    fileName: 'First dance.JPG',
    fileType: 'image/jpeg',
    fileSize: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    fileUrl: expect.stringMatching(new RegExp(`^${id}/\\d{13}-[0-9a-f]{12}\\.jpg$`)),
    state: 'ready',
    width: 150,
    height,
    thumbhash: expect.any(String),
  });
  expect(second).toMatchObject({ state: 'refused', refusal: 'This file is not a photo that Festoon can show.' });
  expect((await site.request('POST', `${path}/ready`, { by: bo })).body.code).toBe('gallery-items-refused');
  expect((await site.request('DELETE', `${path}/items/${second.id}`, { by: bo })).status).toBe(204);
  expect((await site.request('GET', path, { by: ann })).status).toBe(404);
  await site.post(`${path}/ready`, bo);

  const [marked] = await itemsFor(ann, id);
  const [plain] = await itemsFor(bo, id);
  // The preview without a watermark, another size, another person and a later expiry need a signature of their own.
  const { large, medium } = marked.previews;
  for (const [from, to] of [
    ['-web.marked.', '-web.'],
    ['.w1440.', '.w720.'],
    [ann.id, bo.id],
    [/token=\d+/, 'token=4000000000'],
    [id, `gallery-${crypto.randomUUID()}`],
  ] as const) {
    const changed = large.replace(from, to);
    expect([changed === large, (await fetch(`${site.url}${changed}`)).status]).toEqual([false, 404]);
  }
  await bytesAt(medium);
  const [seenByAnn, seenByBo] = [await bytesAt(marked.previews.large), await bytesAt(plain.previews.large)];
  expect(seenByAnn.equals(seenByBo)).toBe(false);
  expect(seenByBo.includes('Secret Camera')).toBe(false);
  const url = (by: Person, body: object) => site.request('POST', `${path}/items/${first.id}/url`, { by, body });
  expect(await url(ann, {})).toMatchObject({ status: 409, body: { code: 'gallery-originals-locked' } });

  await site.post(`${path}/deliver`, bo);
  expect((await bytesAt((await itemsFor(ann, id))[0].previews.large)).equals(seenByBo)).toBe(true);
  expect((await site.get('/api/v1/dashboard', ann)).galleriesReceived).toBe(1);
  expect(await url(ann, { download: true })).toMatchObject({ status: 409, body: { code: 'gallery-originals-locked' } });
  const { bookingId } = await site.get(path, ann);
  await scenario.payFor(ann, bookingId, 'deposit');
  await scenario.payFor(ann, bookingId, 'balance');
  expect(await site.get(path, ann)).toMatchObject({ originalsLocked: false, may: { download: true, accept: true } });
  const signedFrom = Date.now();
  const { body } = await url(ann, { download: true });
  expect(Date.parse(body.expiresAt)).toBeGreaterThan(signedFrom + 58_000);
  expect(Date.parse(body.expiresAt)).toBeLessThan(Date.now() + 62_000);
  const download = await fetch(`${site.url}${body.url}`);
  expect(download.headers.get('content-disposition')).toContain('attachment; filename="First dance.JPG"');
  expect(Buffer.from(await download.arrayBuffer()).equals(content)).toBe(true);
  const { body: copy } = await url(ann, { variant: 'large', download: true });
  expect((await fetch(`${site.url}${copy.url}`)).headers.get('content-disposition')).toContain('First dance.webp');
  await site.post(`${path}/accept`, ann, { version: 1 });
  expect(await site.get(path, bo)).toMatchObject({ version: 1, acceptedAt: expect.any(String) });
});

test('the URL of an archive ends with the suspension of the person it was made for', async () => {
  const client = await site.signUp('client', 'Carl Client');
  const bookingId = await scenario.confirmedBooking(client, bo);
  const { id } = await site.post('/api/v1/galleries', bo, { bookingId, name: 'Carl' });
  expect(await upload(bo, id, 'rings.jpg', await photo(300))).toBe(204);
  await processed(id, 1);
  await scenario.deliver(bo, id);
  const { url } = await site.post(`/api/v1/galleries/${id}/archive`, client, { variant: 'large' });
  await bytesAt(url);
  await scenario.suspend(client);
  const response = await fetch(`${site.url}${url}`);
  expect([response.status, (await response.json()).code]).toEqual([404, 'gallery-not-found']);
});

test('a delivered gallery is downloaded as one archive, which can be continued', async () => {
  const id = await draft();
  const path = `/api/v1/galleries/${id}`;
  const [one, two, film] = [await photo(300), await photo(400), mp4({ width: 640, height: 360 })];
  for (const [name, content] of [
    ['rings.jpg', one],
    ['rings.jpg', two],
    ['speech.mp4', film],
  ] as const)
    expect(await upload(bo, id, name, content)).toBe(204);
  await processed(id, 3);
  const [first, second] = await itemsFor(bo, id);
  const section = { section: 'The / party' };
  expect((await site.request('PATCH', `${path}/items/${second.id}`, { by: bo, body: section })).status).toBe(204);
  const archive = (by: Person, variant: string) => site.request('POST', `${path}/archive`, { by, body: { variant } });
  expect((await archive(bo, 'original')).body.code).toBe('gallery-not-delivered');
  await scenario.deliver(bo, id);
  expect((await archive(ann, 'original')).body.code).toBe('gallery-originals-locked');
  const { body } = await archive(bo, 'original');
  expect(body).toMatchObject({ fileCount: 3 });
  expect(Math.round((Date.parse(body.expiresAt) - Date.now()) / 3_600_000)).toBe(24);
  const whole = await bytesAt(body.url);
  expect(whole).toHaveLength(body.size);
  expect(filesIn(whole)).toEqual([
    { name: 'rings.jpg', isIntact: true, size: one.length },
    { name: 'The _ party/rings.jpg', isIntact: true, size: two.length },
    { name: 'speech.mp4', isIntact: true, size: film.length },
  ]);
  const etag = (await fetch(`${site.url}${body.url}`, { method: 'HEAD' })).headers.get('etag') ?? '';
  const rest = await fetch(`${site.url}${body.url}`, { headers: { range: 'bytes=1000-', 'if-range': etag } });
  expect(rest.status).toBe(206);
  expect(Buffer.from(await rest.arrayBuffer()).equals(whole.subarray(1_000))).toBe(true);
  expect(rest.headers.get('content-disposition')).toContain('attachment; filename="Ann and Bo.zip"');

  const large = await bytesAt((await archive(ann, 'large')).body.url);
  expect(filesIn(large).map(({ name, isIntact }) => [name, isIntact])).toEqual([
    ['rings.webp', true],
    ['The _ party/rings.webp', true],
  ]);
  // Another version, another variant and another gallery need a URL of their own.
  for (const [from, to] of [
    ['/1/', '/2/'],
    ['/original', '/large'],
    [id, `gallery-${crypto.randomUUID()}`],
  ] as const)
    expect((await fetch(`${site.url}${body.url.replace(from, to)}`)).status).toBe(404);
  await site.post(`${path}/reopen`, bo, { reason: 'One more' });
  expect((await fetch(`${site.url}${body.url}`)).status).toBe(409);
  expect((await site.get(`${path}/items?favorites=true`, bo)).items).toEqual([]);
  expect((await site.request('PUT', `${path}/items/${first.id}/favorite`, { by: ann })).status).toBe(204);
  expect((await site.get(`${path}/items?favorites=true`, bo)).items).toMatchObject([{ id: first.id }]);
});

describe('a link', () => {
  let id: string;
  let path: string;
  beforeAll(async () => {
    id = await draft();
    path = `/api/v1/galleries/${id}`;
    expect(await upload(bo, id, 'rings.jpg', await photo(300))).toBe(204);
    await processed(id, 1);
  });
  const share = (body: object) => site.post(`${path}/shares`, bo, body);
  const session = (link: string, body: object = {}) => site.request('POST', `/api/v1${link}/session`, { body });
  const through = (link: string, visit: string, end: string, body?: unknown) =>
    site.request(body === undefined ? 'GET' : 'POST', `/api/v1${link}${end}`, {
      headers: { 'x-gallery-visit': visit },
      body,
    });

  test('shows a gallery as soon as it is ready, and until the link is revoked, even for URLs that were created before', async () => {
    const { id: shareId, path: link } = await share({ label: 'Grandparents', access: 'download' });
    expect((await session(link)).status).toBe(404);
    await site.post(`${path}/ready`, bo);
    const { body: ready } = await session(link);
    const [marked] = itemsIn((await through(link, ready.accessToken, '/items')).body);
    expect(marked.previews.large).toContain('.marked.');
    await site.post(`${path}/deliver`, bo);
    const { body: visit } = await session(link);
    const see = (end: string, body?: unknown) => through(link, visit.accessToken, end, body);
    expect((await see('/gallery')).body).toMatchObject({
      name: 'Ann and Bo',
      creatorName: 'Bo Baker',
      itemCount: 1,
      may: { download: false, archive: true },
    });
    const [item] = itemsIn((await see('/items')).body);
    expect(item.previews.large).not.toContain('.marked.');
    // The booking is not paid, so the originals are locked for visitors too.
    expect((await see(`/items/${item.id}/url`, { download: true })).body.code).toBe('gallery-originals-locked');
    const large = { variant: 'large', download: true };
    const { url } = (await see(`/items/${item.id}/url`, large)).body;
    const archive = (await see('/archive', { variant: 'large' })).body;
    for (const each of [url, archive.url, item.previews.small]) await bytesAt(each);
    const [listed] = (await site.get(`${path}/shares`, bo)).items;
    expect(listed).toMatchObject({ id: shareId, label: 'Grandparents', path: link, hasPassword: false });
    expect(listed.visits.map(({ kind, itemId }: { kind: string; itemId: string }) => [kind, itemId])).toEqual([
      ['downloaded', null],
      ['downloaded', item.id],
      ['opened', null],
      ['opened', null],
    ]);

    expect((await site.request('DELETE', `${path}/shares/${shareId}`, { by: bo })).status).toBe(204);
    for (const each of [url, archive.url, item.previews.small])
      expect((await fetch(`${site.url}${each}`)).status).toBe(404);
    for (const end of ['', '/gallery', '/items']) expect((await see(end)).status).toBe(404);
    expect((await session(link)).status).toBe(404);
  });

  test('with a password and a PIN needs them', async () => {
    const secrets = { password: 'lilac wine', pin: '4711' };
    const { path: link } = await share({ access: 'download', ...secrets });
    expect((await site.request('GET', `/api/v1${link}`)).body).toEqual({
      needsPassword: true,
      needsPin: true,
      access: 'download',
    });
    expect(await session(link)).toMatchObject({ status: 409, body: { code: 'gallery-share-password' } });
    expect((await session(link, { password: 'wrong' })).body.message).toBe('This password is wrong');
    expect((await session(link, { ...secrets, pin: '0000' })).body.code).toBe('gallery-share-pin');
    const { body: viewing } = await session(link, { password: secrets.password });
    expect(viewing.access).toBe('view');
    expect((await through(link, viewing.accessToken, '/archive', { variant: 'large' })).status).toBe(403);
    const { body: downloading } = await session(link, secrets);
    expect((await through(link, downloading.accessToken, '/archive', { variant: 'large' })).status).toBe(200);
  });

  test('ends at its date', async () => {
    const end = new Date(Date.now() + 3_600_000);
    const { path: link } = await share({ expiresAt: end.toISOString() });
    const { body: visit } = await session(link);
    const [item] = itemsIn((await through(link, visit.accessToken, '/items')).body);
    await bytesAt(item.previews.small);
    await site.at(end, async () => {
      expect((await fetch(`${site.url}${item.previews.small}`)).status).toBe(404);
      expect((await session(link)).status).toBe(404);
    });
  });

  test('of one gallery does not open another, and cannot be guessed', async () => {
    const [one, two] = [await share({}), await share({})];
    const { body: visit } = await session(one.path);
    expect((await through(two.path, visit.accessToken, '/items')).status).toBe(404);
    expect((await through(one.path, 'guessed', '/items')).status).toBe(404);
    expect((await session(one.path.replace(/.$/, (last: string) => (last === 'A' ? 'B' : 'A')))).status).toBe(404);
  });
});

describe('an upload is refused', () => {
  const file = Buffer.from('a picture');

  test('for a file type that galleries cannot hold', async () => {
    const id = await draft();
    for (const name of ['a.svg', 'a.html', 'a.heic', 'a', 'a.jpg.exe'])
      expect(await begin(bo, id, name, file)).toMatchObject({ status: 409, body: { code: 'gallery-file-type' } });
  });

  test('if it is larger than 100 MB, but not if it is exactly 100 MB', async () => {
    const id = await draft();
    const largest = 100 * 1_048_576;
    expect((await begin(bo, id, 'a.mp4', file, largest)).status).toBe(201);
    expect(await begin(bo, id, 'a.mp4', file, largest + 1)).toMatchObject({
      status: 400,
      body: { message: 'This file is larger than 100 MB' },
    });
  });

  test('by anyone except the creator, as for a gallery that does not exist', async () => {
    const id = await draft();
    const missing = `gallery-${crypto.randomUUID()}`;
    const [foreign, unknown] = [await begin(ann, id, 'a.jpg', file), await begin(ann, missing, 'a.jpg', file)];
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
  });

  test('once the gallery is delivered, even if it started before', async () => {
    const id = await draft();
    expect(await upload(bo, id, 'a.jpg', await photo(60))).toBe(204);
    await processed(id, 1);
    const begun = await begin(bo, id, 'b.jpg', file);
    await scenario.deliver(bo, id);
    expect(await begin(bo, id, 'c.jpg', file)).toMatchObject({ status: 409, body: { code: 'gallery-delivered' } });
    const rest = await fetch(`${site.url}${begun.headers.get('location')}`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${bo.token}`,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      body: new Uint8Array(file),
    });
    expect([rest.status, (await rest.json()).code]).toEqual([409, 'gallery-delivered']);
    expect(await itemsFor(bo, id)).toHaveLength(1);
  });
});

test('an error names the missing field as the pages do', async () => {
  const post = async (body: object) => (await site.request('POST', '/api/v1/galleries', { by: bo, body })).body.issues;
  expect(await post({ name: 'Ours' })).toEqual([{ path: 'bookingId', message: 'Please select a booking' }]);
  const bookingId = await scenario.confirmedBooking(ann, bo);
  for (const name of [undefined, '', '  '])
    expect(await post({ bookingId, name })).toEqual([{ path: 'name', message: 'Gallery name is required' }]);
});

test('a list of items has at most 1,000 of them', async () => {
  const id = await draft();
  const list = (limit: number) => site.request('GET', `/api/v1/galleries/${id}/items?limit=${limit}`, { by: bo });
  expect((await list(1_000)).status).toBe(200);
  expect((await list(1_001)).status).toBe(400);
});
