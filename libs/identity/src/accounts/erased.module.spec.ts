import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { ErasePerson, IdentityQueries } from '#identity';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { originOf } from '#platform/testing';
import { startAuthApp } from '../auth-app.suite.ts';
import { PersonErasure } from './person.erasure.ts';

const operator = { id: 'cli:olga', kind: 'system', role: 'operator' } as const;
let auth: Awaited<ReturnType<typeof startAuthApp>>;
beforeAll(async () => {
  auth = await startAuthApp();
});
afterAll(() => auth.stop());

const register = async (): Promise<string> => (await auth.signUp()).user.id;
const erase = (userId: string) =>
  auth.app
    .get(Context)
    .run({ ...originOf(operator), reason: 'case 2031' }, () =>
      auth.app.get(CommandBus).execute(new ErasePerson(userId)),
    );
const erased = (...ids: string[]) => auth.app.get(IdentityQueries).erased(ids);

test('an erased person is listed as erased, a member is not', async () => {
  const [ann, bo] = [await register(), await register()];
  await erase(bo);
  expect(await erased(ann, bo)).toEqual([bo]);
});

test('a person is listed as erased while the account still exists because the process died after the event', async () => {
  const ann = await register();
  const forget = jest.spyOn(auth.app.get(PersonErasure), 'forget').mockRejectedValueOnce(new Error('killed'));
  await expect(erase(ann)).rejects.toThrow('killed');
  expect(await erased(ann)).toEqual([ann]);
  forget.mockRestore();
});

test('a person is not listed as erased if the event was never stored', async () => {
  const ann = await register();
  const handle = jest.spyOn(auth.app.get(EventStore), 'handle').mockRejectedValueOnce(new Error('killed'));
  await expect(erase(ann)).rejects.toThrow('killed');
  handle.mockRestore();
  expect(await erased(ann)).toEqual([]);
});

test('the event log is not read for members', async () => {
  const people = [await register(), await register()];
  const load = jest.spyOn(auth.app.get(EventStore), 'load');
  expect(await erased(...people)).toEqual([]);
  expect(load).not.toHaveBeenCalled();
  load.mockRestore();
});
