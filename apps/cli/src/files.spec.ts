import { randomUUID } from 'node:crypto';
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Storage, StorageModule } from '#platform/storage';
import { TestApp } from '#platform/testing';
import { commandLine } from './command-line.suite.ts';
import { filesCommand } from './files.ts';

let line: Awaited<ReturnType<typeof commandLine>>;
let site: TestApp;
beforeAll(async () => {
  line = await commandLine();
  site = await TestApp.start({ config: line.config, imports: [StorageModule], follows: false });
});
afterAll(async () => {
  await site.app.close();
  await line.close();
});

const store = async (path: string): Promise<string> => {
  await site.app.get(Storage, { strict: false }).write(path, Buffer.from('a picture'));
  const old = new Date(Date.now() - 90_000_000);
  utimesSync(join(line.config.dataFolder, 'files', path), old, old);
  return path;
};
const exists = async (path: string) => (await site.app.get(Storage, { strict: false }).stat(path)) !== undefined;

test('orphans of every module are shown by a dry run, and then removed', async () => {
  const user = randomUUID();
  const orphans = [
    await store(`public/${user}/avatar-1.jpg`),
    await store(`public/${user}/portfolio-1-0.w250.webp`),
    await store(`private/${user}/portfolio-${randomUUID()}.png`),
    await store(`private/gallery-${randomUUID()}/1-ab-web.marked.w720.webp`),
  ];
  const foreign = await store('private/other/a.jpg');
  const dry = await line.call(filesCommand(), 'sweep', '--dry-run');
  expect([dry.code, dry.out]).toEqual([0, expect.stringContaining('5 files checked, 4 would be removed')]);
  for (const path of orphans) expect(dry.out).toContain(path);
  expect(dry.error).toContain(`${foreign} belongs to no module and is kept`);
  expect(await exists(orphans[0] ?? '')).toBe(true);

  const { code, out } = await line.call(filesCommand(), 'sweep', '--json');
  expect(code).toBe(0);
  const report = JSON.parse(out);
  expect(new Set(report.orphans.map(({ path }: { path: string }) => path))).toEqual(new Set(orphans));
  expect(report).toMatchObject({ dryRun: false, checked: 5, unknown: [foreign], expiredUploads: 0, incomplete: 0 });
  expect(await Promise.all([...orphans, foreign].map(exists))).toEqual([false, false, false, false, true]);
  expect((await line.call(filesCommand(), 'sweep')).out).toBe('1 files checked, 0 removed');
});

test('a sweep that is refused removes nothing and ends with code 1', async () => {
  const user = randomUUID();
  const orphans = await Promise.all(Array.from({ length: 101 }, (_, i) => store(`public/${user}/avatar-${i}.jpg`)));
  const refused = await line.call(filesCommand(), 'sweep');
  expect([refused.code, refused.error]).toEqual([1, expect.stringContaining('Nothing refers to 101 of 102 files.')]);
  expect(await exists(orphans[0] ?? '')).toBe(true);
  expect(await line.call(filesCommand(), 'sweep', '--force')).toMatchObject({ code: 0 });
  expect(await exists(orphans[0] ?? '')).toBe(false);
});

test('the originals of galleries are verified', async () => {
  expect(await line.call(filesCommand(), 'verify')).toMatchObject({
    code: 0,
    out: '0 files checked, 0 missing, 0 changed',
  });
  const { out } = await line.call(filesCommand(), 'verify', '--json');
  expect(JSON.parse(out)).toEqual({ checked: 0, missing: [], changed: [] });
});

test('an invalid call ends with code 2', async () => {
  expect(await line.call(filesCommand(), 'sweep', '--everything')).toMatchObject({ code: 2 });
});
