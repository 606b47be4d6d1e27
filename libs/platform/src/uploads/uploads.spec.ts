import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Upload as TusUpload } from 'tus-js-client';
import { refuse } from '#kernel';
import { randomRuns } from '#kernel/testing';
import { Database } from '#platform/postgres';
import { Storage } from '#platform/storage';
import { eventually, TestApp, testConfig } from '#platform/testing';
import { acceptUploadBodies } from './accept-upload-bodies.ts';
import { Staging } from './staging.ts';
import { type Upload, UploadPurpose } from './upload-purpose.ts';
import { UploadsModule } from './uploads.module.ts';
import { Uploads } from './uploads.ts';

const path = '/storage/v1/upload/resumable';
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A purpose that records what it accepted. */
class TestPurpose extends UploadPurpose {
  override readonly name = 'test';
  readonly accepted: string[] = [];
  refuses = false;
  refusesStored = false;
  failures = 0;

  override async requireAllowed(): Promise<void> {
    if (this.refuses) refuse('gallery-delivered', 'This gallery was delivered.');
  }

  override owns(path: string): boolean {
    return path.startsWith('private/test/');
  }

  override async referenced(paths: readonly string[]): Promise<readonly string[]> {
    return paths.filter((path) => this.accepted.some((id) => path.includes(id)));
  }

  override pathOf({ id }: Upload): string {
    return `private/test/${id}.jpg`;
  }

  override async accept({ id }: Upload): Promise<void> {
    if (this.refusesStored) refuse('gallery-full', 'This gallery is full.');
    if (this.failures > 0) {
      this.failures -= 1;
      throw new Error('the process ends here');
    }
    this.accepted.push(id);
  }
}

const open = async (config: Awaited<ReturnType<typeof testConfig>>['config']) => {
  const purpose = new TestPurpose();
  const server = await TestApp.start({
    config,
    imports: [UploadsModule],
    actorHeader: true,
    follows: false,
    prepare: acceptUploadBodies,
  });
  server.app.get(Uploads).add(purpose);
  return { server, purpose };
};

let config: Awaited<ReturnType<typeof testConfig>>['config'];
let drop: () => Promise<void>;
let server: TestApp;
let purpose: TestPurpose;
beforeAll(async () => {
  ({ config, drop } = await testConfig());
  ({ server, purpose } = await open(config));
});
beforeEach(() => {
  purpose.refuses = false;
  purpose.refusesStored = false;
  purpose.failures = 0;
});
afterAll(async () => {
  await closeServer();
  await drop();
});

/** The test's client keeps connections open that it does not use; the server would wait for their time limit. */
const closeServer = async (): Promise<void> => {
  server.app.getHttpServer().closeAllConnections();
  await server.app.close();
};

const headersOf = (person: string) => ({ 'x-actor': JSON.stringify({ id: person, kind: 'user', role: 'creator' }) });
const encode = (metadata: Readonly<Record<string, string>>): string =>
  Object.entries(metadata)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');
const metadataOf = (bytes: Uint8Array) => ({
  purpose: 'test',
  filename: 'first dance.jpg',
  filetype: 'image/jpeg',
  sha256: sha256(bytes),
});
const create = async (person: string, bytes: Uint8Array, changes: Record<string, string> = {}, headers: object = {}) =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: {
      ...headersOf(person),
      'tus-resumable': '1.0.0',
      'upload-length': String(bytes.length),
      'upload-metadata': encode({ ...metadataOf(bytes), ...changes }),
      ...headers,
    },
  });
const insertUploads = (person: string, count: number) =>
  server.app.get(Database).query(
    `insert into uploads.uploads (id, person, purpose, file_name, content_type, size, sha256)
     select gen_random_uuid(), $1, 'test', 'a.jpg', 'image/jpeg', 1, '' from generate_series(1, $2)`,
    [person, count],
  );
const unfinished = async (person: string): Promise<number> => {
  const sql = 'select count(*)::int as count from uploads.uploads where person = $1 and finished_at is null';
  return (await server.app.get(Database).query<{ count: number }>(sql, [person]))[0]?.count ?? 0;
};
const begin = async (person: string, bytes: Uint8Array, changes: Record<string, string> = {}): Promise<string> => {
  const response = await create(person, bytes, changes);
  expect(response.status).toBe(201);
  return response.headers.get('location') ?? '';
};
const request = (method: string, url: string, person: string, more: RequestInit & { headers?: object } = {}) =>
  fetch(`${server.url}${url}`, {
    ...more,
    method,
    headers: { ...headersOf(person), 'tus-resumable': '1.0.0', ...more.headers },
  });
const offset = async (url: string, person: string): Promise<number> =>
  Number((await request('HEAD', url, person)).headers.get('upload-offset'));
const append = (url: string, person: string, from: number, body: BodyInit, signal?: AbortSignal) =>
  request('PATCH', url, person, {
    headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(from) },
    body,
    duplex: 'half',
    ...(signal && { signal }),
  } as RequestInit & { headers: object });
const idOf = (url: string): string => url.slice(path.length + 1);
const stored = async (url: string): Promise<Buffer> =>
  buffer(await server.app.get(Storage).read(`private/test/${idOf(url)}.jpg`));

const expire = (person: string) =>
  server.app
    .get(Database)
    .query(`update uploads.uploads set created_at = now() - interval '25 hours' where person = $1`, [person]);

/** Sends bytes with the client that the browser uses. */
const upload = (bytes: Buffer, person: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const sending = new TusUpload(Readable.from([bytes]) as never, {
      endpoint: `${server.url}${path}`,
      chunkSize: 100_000,
      uploadSize: bytes.length,
      headers: headersOf(person),
      metadata: metadataOf(bytes),
      retryDelays: null,
      onError: reject,
      onSuccess: () => resolve(new URL(sending.url ?? '').pathname),
    });
    sending.start();
  });

test('the browser’s tus client uploads a file in chunks', async () => {
  const person = randomUUID();
  const bytes = randomBytes(350_000);
  const url = await upload(bytes, person);
  expect((await stored(url)).equals(bytes)).toBe(true);
  expect(purpose.accepted).toContain(idOf(url));
  expect(await offset(url, person)).toBe(bytes.length);
});

test('a file without a type from the browser is accepted', async () => {
  const url = await begin(randomUUID(), randomBytes(10), { filetype: '' });
  const sql = 'select content_type as "contentType" from uploads.uploads where id = $1';
  expect(await server.app.get(Database).query(sql, [idOf(url)])).toEqual([{ contentType: '' }]);
});

test('an upload continues where it was cut off', async () => {
  const person = randomUUID();
  const bytes = randomBytes(200_000);
  const url = await begin(person, bytes);
  expect((await append(url, person, 0, bytes.subarray(0, 70_000))).status).toBe(204);
  expect(await offset(url, person)).toBe(70_000);
  expect((await append(url, person, 0, bytes)).status).toBe(409);
  const last = await append(url, person, 70_000, bytes.subarray(70_000));
  expect([last.status, last.headers.get('upload-offset')]).toEqual([204, '200000']);
  expect((await stored(url)).equals(bytes)).toBe(true);
});

/** Sends a part and then breaks the connection. */
const cutOff = async (url: string, person: string, from: number, part: Uint8Array): Promise<void> => {
  const abort = new AbortController();
  const body = Readable.from(
    (async function* () {
      yield part;
      await new Promise((resolve) => setTimeout(resolve, 10));
      abort.abort();
      yield Buffer.alloc(1);
    })(),
  );
  await append(url, person, from, Readable.toWeb(body) as never, abort.signal).catch(() => undefined);
};

test('uploads whose connection breaks at random bytes complete with the right checksum', async () => {
  const [uploads, cutsPerUpload] = [randomRuns(3), 5];
  const one = async (number: number) => {
    const person = randomUUID();
    const bytes = randomBytes(20_000 + number);
    const url = await begin(person, bytes);
    for (let cuts = 0; cuts < cutsPerUpload; cuts += 1) {
      const from = await offset(url, person);
      // The connection may also break after the last byte and before the response.
      const until = randomInt(from, bytes.length + 1);
      await cutOff(url, person, from, bytes.subarray(from, until));
    }
    const from = await offset(url, person);
    if (from < bytes.length) expect((await append(url, person, from, bytes.subarray(from))).status).toBe(204);
    expect(await offset(url, person)).toBe(bytes.length);
    expect(sha256(await stored(url))).toBe(sha256(bytes));
    expect(purpose.accepted.filter((id) => id === idOf(url))).toHaveLength(1);
  };
  await Promise.all(Array.from({ length: uploads }, (_, number) => one(number)));
});

test.each([
  ['../../etc/passwd.jpg', 'passwd.jpg'],
  ['C:\\Windows\\system32\\photo.jpg', 'photo.jpg'],
  ['/photo.jpg', 'photo.jpg'],
  ['first\u0000 dance\r\n\u001b[31m.jpg', 'first dance[31m.jpg'],
  ['photo\u202egpj.exe.jpg', 'photogpj.exe.jpg'],
  ['\u2066\ufeff photo.jpg \u2069', 'photo.jpg'],
  ['👩‍👩‍👧 Fête — été.jpg', '👩‍👩‍👧 Fête — été.jpg'],
  [`${'ü'.repeat(251)}.jpg`, `${'ü'.repeat(251)}.jpg`],
])('a file named %j is called %j', async (filename, name) => {
  const url = await begin(randomUUID(), randomBytes(10), { filename });
  const sql = 'select file_name as "fileName" from uploads.uploads where id = $1';
  expect(await server.app.get(Database).query(sql, [idOf(url)])).toEqual([{ fileName: name }]);
});

test('an upload survives a restart of the server', async () => {
  const person = randomUUID();
  const bytes = randomBytes(100_000);
  const url = await begin(person, bytes);
  await append(url, person, 0, bytes.subarray(0, 40_000));
  await closeServer();
  ({ server, purpose } = await open(config));
  expect(await offset(url, person)).toBe(40_000);
  expect((await append(url, person, 40_000, bytes.subarray(40_000))).status).toBe(204);
  expect((await stored(url)).equals(bytes)).toBe(true);
});

test('a completion that a crash interrupted is repeated when the client requests the offset', async () => {
  const person = randomUUID();
  const bytes = randomBytes(10_000);
  const url = await begin(person, bytes);
  purpose.failures = 1;
  expect((await append(url, person, 0, bytes)).status).toBe(500);
  expect(purpose.accepted).not.toContain(idOf(url));
  expect(await offset(url, person)).toBe(bytes.length);
  expect(purpose.accepted.filter((id) => id === idOf(url))).toHaveLength(1);
  await offset(url, person);
  expect(purpose.accepted.filter((id) => id === idOf(url))).toHaveLength(1);
});

test('the lock of a killed process is released when its lease expires', async () => {
  const person = randomUUID();
  const bytes = randomBytes(10_000);
  const url = await begin(person, bytes);
  await server.app
    .get(Database)
    .query(
      `update uploads.uploads set lock_token = $2, locked_until = now() + interval '300 milliseconds' where id = $1`,
      [idOf(url), randomUUID()],
    );
  expect((await append(url, person, 0, bytes)).status).toBe(204);
});

test('a resuming request takes over the lock of a request that hangs', async () => {
  const person = randomUUID();
  const bytes = randomBytes(30_000);
  const url = await begin(person, bytes);
  let end: () => void = () => undefined;
  const hanging = Readable.from(
    (async function* () {
      yield bytes.subarray(0, 10_000);
      await new Promise<void>((resolve) => {
        end = resolve;
      });
    })(),
  );
  const abort = new AbortController();
  const first = append(url, person, 0, Readable.toWeb(hanging) as never, abort.signal).catch(() => undefined);
  // Asking for the offset would already take the lock over.
  const locked = 'select 1 from uploads.uploads where id = $1 and lock_token is not null';
  await eventually(async () => (await server.app.get(Database).query(locked, [idOf(url)])).length > 0);
  const begun = await offset(url, person);
  expect(begun).toBeLessThanOrEqual(10_000);
  expect((await append(url, person, begun, bytes.subarray(begun))).status).toBe(204);
  expect((await stored(url)).equals(bytes)).toBe(true);
  end();
  abort.abort();
  await first;
});

test('one person sends at most 20 files at the same time, and others are not affected', async () => {
  const [person, other] = [randomUUID(), randomUUID()];
  const bytes = randomBytes(1_000);
  const abort = new AbortController();
  const hanging = () =>
    Readable.from(
      (async function* () {
        yield bytes.subarray(0, 10);
        await new Promise((resolve) => abort.signal.addEventListener('abort', resolve));
      })(),
    );
  const urls = await Promise.all(Array.from({ length: 21 }, () => begin(person, bytes)));
  const sending = urls.map((url) =>
    append(url, person, 0, Readable.toWeb(hanging()) as never, abort.signal).catch(() => undefined),
  );
  // The others do not end.
  const refused = await Promise.race(sending);
  expect([refused?.status, refused?.headers.get('retry-after')]).toEqual([429, '1']);
  expect((await append(await begin(other, bytes), other, 0, bytes)).status).toBe(204);
  abort.abort();
  await Promise.all(sending);
  const url = await begin(person, bytes);
  await eventually(async () => (await append(url, person, 0, bytes)).status === 204);
});

test('a file with another checksum than announced is refused and removed', async () => {
  const person = randomUUID();
  const bytes = randomBytes(1_000);
  const url = await begin(person, bytes, { sha256: sha256(Buffer.from('other')) });
  const response = await append(url, person, 0, bytes);
  expect(response.ok).toBe(false);
  await expect(stored(url)).rejects.toThrow('No object');
  expect((await request('HEAD', url, person)).status).toBe(404);
});

test('a purpose can refuse a file before the first byte and after the last one', async () => {
  const person = randomUUID();
  const bytes = randomBytes(1_000);
  const url = await begin(person, bytes);
  purpose.refuses = true;
  expect((await create(person, bytes)).ok).toBe(false);
  expect((await append(url, person, 0, bytes)).ok).toBe(false);
  await expect(stored(url)).rejects.toThrow('No object');
  expect((await request('HEAD', url, person)).status).toBe(404);
});

test('a file that its module refuses when it is complete is removed', async () => {
  const person = randomUUID();
  const bytes = randomBytes(1_000);
  const url = await begin(person, bytes);
  purpose.refusesStored = true;
  expect((await append(url, person, 0, bytes)).ok).toBe(false);
  await expect(stored(url)).rejects.toThrow('No object');
  expect((await request('HEAD', url, person)).status).toBe(404);
});

test('a person has at most 200 unfinished uploads', async () => {
  const person = randomUUID();
  await insertUploads(person, 199);
  expect((await create(person, randomBytes(10))).status).toBe(201);
  expect((await create(person, randomBytes(10))).ok).toBe(false);
  expect((await create(randomUUID(), randomBytes(10))).status).toBe(201);
});

test('parallel requests do not exceed the limit of unfinished uploads', async () => {
  const person = randomUUID();
  await insertUploads(person, 195);
  const responses = await Promise.all(Array.from({ length: 20 }, () => create(person, randomBytes(10))));
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(5);
});

test('an upload that the protocol refuses does not count as unfinished', async () => {
  const person = randomUUID();
  const bytes = randomBytes(10);
  const refused = await create(person, bytes, {}, { 'tus-resumable': '0.9.0' });
  expect(refused.ok).toBe(false);
  expect(await unfinished(person)).toBe(0);
});

test('a file that is sent with the request that creates its upload is complete', async () => {
  const person = randomUUID();
  const bytes = randomBytes(1_000);
  const response = await request('POST', path, person, {
    headers: {
      'upload-length': String(bytes.length),
      'upload-metadata': encode(metadataOf(bytes)),
      'content-type': 'application/offset+octet-stream',
    },
    body: bytes,
  });
  expect([response.status, response.headers.get('upload-offset')]).toEqual([201, '1000']);
  const url = response.headers.get('location') ?? '';
  expect((await stored(url)).equals(bytes)).toBe(true);
  expect(purpose.accepted).toContain(idOf(url));
});

test('an upload whose bytes are lost cannot be found, so that the client begins again', async () => {
  const person = randomUUID();
  const [lost, unknown] = [await begin(person, randomBytes(10)), await begin(person, randomBytes(10))];
  rmSync(join(server.config.dataFolder, 'files/.incomplete/uploads', idOf(lost)));
  await server.app.get(Database).query('update uploads.uploads set state = null where id = $1', [idOf(unknown)]);
  for (const url of [lost, unknown]) expect((await request('HEAD', url, person)).status).toBe(404);
});

test('other users of the machine cannot read uploads under way', async () => {
  await begin(randomUUID(), randomBytes(10));
  const folder = join(server.config.dataFolder, 'files');
  for (const each of [folder, join(folder, '.incomplete')]) expect(statSync(each).mode & 0o777).toBe(0o700);
});

test('an upload belongs to the person who began it', async () => {
  const [person, other] = [randomUUID(), randomUUID()];
  const bytes = randomBytes(1_000);
  const url = await begin(person, bytes);
  expect((await request('HEAD', url, other)).status).toBe(404);
  expect((await append(url, other, 0, bytes)).status).toBe(404);
  expect((await request('DELETE', url, other)).status).toBe(404);
  expect((await request('HEAD', `${path}/${randomUUID()}`, other)).status).toBe(404);
  expect(await offset(url, person)).toBe(0);
});

test('a removed upload cannot be found', async () => {
  const person = randomUUID();
  const url = await begin(person, randomBytes(10));
  expect((await request('DELETE', url, person)).status).toBe(204);
  expect((await request('HEAD', url, person)).status).toBe(404);
});

test('all uploads of a person can be removed', async () => {
  const [person, other] = [randomUUID(), randomUUID()];
  const [url, kept] = [await begin(person, randomBytes(10)), await begin(other, randomBytes(10))];
  await server.app.get(Uploads).removeAllOf(person);
  expect((await request('HEAD', url, person)).status).toBe(404);
  expect((await request('HEAD', kept, other)).status).toBe(200);
});

test('an upload expires after a day', async () => {
  const person = randomUUID();
  const [url, kept] = [await begin(person, randomBytes(10)), await begin(person, randomBytes(10))];
  await server.app
    .get(Database)
    .query(`update uploads.uploads set created_at = now() - interval '25 hours' where id = $1`, [idOf(url)]);
  await server.app.get(Uploads).removeExpired();
  expect((await request('HEAD', url, person)).status).toBe(404);
  expect((await request('HEAD', kept, person)).status).toBe(200);
});

test('expired uploads are removed although the bytes of one of them cannot be, which is tried again', async () => {
  const person = randomUUID();
  const urls = [await begin(person, randomBytes(10)), await begin(person, randomBytes(10))];
  await insertUploads(person, 150);
  await expire(person);
  const staging = server.app.get(Staging);
  const remove = jest.spyOn(staging, 'remove').mockRejectedValueOnce(new Error('The store does not answer'));
  const uploads = server.app.get(Uploads);
  expect(await uploads.removeExpired()).toBe(151);
  expect(await unfinished(person)).toBe(1);
  expect(await uploads.removeExpired()).toBe(1);
  remove.mockRestore();
  for (const url of urls) expect((await request('HEAD', url, person)).status).toBe(404);
});

test('a process removes expired uploads when it starts', async () => {
  const person = randomUUID();
  await begin(person, randomBytes(10));
  await expire(person);
  await closeServer();
  ({ server, purpose } = await open(config));
  await eventually(async () => (await unfinished(person)) === 0);
});

describe('an upload does not begin', () => {
  test.each([
    ['without a length', { 'upload-length': '' }, {}, 'The length of the file is missing'],
    ['with nothing in it', { 'upload-length': '0' }, {}, 'This file is empty'],
    ['with more than 100 MB', { 'upload-length': '104857601' }, {}, 'This file is larger than 100 MB'],
    ['for an unknown purpose', {}, { purpose: 'none' }, 'Unknown upload purpose: none'],
    ['with a bad checksum', {}, { sha256: 'abc' }, 'A SHA-256 checksum has 64 lower-case hexadecimal digits'],
    ['with a bad target', {}, { targetId: 'abc' }, 'Name what the file belongs to with a targetId'],
    ['without a name', {}, { filename: '' }, 'An upload needs a file name'],
    ['with a folder as its name', {}, { filename: '../' }, 'An upload needs a file name'],
    ['with dots as its name', {}, { filename: '..' }, 'An upload needs a file name'],
    ['with only invisible characters as its name', {}, { filename: '\u0000\u202e\n' }, 'An upload needs a file name'],
    ['with a name of 256 characters', {}, { filename: 'a'.repeat(256) }, 'The file name is too long'],
    ['with a type that is not a text', {}, { filetype: 'image/\u0000' }, 'The type of the file cannot be read'],
  ])('%s', async (_, headers, metadata, message) => {
    const bytes = randomBytes(10);
    const response = await request('POST', path, randomUUID(), {
      headers: {
        'upload-length': '10',
        'upload-metadata': encode({ ...metadataOf(bytes), ...(metadata as Record<string, string>) }),
        ...headers,
      },
    });
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'invalid', message }]);
  });
});
