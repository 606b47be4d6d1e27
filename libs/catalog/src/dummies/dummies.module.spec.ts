import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { catalogModule } from '#catalog';
import { IdentityQueries, RegisterUser, SuspendUser } from '#identity';
import type { Actor } from '#kernel';
import { Config } from '#platform/config';
import { TestApp, testConfig, untilCaughtUp } from '#platform/testing';
import { CatalogSearch } from '../catalog.search.ts';
import { creatorFilter } from '../contract.ts';
import type { Seeding } from './contract.ts';
import { DeleteDummyVendors, SeedDummyVendors } from './dummies.commands.ts';

const admin: Actor = { id: 'sam', kind: 'staff', role: 'admin' };
let site: TestApp;
let drop: () => Promise<void>;

beforeAll(async () => {
  const made = await testConfig({ ALLOW_SEEDING: '1' });
  drop = made.drop;
  site = await TestApp.start({ config: made.config, imports: [catalogModule.nest] });
});
afterAll(async () => {
  await site.stop();
  await drop();
});

const send = (command: SeedDummyVendors | DeleteDummyVendors, by = admin): Promise<Seeding> =>
  site.as(by, () => site.app.get(CommandBus).execute(command));
const found = async () => {
  await untilCaughtUp(site.app);
  return (await site.app.get(CatalogSearch).find(creatorFilter.parse({ limit: 100 }))).items;
};

test('ten vendors are created once, and deleting them erases them', async () => {
  const seeded = await send(new SeedDummyVendors());
  expect(seeded).toMatchObject({ message: 'Created 10 dummy vendors', password: expect.stringMatching(/^.{20,}$/) });
  expect(seeded.results).toHaveLength(10);
  expect(await found()).toHaveLength(10);

  const again = await send(new SeedDummyVendors());
  expect(again).toMatchObject({ message: 'All dummy vendors already exist', password: null });
  expect(new Set(again.results.map(({ status }) => status))).toEqual(new Set(['exists']));

  const setting = jest.replaceProperty(site.app.get(Config), 'allowsSeeding', false);
  expect(await found()).toEqual([]);
  for (const command of [new SeedDummyVendors(), new DeleteDummyVendors()])
    await expect(send(command)).rejects.toMatchObject({ code: 'seeding-switched-off-not-allowed' });
  setting.restore();

  const suspension = new SuspendUser('vendor-01@dummy.festoon.example', 'a test');
  await site.as(admin, () => site.app.get(CommandBus).execute(suspension));
  const deleted = await send(new DeleteDummyVendors());
  expect(deleted).toMatchObject({ message: 'Deleted 10 dummy vendors', password: null });
  expect(deleted.results.map(({ email }) => email).sort()).toEqual(seeded.results.map(({ email }) => email).sort());
  expect(await found()).toEqual([]);
  expect(await site.app.get(IdentityQueries).byEmail('vendor-01@dummy.festoon.example')).toBeUndefined();
  expect(await send(new DeleteDummyVendors())).toMatchObject({ message: 'There are no dummy vendors', results: [] });
}, 60_000);

test.each([
  ['after', 1],
  ['before', 0],
])('a vendor whose process died %s the account was created is deleted', async (when, deleted) => {
  const bus = site.app.get(CommandBus);
  const execute = bus.execute.bind(bus);
  const dying = jest.spyOn(bus, 'execute').mockImplementation(async (command) => {
    if (command instanceof RegisterUser && when === 'after') await execute(command);
    if (command instanceof RegisterUser) throw new Error('killed');
    return execute(command);
  });
  await expect(send(new SeedDummyVendors())).rejects.toThrow('killed');
  dying.mockRestore();
  await found();
  expect((await send(new DeleteDummyVendors())).results).toHaveLength(deleted);
  expect(await site.app.get(IdentityQueries).byEmail('vendor-01@dummy.festoon.example')).toBeUndefined();
  await found();
  expect(await send(new DeleteDummyVendors())).toMatchObject({ message: 'There are no dummy vendors' });
});

test('only administrators can do it', async () => {
  const support: Actor = { id: 'sue', kind: 'staff', role: 'support' };
  for (const command of [new SeedDummyVendors(), new DeleteDummyVendors()])
    await expect(send(command, support)).rejects.toMatchObject({ code: 'seeding-not-allowed' });
});
