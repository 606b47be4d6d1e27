import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { galleriesModule } from '#galleries';
import type { Actor } from '#kernel';
import type { Config } from '#platform/config';
import { photoPaths } from '#platform/images';
import { Database } from '#platform/postgres';
import { Storage } from '#platform/storage';
import { eventually, TestApp, testConfig } from '#platform/testing';
import { SeededRandom } from './seeded-random.suite.ts';
import { Service } from './service.suite.ts';

/** How often the worker is killed while it processes the pictures. */
const rounds = Number(process.env.CHAOS_ROUNDS ?? 1);
/** Ten pictures for each kill, and ten after the last one. */
const pictures = Math.min(200, 10 * (rounds + 1));
/** The same seed repeats the moments of the kills. */
const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000);
const uploader: Actor = { id: randomUUID(), kind: 'user', role: 'creator' };
const galleryId = `gallery-${randomUUID()}`;
const clientId = randomUUID();
const items = Array.from({ length: pictures }, (_, i) => {
  const base = `private/${galleryId}/${1_700_000_000_000 + i}-${randomUUID().slice(0, 8)}`;
  return { id: `gallery-item-${randomUUID()}`, path: `${base}.jpg`, copies: `${base}-web` };
});

let config: Config;
let drop: () => Promise<void>;
let worker: Service;
let site: TestApp;

beforeAll(async () => {
  const created = await testConfig({ EVENT_STORE: 'postgres' });
  ({ config, drop } = created);
  worker = new Service('worker', ['worker'], created.environment, 'The worker follows the log');
  site = await TestApp.start({ config, imports: [galleriesModule.nest], follows: false });
}, 200_000);

afterAll(async () => {
  await worker?.stop();
  await site?.app.close();
  await drop?.();
}, 120_000);

const derived = async (): Promise<number> => {
  const sql = `select count(*)::int as count from log.events where type = 'GalleryItemDerived'`;
  return (await site.app.get(Database).query<{ count: number }>(sql))[0]?.count ?? 0;
};

const addPictures = async (added: typeof items): Promise<void> => {
  const content = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#cc8844' } })
    .jpeg()
    .toBuffer();
  const storage = site.app.get(Storage, { strict: false });
  for (const { id, path } of added) {
    const { sha256, size: fileSize } = await storage.write(path, content);
    const file = { path, fileName: 'a.jpg', fileType: 'image/jpeg', fileSize, sha256 };
    const data = { ...file, galleryId, creatorId: uploader.id, clientId };
    await site.as(uploader, () => site.store.append(id, 0, [{ type: 'GalleryItemAdded', data }]));
  }
};

test('a worker is killed at random moments while it processes pictures', async () => {
  process.stdout.write(`Chaos: the worker is killed ${rounds} times, CHAOS_SEED=${seed}\n`);
  const random = new SeededRandom(seed);
  // Pictures are added before each kill, so that a fast worker has work left at every kill.
  const portion = Math.floor(pictures / (rounds + 1));
  worker.start();
  await eventually(() => worker.up, 'the worker to start', 120_000);
  for (let kills = 0; kills < rounds; kills++) {
    // Counted before this portion is added, because its first pictures may be processed while the rest is being added.
    const until = (await derived()) + 1 + random.below(Math.max(1, Math.floor(portion / 2)));
    await addPictures(items.slice(kills * portion, (kills + 1) * portion));
    await eventually(async () => (await derived()) >= until, 'the next pictures to be processed', 90_000);
    await sleep(random.below(60));
    // After the previous kill the worker may not have been started again yet.
    await eventually(() => worker.kill(), 'a running worker');
  }
  await addPictures(items.slice(rounds * portion));
  // Jobs of a killed worker are taken over after 10 to 16 seconds.
  await eventually(async () => (await derived()) >= pictures, 'all pictures to be processed', 120_000);
  expect(worker.unexpectedExits).toEqual([]);
}, 600_000);

test('every picture was processed exactly once', async () => {
  const histories = await Promise.all(items.map(({ id }) => site.typesOf(id)));
  expect(new Set(histories.map((types) => types.join()))).toEqual(new Set(['GalleryItemAdded,GalleryItemDerived']));
  const sql = `select count(*)::int as count from bullmq.job where state = 'failed'`;
  expect(await site.app.get(Database).query(sql)).toEqual([{ count: 0 }]);
});

test('every picture has all its copies, and each copy is complete', async () => {
  const storage = site.app.get(Storage, { strict: false });
  const stored: string[] = [];
  for await (const { path } of storage.list(`private/${galleryId}`)) stored.push(path);
  const expected = items.flatMap(({ path, copies }) => [path, ...photoPaths(copies)]);
  expect(stored).toHaveLength(expected.length);
  expect(new Set(stored)).toEqual(new Set(expected));
  // All pictures are the same one, so all its copies of one kind are equal: it is enough to decode one of each.
  const contents = new Map<string, Set<string>>();
  for (const path of stored) {
    const kind = path.replace(/^.*\/\d+-\w+/, '');
    const content = readFileSync(join(config.dataFolder, 'files', path), 'latin1');
    contents.set(kind, (contents.get(kind) ?? new Set()).add(content));
  }
  expect([...contents].map(([kind, all]) => [kind, all.size])).toEqual([...contents].map(([kind]) => [kind, 1]));
  for (const [content = ''] of contents.values())
    await sharp(Buffer.from(content, 'latin1'), { failOn: 'warning' }).stats();
});
