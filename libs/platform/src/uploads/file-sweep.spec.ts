import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Database } from '#platform/postgres';
import { Storage } from '#platform/storage';
import { TestApp } from '#platform/testing';
import { FileSweep, SweepRefused } from './file-sweep.ts';
import { type Upload, UploadPurpose } from './upload-purpose.ts';
import { UploadsModule } from './uploads.module.ts';
import { Uploads } from './uploads.ts';

/** A purpose whose data refers to a set of paths. */
class TestPurpose extends UploadPurpose {
  override readonly name = 'test';
  readonly paths = new Set<string>();
  isUnsure = false;

  override async requireAllowed(): Promise<void> {}

  override owns(path: string): boolean {
    return path.startsWith('private/test/');
  }

  override async referenced(paths: readonly string[]): Promise<readonly string[]> {
    if (this.isUnsure) throw new Error('The read table tests has not caught up with position 7');
    return paths.filter((path) => this.paths.has(path));
  }

  override pathOf({ id }: Upload): string {
    return `private/test/${id}.jpg`;
  }

  override async accept(_: Upload, path: string): Promise<void> {
    this.paths.add(path);
  }
}

let site: TestApp;
let purpose: TestPurpose;
let files: string;
let storage: Storage;
let sweep: FileSweep;
beforeAll(async () => {
  site = await TestApp.start({ imports: [UploadsModule], follows: false });
  files = join(site.config.dataFolder, 'files');
  purpose = new TestPurpose();
  site.app.get(Uploads).add(purpose);
  storage = site.app.get(Storage, { strict: false });
  sweep = site.app.get(FileSweep);
});
beforeEach(async () => {
  purpose.isUnsure = false;
  purpose.paths.clear();
  for (const folder of ['private/test', 'private/other', 'public/test']) await storage.removeFolder(folder);
  await site.app.get(Database).query('delete from uploads.uploads');
});
afterAll(() => site.stop());

const age = (file: string, hours: number): void => {
  const at = new Date(Date.now() - hours * 3_600_000);
  utimesSync(file, at, at);
};
const store = async (path: string, hours = 25): Promise<string> => {
  await storage.write(path, Buffer.from('a picture'));
  age(join(files, path), hours);
  return path;
};
const exists = async (path: string) => (await storage.stat(path)) !== undefined;
const begin = async (content = Buffer.from('a picture')): Promise<string> => {
  const sha256 = createHash('sha256').update(content).digest('hex');
  const metadata = { purpose: 'test', filename: 'a.jpg', filetype: 'image/jpeg', sha256 };
  return site.app.get(Uploads).begin(randomUUID(), metadata, content.length);
};
const expire = (id: string) =>
  site.app
    .get(Database)
    .query(`update uploads.uploads set created_at = now() - interval '25 hours' where id = $1`, [id]);

test('files that nothing refers to are removed when they are a day old', async () => {
  const [orphan, young] = [await store('private/test/orphan.jpg'), await store('private/test/young.jpg', 23)];
  const referenced = await store('private/test/referenced.jpg');
  purpose.paths.add(referenced);
  expect(await sweep.sweep()).toEqual({
    dryRun: false,
    checked: 3,
    orphans: [{ path: orphan, size: 9 }],
    unknown: [],
    expiredUploads: 0,
    incomplete: 0,
  });
  expect(await Promise.all([orphan, young, referenced].map(exists))).toEqual([false, true, true]);
  expect((await sweep.sweep()).orphans).toEqual([]);
});

test('a dry run removes nothing', async () => {
  const orphan = await store('private/test/orphan.jpg');
  await expire(await begin());
  const draft = join(files, '.incomplete', randomUUID());
  mkdirSync(join(files, '.incomplete'), { recursive: true });
  writeFileSync(draft, 'half');
  age(draft, 25);
  expect(await sweep.sweep({ dryRun: true })).toMatchObject({
    dryRun: true,
    orphans: [{ path: orphan, size: 9 }],
    expiredUploads: 1,
  });
  expect(await exists(orphan)).toBe(true);
  expect(existsSync(draft)).toBe(true);
  expect(await sweep.sweep()).toMatchObject({ orphans: [{ path: orphan, size: 9 }], expiredUploads: 1, incomplete: 1 });
  expect(existsSync(draft)).toBe(false);
});

test('the file of an upload under way is kept, even if it was stored long ago', async () => {
  const id = await begin();
  const path = await store(`private/test/${id}.jpg`, 100);
  expect(await sweep.sweep()).toMatchObject({ orphans: [], expiredUploads: 0 });
  expect(await exists(path)).toBe(true);
  await expire(id);
  expect(await sweep.sweep()).toMatchObject({ orphans: [{ path }], expiredUploads: 1 });
  expect(await exists(path)).toBe(false);
});

test('an upload that has expired cannot be continued, so that its file can be removed', async () => {
  const id = await begin();
  const [row] = await site.app
    .get(Database)
    .query<{ person: string }>('select person from uploads.uploads where id = $1', [id]);
  const own = () => site.app.get(Uploads).requireOwn(id, row?.person ?? '');
  expect((await own()).id).toBe(id);
  await expire(id);
  await expect(own()).rejects.toThrow();
});

test('incomplete files that are being written, and the bytes of uploads, are kept', async () => {
  const [young, staged] = [join(files, '.incomplete', randomUUID()), join(files, '.incomplete/uploads', randomUUID())];
  mkdirSync(join(files, '.incomplete/uploads'), { recursive: true });
  for (const file of [young, staged]) writeFileSync(file, 'half');
  age(staged, 100);
  expect((await sweep.sweep()).incomplete).toBe(0);
  expect([young, staged].map((file) => existsSync(file))).toEqual([true, true]);
});

test('a file that belongs to no module is reported and kept', async () => {
  const [other, shown] = [await store('private/other/a.jpg'), await store('public/test/b.jpg')];
  const { unknown, orphans } = await sweep.sweep({ force: true });
  expect([new Set(unknown), orphans]).toEqual([new Set([other, shown]), []]);
  expect(await Promise.all([other, shown].map(exists))).toEqual([true, true]);
});

test('files that an operator put into the folder do not disturb a sweep', async () => {
  const folder = join(files, 'private', '.cache');
  mkdirSync(folder, { recursive: true });
  for (const file of [join(folder, 'x'), join(files, 'private', 'notes.txt')]) writeFileSync(file, 'a');
  await store('private/test/orphan.jpg');
  writeFileSync(join(files, 'private/test/.DS_Store'), 'a');
  age(join(files, 'private/test/.DS_Store'), 25);
  expect(await sweep.sweep()).toMatchObject({ checked: 1, orphans: [{}], unknown: [] });
  expect(existsSync(join(files, 'private/test/.DS_Store'))).toBe(true);
});

test('nothing is removed if a module cannot tell which files it refers to', async () => {
  const orphan = await store('private/test/orphan.jpg');
  purpose.isUnsure = true;
  await expect(sweep.sweep()).rejects.toThrow('has not caught up');
  expect(await exists(orphan)).toBe(true);
});

test('suspiciously many orphans are removed only if an operator confirms it', async () => {
  const orphans = await Promise.all(Array.from({ length: 101 }, (_, i) => store(`private/test/${i}.jpg`)));
  const refused = sweep.sweep();
  await expect(refused).rejects.toThrow(SweepRefused);
  await expect(refused).rejects.toThrow('Nothing refers to 101 of 101 files. Check that the database and the files');
  expect(await exists(orphans[0] ?? '')).toBe(true);
  expect((await sweep.sweep({ dryRun: true })).orphans).toHaveLength(101);
  expect((await sweep.sweep({ force: true })).orphans).toHaveLength(101);
  expect(await exists(orphans[0] ?? '')).toBe(false);
});

test('many orphans are removed if there are many more other files', async () => {
  const paths = await Promise.all(Array.from({ length: 620 }, (_, i) => store(`private/test/${i}.jpg`)));
  for (const path of paths.slice(120)) purpose.paths.add(path);
  expect((await sweep.sweep()).orphans).toHaveLength(120);
  expect((await sweep.sweep()).checked).toBe(500);
});

test('only one process sweeps at a time', async () => {
  await site.app.get(Database).transaction(async (within) => {
    await within.query('select pg_advisory_xact_lock(7310585)');
    await expect(sweep.sweep()).rejects.toThrow('Another process is sweeping the files. Try again later.');
  });
  expect(await sweep.sweep()).toMatchObject({ checked: 0 });
});

test('a file is kept if it is accepted at the time of the sweep', async () => {
  const content = randomBytes(9);
  const ids = await Promise.all(Array.from({ length: 20 }, () => begin(content)));
  mkdirSync(join(files, '.incomplete/uploads'), { recursive: true });
  for (const id of ids) {
    writeFileSync(join(files, '.incomplete/uploads', id), content);
    await store(`private/test/${id}.jpg`, 30);
  }
  const uploads = site.app.get(Uploads);
  const rows = await site.app
    .get(Database)
    .query<{ id: string; person: string }>('select id, person from uploads.uploads');
  const accepting = rows.map(async ({ id, person }) => uploads.complete(await uploads.requireOwn(id, person)));
  const [{ orphans }] = await Promise.all([sweep.sweep({ force: true }), Promise.all(accepting)]);
  expect(orphans).toEqual([]);
  expect(purpose.paths.size).toBe(ids.length);
});
