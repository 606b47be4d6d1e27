import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { ErasePerson, IdentityQueries } from '#identity';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { Modules } from '#platform/module';
import { PersonalDataKeys } from '#platform/personal-data';
import { Projector } from '#platform/projections';
import { originOf, untilCaughtUp } from '#platform/testing';
import { startAuthApp } from '../auth-app.suite.ts';
import { Accounts } from '../users/index.ts';
import { ErasureReactions } from './erasure.reactions.ts';
import { PersonErasure } from './person.erasure.ts';

const operator = { id: 'cli:olga', kind: 'system', role: 'operator' } as const;
let auth: Awaited<ReturnType<typeof startAuthApp>>;
beforeAll(async () => {
  auth = await startAuthApp();
  auth.app.get(Projector).follow();
});
afterAll(() => auth.stop());

const register = async (): Promise<string> => (await auth.signUp()).user.id;
const erase = (userId: string) =>
  auth.app
    .get(Context)
    .run({ ...originOf(operator), reason: 'case 2031' }, () =>
      auth.app.get(CommandBus).execute(new ErasePerson(userId)),
    );
const erasedAmong = (...ids: string[]) => auth.app.get(IdentityQueries).erasedAmong(ids);

test('an erased person is listed as erased, a member is not', async () => {
  const [ann, bo] = [await register(), await register()];
  await erase(bo);
  expect(await erasedAmong(ann, bo)).toEqual([bo]);
});

test('a person is listed as erased while the account still exists because the process died after the event', async () => {
  const ann = await register();
  const erasure = jest.spyOn(auth.app.get(PersonErasure), 'erase').mockRejectedValueOnce(new Error('killed'));
  await expect(erase(ann)).rejects.toThrow('killed');
  expect(await erasedAmong(ann)).toEqual([ann]);
  erasure.mockRestore();
});

test('a person is not listed as erased if the event was never stored', async () => {
  const ann = await register();
  const handle = jest.spyOn(auth.app.get(EventStore), 'handle').mockRejectedValueOnce(new Error('killed'));
  await expect(erase(ann)).rejects.toThrow('killed');
  handle.mockRestore();
  expect(await erasedAmong(ann)).toEqual([]);
});

test('the event log is not read for members', async () => {
  const people = [await register(), await register()];
  const load = jest.spyOn(auth.app.get(EventStore), 'load');
  expect(await erasedAmong(...people)).toEqual([]);
  expect(load).not.toHaveBeenCalled();
  load.mockRestore();
});

/** Runs the delayed reaction to this person's erasure. */
const finish = async (userId: string) => {
  const event = (await auth.app.get(EventStore).read(`user-${userId}`)).find(({ type }) => type === 'PersonErased');
  const worker = { id: 'identity.finish-erasure', kind: 'worker', role: 'reaction' } as const;
  await auth.app
    .get(Context)
    .run(originOf(worker), () => auth.app.get(ErasureReactions).finishErasure.react(event as never));
};
const traces = async (userId: string) => ({
  account: await auth.app.get(Accounts).byId(userId),
  key: (await auth.app.get(PersonalDataKeys).toRead([userId])).get(userId) ?? null,
  contacts: (await auth.app.get(IdentityQueries).contacts([userId])).size,
});
const noTraces = { account: undefined, key: null, contacts: 0 };

test.each([
  ['the event', PersonErasure, 'erase'],
  ['the account', PersonalDataKeys, 'erase'],
] as const)('an erasure whose process died after %s is finished later', async (_, service, method) => {
  const ann = await register();
  await untilCaughtUp(auth.app);
  const step = jest.spyOn(auth.app.get(service) as { [name: string]: () => Promise<never> }, method);
  step.mockRejectedValueOnce(new Error('killed'));
  await expect(erase(ann)).rejects.toThrow('killed');
  step.mockRestore();
  expect(await traces(ann)).not.toEqual(noTraces);
  await finish(ann);
  await untilCaughtUp(auth.app);
  expect(await traces(ann)).toEqual(noTraces);
});

test('finishing an erasure again changes nothing', async () => {
  const ann = await register();
  await erase(ann);
  await finish(ann);
  const head = await auth.app.get(EventStore).head();
  await finish(ann);
  expect([await auth.app.get(EventStore).head(), await traces(ann)]).toEqual([head, noTraces]);
});

test('while a module still holds data of the person, the erasure fails and is retried, and the other modules are erased anyway', async () => {
  const ann = await register();
  await erase(ann);
  let open = ['draft-1', 'draft-2'];
  const execute = jest.spyOn(auth.app.get(CommandBus), 'execute').mockImplementation(async () => undefined);
  const erasure = { command: (id: string) => ({ id }), readTables: ['users'], remaining: async () => open };
  const add = (name: string, parts: object) =>
    auth.app.get(Modules).add({ name, imports: [], personalData: { export: {}, erasure: parts } } as never, {}, []);
  add('drafts', erasure);
  add('late', { ...erasure, readTables: ['missing'] });
  add('notes', { ...erasure, command: (id: string) => ({ notesOf: id }), remaining: async () => [] });
  await expect(finish(ann)).rejects.toThrow(
    `The erasure of ${ann} is not complete and will be retried. drafts: draft-1, draft-2 remain. late: There is no projection into missing`,
  );
  expect(execute).toHaveBeenCalledWith({ notesOf: ann });
  open = [];
  await expect(finish(ann)).rejects.toThrow('retried. late:');
  execute.mockRestore();
});

test('an erasure is not finished while the account or the key exists', async () => {
  const ann = await register();
  await expect(auth.app.get(PersonErasure).requireErased(ann)).rejects.toThrow(`of ${ann} was not erased`);
  await auth.app.get(PersonErasure).deleteAccount(ann);
  await expect(auth.app.get(PersonErasure).requireErased(ann)).rejects.toThrow(`The personal data key of ${ann}`);
});
