import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { CloseAccount, Sessions } from '#identity';
import { Context } from '#platform/context';
import { Database } from '#platform/postgres';
import { originOf } from '#platform/testing';
import { newEmail, password, person } from '../auth-app.suite.ts';
import { codeIn, startMailedApp } from '../mails/mailed.suite.ts';

let auth: Awaited<ReturnType<typeof startMailedApp>>;
beforeAll(async () => {
  auth = await startMailedApp();
});
afterAll(() => auth.stop());

const minutes = (count: number) => count * 60_000;
const isErased = async (userId: string) => (await auth.eventsOf(userId)).some(({ type }) => type === 'PersonErased');
/** A user without a password, who signs in by mail. */
const byMail = async () => {
  const [email, client] = [newEmail(), auth.client()];
  await client.signInWithOtp({ email, options: { data: person() } });
  const token = codeIn(await auth.mail(email, 'magic-link'));
  const { data } = await client.verifyOtp({ type: 'email', email, token });
  const caller = await auth.app.get(Sessions).caller(data.session?.access_token ?? '');
  if (!caller) throw new Error('There is no session');
  return { ...caller, email, client };
};
const close = async ({ userId, sessionId }: { userId: string; sessionId: string }, proof: object = {}) => {
  const by = { id: userId, kind: 'user', role: 'client' } as const;
  const command = new CloseAccount(userId, sessionId, { password: '', nonce: '', ...proof }, '127.0.0.1');
  return auth.app.get(Context).run(originOf(by), () => auth.app.get(CommandBus).execute(command));
};
const reauthenticationNeeded = { code: 'reauthentication-needed' };

test('a user without a password can close the account shortly after signing in', async () => {
  const ann = await byMail();
  auth.clock.pass(minutes(10) - 5_000);
  await close(ann);
  expect(await isErased(ann.userId)).toBe(true);
});

test('an older session needs a mailed code, which belongs to one account; an unset password is refused', async () => {
  const ann = await byMail();
  auth.clock.pass(minutes(11));
  await expect(close(ann)).rejects.toMatchObject(reauthenticationNeeded);
  await expect(close(ann, { password })).rejects.toMatchObject(reauthenticationNeeded);
  // A refresh is not a proof of who uses the session.
  expect((await ann.client.refreshSession()).error).toBeNull();
  await expect(close(ann)).rejects.toMatchObject(reauthenticationNeeded);

  const bo = await byMail();
  auth.clock.pass(minutes(11));
  expect((await bo.client.reauthenticate()).error).toBeNull();
  const nonce = codeIn(await auth.mail(bo.email, 'reauthentication'));
  const invalid = { code: 'reauthentication-code-wrong' };
  await expect(close(ann, { nonce })).rejects.toMatchObject(invalid);
  await expect(close(bo, { nonce: nonce === '000000' ? '000001' : '000000' })).rejects.toMatchObject(invalid);
  expect([await isErased(ann.userId), await isErased(bo.userId)]).toEqual([false, false]);
  await close(bo, { nonce });
  expect(await isErased(bo.userId)).toBe(true);
});

test('signing in again is a sufficient proof', async () => {
  const ann = await byMail();
  auth.clock.pass(minutes(90));
  await ann.client.signInWithOtp({ email: ann.email });
  const token = codeIn(await auth.mail(ann.email, 'magic-link', 2));
  const { data } = await auth.client().verifyOtp({ type: 'email', email: ann.email, token });
  const secondCaller = await auth.app.get(Sessions).caller(data.session?.access_token ?? '');
  await expect(close(ann)).rejects.toMatchObject(reauthenticationNeeded);
  await close({ userId: ann.userId, sessionId: secondCaller?.sessionId ?? '' });
  expect(await isErased(ann.userId)).toBe(true);
});

test('a user with a password needs it or a mailed code, even in a new session', async () => {
  const [byPassword, byCode] = [await auth.signUp(), await auth.signUp()];
  const memberOf = async ({ user, access_token }: typeof byCode) => {
    const caller = await auth.app.get(Sessions).caller(access_token);
    return { userId: user.id, sessionId: caller?.sessionId ?? '' };
  };
  const [ann, bo] = [await memberOf(byPassword), await memberOf(byCode)];
  for (const proof of [{}, { password: 'Marigold-9-Lane' }])
    await expect(close(ann, proof)).rejects.toMatchObject({ code: 'credentials-wrong' });
  await close(ann, { password });
  await auth.call('GET', '/reauthenticate', { token: byCode.access_token });
  await close(bo, { nonce: codeIn(await auth.mail(byCode.user.email ?? '', 'reauthentication')) });
  expect([await isErased(ann.userId), await isErased(bo.userId)]).toEqual([true, true]);
});

test('an account is closed while a read table is being rebuilt', async () => {
  const ann = await byMail();
  const rebuild = await auth.app.get(Database).dedicatedConnection();
  await rebuild.query(`select pg_advisory_lock(7310582, hashtext('users_v1'))`);
  await close(ann);
  expect(await isErased(ann.userId)).toBe(true);
  await rebuild.end();
});

// Otherwise another person at an unlocked screen could set a password and close the account with it.
test.each([11, 25 * 60])('setting a first password needs a mailed code %i minutes after signing in', async (passed) => {
  const bo = await byMail();
  auth.clock.pass(minutes(passed));
  await bo.client.refreshSession();
  const set = (nonce?: string) => bo.client.updateUser({ password: 'Marigold-9-Lane', ...(nonce && { nonce }) });
  expect((await set()).error).toMatchObject({ status: 400, code: 'reauthentication_needed' });
  await bo.client.reauthenticate();
  expect((await set(codeIn(await auth.mail(bo.email, 'reauthentication')))).error).toBeNull();
});
