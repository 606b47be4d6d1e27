import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { actorOf, GrantStaffRole, IdentityQueries, RegisterUser, Sessions } from '#identity';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { Database } from '#platform/postgres';
import { Projector } from '#platform/projections';
import { originOf, untilCaughtUp } from '#platform/testing';
import { newEmail, password, person, startAuthApp } from './auth-app.suite.ts';
import { Accounts } from './users/accounts.store.ts';
import type { UserEvents } from './users/user.ts';

let auth: Awaited<ReturnType<typeof startAuthApp>>;
beforeAll(async () => {
  auth = await startAuthApp();
});
afterAll(() => auth.stop());

const eventsOf = (userId: string) => auth.app.get(EventStore).read<UserEvents>(`user-${userId}`);
const typesOf = async (userId: string) => (await eventsOf(userId)).map(({ type }) => type);
const query = (sql: string, values: readonly unknown[] = []) => auth.app.get(Database).query(sql, values);

test('a new user has a session and a role before any projection has run', async () => {
  const client = auth.client();
  const email = newEmail();
  const { data, error } = await client.signUp({ email, password, options: { data: person('vendor') } });
  expect(error).toBeNull();
  expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
  expect((await client.getUser()).data.user?.email).toBe(email);
  expect(await auth.app.get(Sessions).caller(data.session?.access_token ?? '')).toMatchObject({
    userId: data.user?.id,
    role: 'vendor',
    staffRoles: [],
    aal: 'aal1',
  });
  auth.app.get(Projector).follow();
});

test('a sign-up stores an event, adds a row that other modules can query, and returns a GoTrue user', async () => {
  const email = newEmail();
  const data = { ...person('creator'), terms_version: '2026-11-01', favourite: 'peonies' };
  const { user } = await auth.signUp(email.toUpperCase(), data);
  expect(user).toMatchObject({
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    app_metadata: { provider: 'email', providers: ['email'], app_role: 'creator' },
    user_metadata: { first_name: 'Ann', last_name: 'Archer', role: 'creator', favourite: 'peonies' },
    is_anonymous: false,
    identities: [{ id: user.id, user_id: user.id, provider: 'email', email, identity_data: { sub: user.id, email } }],
  });
  expect(Date.parse(user.email_confirmed_at ?? '')).toBeCloseTo(Date.now(), -5);
  expect(JSON.stringify(user)).not.toMatch(/argon2|password/);

  const [registered, verified, ...rest] = await eventsOf(user.id);
  expect(registered).toMatchObject({
    type: 'UserRegistered',
    by: { id: user.id, kind: 'user', role: 'creator' },
    source: 'api',
    data: { userId: user.id, email, firstName: 'Ann', phone: '+1 555 0100', termsVersion: '2026-11-01' },
  });
  expect([verified?.type, rest]).toEqual(['EmailVerified', []]);
  const [stored] = await auth.app.get(EventStore).readSealed(`user-${user.id}`);
  expect(JSON.stringify(stored?.data)).not.toMatch(/Archer|example\.com|\+1 555/);

  const people = auth.app.get(IdentityQueries);
  await untilCaughtUp(auth.app, verified?.position);
  expect(await people.me(user.id)).toEqual({
    id: user.id,
    role: 'creator',
    displayName: 'Ann Archer',
    avatarUrl: null,
    emailVerified: true,
    staffRoles: [],
  });
  expect(await people.names([user.id, user.id])).toEqual(
    new Map([
      [
        user.id,
        {
          displayName: 'Ann Archer',
          firstName: 'Ann',
          shortName: 'Ann A.',
          role: 'creator',
          avatarUrl: null,
          hasPhone: true,
        },
      ],
    ]),
  );
  expect((await people.contacts([user.id])).get(user.id)).toEqual({ name: 'Ann Archer', email, phone: '+1 555 0100' });
  expect(await people.byEmail(email.toUpperCase())).toBe(user.id);
  expect(await people.byEmail('nobody@example.com')).toBeUndefined();
});

test('only one of twelve concurrent sign-ups with the same address succeeds', async () => {
  const email = newEmail();
  const body = { email, password, data: person() };
  const responses = await Promise.all(Array.from({ length: 12 }, () => auth.call('POST', '/signup', { body })));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  const refusals = responses.filter(({ status }) => status !== 200);
  expect(
    new Set(refusals.map((response) => `${response.status} ${response.body.code} ${response.body.message}`)),
  ).toEqual(new Set(['422 user_already_exists User already registered']));
  const rows = (await query('select user_id as id from identity.credentials where email = $1', [email])) as {
    id: string;
  }[];
  const histories = await Promise.all(rows.map(({ id }) => typesOf(id)));
  expect(histories.map((types) => types.filter((type) => type === 'UserRegistered'))).toEqual([['UserRegistered']]);
});

/** The state after a process died during a sign-up: the row, `age` seconds old, and optionally the event. */
const insertUnfinishedSignUp = async (email: string, age: number, { withEvent }: { withEvent: boolean }) => {
  const { user } = await auth.signUp();
  const userId = randomUUID();
  await query(
    `insert into identity.credentials (user_id, email, password_hash, metadata, created_at, updated_at)
     select $1, $2, password_hash, metadata, now() - $3 * interval '1 s', now()
     from identity.credentials where user_id = $4`,
    [userId, email, age, user.id],
  );
  const [first] = await eventsOf(user.id);
  const data = { ...(first?.data as UserEvents['UserRegistered']), userId, email };
  if (withEvent)
    await auth.app
      .get(Context)
      .run(originOf({ id: userId, kind: 'user', role: 'client' }), () =>
        auth.app.get(EventStore).append<UserEvents>(`user-${userId}`, 0, [{ type: 'UserRegistered', data }]),
      );
  return userId;
};

test('a sign-up whose process died before the event reserves the address only for ten seconds', async () => {
  const email = newEmail();
  const dead = await insertUnfinishedSignUp(email, 0, { withEvent: false });
  expect((await auth.call('POST', '/signup', { body: { email, password, data: person() } })).body.code).toBe(
    'user_already_exists',
  );
  expect((await auth.client().signInWithPassword({ email, password })).error?.code).toBe('invalid_credentials');
  await query("update identity.credentials set created_at = now() - interval '11 s' where user_id = $1", [dead]);

  const { user } = await auth.signUp(email);
  expect(user.id).not.toBe(dead);
  expect(await typesOf(dead)).toEqual(['RegistrationAbandoned']);
  expect((await auth.client().signInWithPassword({ email, password })).data.user?.id).toBe(user.id);
});

test('a sign-up whose process died after the event is complete', async () => {
  const email = newEmail();
  const userId = await insertUnfinishedSignUp(email, 60, { withEvent: true });
  expect((await auth.call('POST', '/signup', { body: { email, password, data: person() } })).status).toBe(422);
  expect((await auth.client().signInWithPassword({ email, password })).data.user?.id).toBe(userId);
  expect((await auth.app.get(Accounts).byId(userId))?.registeredAt).not.toBeNull();
});

test.each([
  ['First name must be at least 2 characters', { first_name: 'A' }],
  ['Last name must be at least 2 characters', { last_name: null }],
  ['Please select a role', { role: 'admin' }],
  ['Please select a role', { role: undefined }],
  ['Phone number must be at most 40 characters', { phone: '5'.repeat(41) }],
  ['User metadata can hold at most 2048 bytes', { notes: 'x'.repeat(2_048) }],
])('a sign-up is refused: %s', async (message, wrong) => {
  const body = { email: newEmail(), password, data: { ...person(), ...wrong } };
  const response = await auth.call('POST', '/signup', { body });
  expect(response.status).toBe(400);
  expect(response.body).toEqual({ code: 'validation_failed', message });
});

test('users can change their names, phone and metadata, but not their role', async () => {
  const client = auth.client();
  const { data } = await client.signUp({ email: newEmail(), password, options: { data: { ...person(), pet: 'cat' } } });
  const userId = data.user?.id ?? '';
  const updateResult = await client.updateUser({
    data: { first_name: 'Anna', pet: null, role: 'admin', song: 'Clair' },
  });
  expect(updateResult.error).toBeNull();
  expect(updateResult.data.user?.user_metadata).toEqual({
    first_name: 'Anna',
    last_name: 'Archer',
    phone: '+1 555 0100',
    email_verified: true,
    role: 'client',
    song: 'Clair',
  });
  expect(updateResult.data.user?.app_metadata.app_role).toBe('client');
  expect(JSON.stringify(updateResult.data.user)).not.toContain('admin');
  expect((await eventsOf(userId)).at(-1)).toMatchObject({
    type: 'UserDetailsChanged',
    data: { firstName: 'Anna', lastName: 'Archer', phone: '+1 555 0100' },
  });
  expect((await client.updateUser({ data: { first_name: 'A' } })).error).toMatchObject({
    status: 400,
    code: 'validation_failed',
    message: 'First name must be at least 2 characters',
  });
});

test('a staff role granted on the command line is effective in the next request', async () => {
  const { user, access_token } = await auth.signUp();
  const asCli = originOf({ id: 'cli', kind: 'system', role: 'operator' });
  const commands = auth.app.get(CommandBus);
  await auth.app.get(Context).run(asCli, async () => {
    await commands.execute(new GrantStaffRole(user.email?.toUpperCase() ?? '', 'admin', 'opens the shop'));
    await expect(commands.execute(new GrantStaffRole('nobody@example.com', 'admin', 'x'))).rejects.toMatchObject({
      code: 'user-not-found',
    });
    await untilCaughtUp(auth.app, auth.app.get(Context).wrote);
  });
  const caller = await auth.app.get(Sessions).caller(access_token);
  expect(caller).toMatchObject({ role: 'client', staffRoles: ['admin'] });
  // Without a second factor they still act in their sign-up role.
  expect(caller && actorOf(caller)).toEqual({ id: user.id, kind: 'user', role: 'client' });
  await auth.app.get(Database).query(`update identity.sessions set aal = 'aal2' where user_id = $1`, [user.id]);
  const aal2Caller = await auth.app.get(Sessions).caller(access_token);
  expect(aal2Caller && actorOf(aal2Caller)).toEqual({ id: user.id, kind: 'staff', role: 'admin' });
  expect((await auth.app.get(IdentityQueries).me(user.id)).staffRoles).toEqual(['admin']);
});

test('a sign-up repeated with its idempotency key is executed once', async () => {
  const demo = originOf({ id: 'demo', kind: 'system', role: 'demo' });
  const newUser = { email: newEmail(), password, role: 'creator', firstName: 'Bo', lastName: 'Berg' } as const;
  const sendSignUp = () =>
    auth.app
      .get(Context)
      .run(demo, () => auth.app.get(CommandBus).execute(new RegisterUser(newUser)), `demo/${newUser.email}`);
  const userId = await sendSignUp();
  expect(await sendSignUp()).toBe(userId);
  expect(await typesOf(userId)).toEqual(['UserRegistered', 'EmailVerified']);
  expect((await eventsOf(userId))[0]?.by).toEqual(demo.by);
});

test('every row of the read table equals a new fold of the event log', async () => {
  await untilCaughtUp(auth.app);
  expect(await auth.app.get(Projector).verify()).toEqual(new Map());
});
