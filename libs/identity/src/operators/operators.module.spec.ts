import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { CommandBus, type ICommand } from '@nestjs/cqrs';
import {
  CloseAccount,
  GrantStaffRole,
  IdentityQueries,
  ReinstateUser,
  RemoveLostFactors,
  RevokeStaffRole,
  Sessions,
  SuspendUser,
} from '#identity';
import type { Actor } from '#kernel';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { Database } from '#platform/postgres';
import { Projector } from '#platform/projections';
import { eventually, originOf, untilCaughtUp } from '#platform/testing';
import { newEmail, password, person, startAuthApp } from '../auth-app.suite.ts';
import { appCode } from '../factors/authenticator.suite.ts';
import { Accounts } from '../users/index.ts';

let auth: Awaited<ReturnType<typeof startAuthApp>>;
beforeAll(async () => {
  auth = await startAuthApp();
  auth.app.get(Projector).follow();
});
afterAll(() => auth.stop());

const cli: Actor = { id: 'cli', kind: 'system', role: 'operator' };
const admin: Actor = { id: 'ada', kind: 'staff', role: 'admin' };
const support: Actor = { id: 'sue', kind: 'staff', role: 'support' };
const send = <T>(command: ICommand, by: Actor = cli): Promise<T> =>
  auth.app.get(Context).run(originOf(by), () => auth.app.get(CommandBus).execute(command) as Promise<T>);
const signedUp = async () => {
  const client = auth.client();
  const email = newEmail();
  const { data } = await client.signUp({ email, password, options: { data: person() } });
  if (!data.session) throw new Error('No session');
  return { client, email, userId: data.session.user.id, session: data.session };
};
const waitUntilFolded = () => untilCaughtUp(auth.app);
const callerOf = (token: string) => auth.app.get(Sessions).caller(token);
const eventTypesOf = async (userId: string) => (await auth.eventsOf(userId)).map(({ type }) => type);
const signIn = (email: string) => auth.client().signInWithPassword({ email, password });

test('a revoked staff role has no effect from the next request on, and the list shows the remaining staff', async () => {
  const [ann, bo] = [await signedUp(), await signedUp()];
  await send(new GrantStaffRole(ann.email, 'support', 'joined'));
  await send(new GrantStaffRole(ann.email, 'finance', 'helps out'));
  await send(new GrantStaffRole(bo.email, 'admin', 'founder'));
  await send(new RevokeStaffRole(ann.email.toUpperCase(), 'finance', 'helped out'));
  await waitUntilFolded();
  expect((await callerOf(ann.session.access_token))?.staffRoles).toEqual(['support']);
  const listStaff = async () =>
    (await auth.app.get(IdentityQueries).staff()).map(({ email, staffRoles }) => [email, staffRoles]);
  expect(new Map((await listStaff()) as [string, string[]][])).toEqual(
    new Map([
      [ann.email, ['support']],
      [bo.email, ['admin']],
    ]),
  );

  await send(new RevokeStaffRole(ann.email, 'support', 'left'), admin);
  await waitUntilFolded();
  expect((await callerOf(ann.session.access_token))?.staffRoles).toEqual([]);
  expect(await listStaff()).toEqual([[bo.email, ['admin']]]);
  expect((await auth.eventsOf(ann.userId)).at(-1)).toMatchObject({
    type: 'StaffRoleRevoked',
    data: { role: 'support', reason: 'left' },
    by: { id: 'ada' },
  });
  await expect(send(new RevokeStaffRole(bo.email, 'admin', 'mutiny'), support)).rejects.toMatchObject({
    code: 'staff-role-not-allowed',
  });
  await expect(send(new RevokeStaffRole(bo.userId, 'admin', 'mutiny'))).rejects.toMatchObject({
    code: 'staff-role-last-admin',
  });
  await expect(send(new RevokeStaffRole('nobody@example.com', 'admin', 'x'))).rejects.toMatchObject({
    code: 'user-not-found',
  });
});

type SignedUp = Awaited<ReturnType<typeof signedUp>>;
/** Two users who are the only administrators. */
const onlyAdministrators = async (): Promise<[SignedUp, SignedUp]> => {
  const pair: [SignedUp, SignedUp] = [await signedUp(), await signedUp()];
  for (const { userId } of pair) await send(new GrantStaffRole(userId, 'admin', 'founder'));
  await waitUntilFolded();
  for (const id of await auth.app.get(Accounts).administrators())
    if (pair.every(({ userId }) => userId !== id)) await send(new RevokeStaffRole(id, 'admin', 'left'));
  return pair;
};
const closeAccount = async ({ userId, session }: SignedUp) => {
  const sessionId = (await callerOf(session.access_token))?.sessionId ?? '';
  const by: Actor = { id: userId, kind: 'user', role: 'client' };
  return send(new CloseAccount(userId, sessionId, { password, nonce: '' }, '127.0.0.1'), by);
};
const lastAdminRefusal = { code: 'staff-role-last-admin' };

test.each<[string, (actor: SignedUp, other: SignedUp) => Promise<unknown>]>([
  [
    'take each other’s role',
    ({ userId: id }, { userId }) =>
      send(new RevokeStaffRole(userId, 'admin', 'mutiny'), { id, kind: 'staff', role: 'admin' }),
  ],
  [
    'suspend each other',
    ({ userId: id }, { userId }) => send(new SuspendUser(userId, 'mutiny'), { id, kind: 'staff', role: 'admin' }),
  ],
  ['close their accounts', (actor) => closeAccount(actor)],
])('of two administrators who %s at the same moment, one remains', async (_, act) => {
  const [ann, bo] = await onlyAdministrators();
  const accounts = auth.app.get(Accounts);
  const administrators = accounts.administrators.bind(accounts);
  const { promise: canProceed, resolve: proceed } = Promise.withResolvers<void>();
  const reading = jest.spyOn(accounts, 'administrators').mockImplementation(async () => {
    const ids = await administrators();
    await canProceed;
    return ids;
  });
  const begun = jest.spyOn(accounts, 'withAdministrators');
  let hasWaited = false;
  const database = auth.app.get(Database);
  const transaction = database.transaction.bind(database);
  const trying = jest.spyOn(database, 'transaction').mockImplementation(async (work) => {
    const bothBegan = begun.mock.calls.length === 2;
    const result = await transaction(work);
    // The first change does not end before it can proceed, so this is the second one, which did not get the lock.
    if (bothBegan && result === undefined) hasWaited = true;
    return result;
  });
  const acting = Promise.allSettled([act(ann, bo), act(bo, ann)]);
  // The second request waits for the lock, or, without one, reads the administrators too.
  await eventually(() => reading.mock.calls.length === 2 || hasWaited);
  proceed();
  const results = await acting;
  for (const spy of [reading, begun, trying]) spy.mockRestore();
  expect(results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))).toEqual([
    expect.objectContaining(lastAdminRefusal),
  ]);
  expect(await administrators()).toHaveLength(1);
});

test('more changes of administrators at the same moment than there are connections all succeed', async () => {
  const [, bo] = await onlyAdministrators();
  const revocations = Array.from({ length: 15 }, () => send(new RevokeStaffRole(bo.userId, 'admin', 'left')));
  const results = await Promise.allSettled(revocations);
  expect(results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))).toEqual([]);
  expect((await eventTypesOf(bo.userId)).filter((type) => type === 'StaffRoleRevoked')).toHaveLength(1);
});

test('the last administrator keeps the account, until another person is an administrator too', async () => {
  const [ann, bo] = await onlyAdministrators();
  await send(new RevokeStaffRole(bo.userId, 'admin', 'left'));
  await expect(closeAccount(ann)).rejects.toMatchObject(lastAdminRefusal);
  await expect(send(new SuspendUser(ann.userId, 'case 7'))).rejects.toMatchObject(lastAdminRefusal);
  expect((await signIn(ann.email)).error).toBeNull();
  expect((await eventTypesOf(ann.userId)).at(-1)).toBe('StaffRoleGranted');

  await send(new GrantStaffRole(bo.userId, 'admin', 'returned'));
  await waitUntilFolded();
  await closeAccount(ann);
  expect((await eventTypesOf(ann.userId)).at(-1)).toBe('PersonErased');
  expect(await auth.app.get(Accounts).administrators()).toEqual([bo.userId]);
});

test('suspension ends all sessions at once and blocks every way to sign in', async () => {
  const { client, email, userId, session } = await signedUp();
  await signIn(email);
  await client.resetPasswordForEmail(email);
  await send(new SuspendUser(email, 'sent the same offer to hundreds of people'));

  expect(await callerOf(session.access_token)).toBeUndefined();
  const banned = { code: 'user_banned', message: 'User is banned' };
  expect(await auth.call('GET', '/user', { token: session.access_token })).toMatchObject({ status: 403, body: banned });
  expect((await auth.refresh(session.refresh_token)).status).toBe(400);
  expect((await signIn(email)).error).toMatchObject({ status: 400, ...banned });
  // Only a caller with the correct password learns that the account is suspended.
  const guess = await auth.client().signInWithPassword({ email, password: 'Sunflower8' });
  expect(guess.error?.code).toBe('invalid_credentials');
  const rows = (table: string) =>
    auth.app.get(Database).query(`select 1 from identity.${table} where user_id = $1`, [userId]);
  for (const table of ['sessions', 'one_time_tokens', 'flow_states'])
    expect([table, await rows(table)]).toEqual([table, []]);

  const [suspended, ended] = (await auth.eventsOf(userId)).slice(-2);
  expect(suspended).toMatchObject({
    type: 'UserSuspended',
    data: { reason: 'sent the same offer to hundreds of people' },
  });
  expect(ended).toMatchObject({
    type: 'SessionsRevoked',
    data: { reason: 'suspended', sessionIds: [expect.any(String), expect.any(String)] },
  });
  const storedEvents = await auth.app.get(EventStore).readSealed(`user-${userId}`);
  expect(storedEvents.find(({ type }) => type === 'UserSuspended')?.data).toMatchObject({ reason: { of: userId } });

  await send(new ReinstateUser(email, 'was another person'));
  expect((await signIn(email)).error).toBeNull();
  expect((await eventTypesOf(userId)).filter((type) => /Suspended|Reinstated/.test(type))).toEqual([
    'UserSuspended',
    'UserReinstated',
  ]);
});

test('a session left over after a suspension cannot be refreshed', async () => {
  const { userId, session } = await signedUp();
  await auth.app
    .get(Database)
    .query('update identity.credentials set suspended_at = now() where user_id = $1', [userId]);
  expect(await auth.refresh(session.refresh_token)).toMatchObject({
    status: 400,
    body: { code: 'user_banned', message: 'User is banned' },
  });
});

test('a suspension by an actor without permission is refused and changes nothing', async () => {
  const { email, userId, session } = await signedUp();
  const typesBefore = await eventTypesOf(userId);
  for (const by of [support, { id: userId, kind: 'user', role: 'client' } as const])
    await expect(send(new SuspendUser(email, 'x'), by)).rejects.toMatchObject({ code: 'suspension-not-allowed' });
  await expect(send(new SuspendUser(email, ' '))).rejects.toMatchObject({ code: 'suspension-reason' });
  await expect(send(new SuspendUser('nobody@example.com', 'x'))).rejects.toMatchObject({ code: 'user-not-found' });
  expect(await callerOf(session.access_token)).toBeDefined();
  expect((await signIn(email)).error).toBeNull();
  expect(await eventTypesOf(userId)).toEqual(typesBefore);
});

test('an operator or administrator removes lost second factors, and the user can sign in again', async () => {
  const { client, email, userId } = await signedUp();
  const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Lost' });
  if (!data) throw new Error('No factor');
  auth.clock.pass(30_000);
  const code = appCode(data.totp.secret, auth.clock.now());
  await client.mfa.challengeAndVerify({ factorId: data.id, code });
  const aal1Token = (await signIn(email)).data.session?.access_token ?? '';
  expect(await callerOf(aal1Token)).toMatchObject({ awaitsSecondFactor: true });

  const own = { id: userId, kind: 'user', role: 'client' } as const;
  const removal = new RemoveLostFactors(email, 'the phone is broken');
  for (const by of [own, support, { ...admin, id: userId }])
    await expect(send(removal, by)).rejects.toMatchObject({ code: 'factor-not-allowed' });
  for (const [reason, code] of [
    [' ', 'factor-reason'],
    [`call ${email}`, 'person-reason-personal'],
  ] as const)
    await expect(send(new RemoveLostFactors(email, reason), admin)).rejects.toMatchObject({ code });
  expect(await send(new RemoveLostFactors(userId, 'the phone is broken'), admin)).toBe(1);
  expect(await callerOf(aal1Token)).toMatchObject({ aal: 'aal1', awaitsSecondFactor: false });
  const events = await auth.app.get(EventStore).read(`factor-${data.id}`);
  expect(events.at(-1)).toMatchObject({ type: 'FactorRemoved', by: { id: 'ada' }, reason: 'the phone is broken' });
  expect(await send(removal)).toBe(0);
});
