import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Session } from '@supabase/auth-js';
import { decodeJwt } from 'jose';
import { codeIn, linkIn } from '#identity/testing';
import { password } from './api.suite.ts';
import { api, errorOf, newEmail, noSession, profile, startClients } from './auth-client.suite.ts';

let auth: Awaited<ReturnType<typeof startClients>>;
beforeAll(async () => {
  auth = await startClients();
});
afterAll(() => auth.stop());

const page = () => `${auth.origin}/login`;
/** The address that a mail's link redirects to, without following it. */
const follow = async (mail: Parameters<typeof linkIn>[0]): Promise<URL> => {
  const response = await fetch(linkIn(mail).verify, { redirect: 'manual' });
  expect(response.status).toBe(303);
  return new URL(response.headers.get('location') ?? '');
};
const codeOf = (url: URL): string => url.searchParams.get('code') ?? '';
const methodsOf = (session: Session | null) =>
  (decodeJwt(session?.access_token ?? '').amr as { method: string }[]).map(({ method }) => method);
const wrongCode = api(403, 'otp_expired', 'Token has expired or is invalid');
const wrongLink = api(403, 'otp_expired', 'Email link is invalid or has expired');
const emptyResult = { data: { user: null, session: null }, error: null };

describe('signInWithOtp and verifyOtp', () => {
  test('sign in a person who has an account, by code and by link', async () => {
    const { email, id } = await auth.member();
    const { client, received } = auth.newClient();
    const options = { emailRedirectTo: page() };
    expect(await client.signInWithOtp({ email: email.toUpperCase(), options })).toEqual(emptyResult);
    const mail = await auth.mail(email, 'magic-link');
    expect(linkIn(mail).redirectTo).toBe(page());
    const { data, error } = await client.verifyOtp({ type: 'email', email, token: codeIn(mail) });
    expect([error, data.user?.id, methodsOf(data.session)]).toEqual([null, id, ['otp']]);
    expect(received).toEqual(['INITIAL_SESSION', 'SIGNED_IN']);

    await client.signInWithOtp({ email, options });
    const { token: token_hash } = linkIn(await auth.mail(email, 'magic-link', 2));
    const otherClient = auth.newClient();
    expect((await otherClient.client.verifyOtp({ type: 'magiclink', token_hash })).data.user?.id).toBe(id);
    expect(errorOf(await otherClient.client.verifyOtp({ type: 'magiclink', token_hash }))).toEqual(wrongLink);
    expect(otherClient.received).toEqual(['INITIAL_SESSION', 'SIGNED_IN']);
  });

  test('create an account, unless that is disabled in the request', async () => {
    const email = newEmail();
    const { client } = auth.newClient();
    const withoutSignUp = { shouldCreateUser: false, data: profile() };
    expect(errorOf(await client.signInWithOtp({ email, options: withoutSignUp }))).toEqual(
      api(422, 'otp_disabled', 'Signups not allowed for otp'),
    );
    expect(await client.signInWithOtp({ email, options: { data: profile('vendor') } })).toEqual(emptyResult);
    const token = codeIn(await auth.mail(email, 'magic-link'));
    const { data } = await client.verifyOtp({ type: 'email', email, token });
    expect(data.user).toMatchObject({ email, app_metadata: { app_role: 'vendor' } });
    // The account exists from here on.
    expect(await client.signInWithOtp({ email, options: { shouldCreateUser: false } })).toEqual(emptyResult);
  });

  test('return GoTrue’s error without an address, and for a wrong code', async () => {
    const { client, received } = auth.newClient();
    const { email } = await auth.member();
    expect(errorOf(await client.signInWithOtp({} as { email: string }))).toMatchObject({
      name: 'AuthInvalidCredentialsError',
      message: 'You must provide either an email or phone number.',
    });
    expect(errorOf(await client.verifyOtp({ type: 'email', email, token: '000000' }))).toEqual(wrongCode);
    expect(received).toEqual(['INITIAL_SESSION']);
  });
});

describe('resetPasswordForEmail', () => {
  test('returns the same response for every address, and leads to a new password', async () => {
    const { email, id } = await auth.member();
    const { client, received } = auth.newClient();
    for (const address of [newEmail(), email])
      expect(await client.resetPasswordForEmail(address, { redirectTo: page() })).toEqual({ data: {}, error: null });
    expect(errorOf(await client.resetPasswordForEmail('ann@'))).toEqual(
      api(400, 'validation_failed', 'Unable to validate email address: invalid format'),
    );
    const token = codeIn(await auth.mail(email, 'recovery'));
    expect((await client.verifyOtp({ type: 'recovery', email, token })).data.user?.id).toBe(id);
    expect((await client.updateUser({ password: 'Marigold9' })).error).toBeNull();
    expect(received).toEqual(['INITIAL_SESSION', 'PASSWORD_RECOVERY', 'USER_UPDATED']);
    expect((await auth.newClient().client.signInWithPassword({ email, password: 'Marigold9' })).error).toBeNull();
  });

  test('with a code in the URL, only the browser that sent the request gets the session', async () => {
    const { email, id } = await auth.member();
    const { client, received } = auth.newClient({ flowType: 'pkce' });
    await client.resetPasswordForEmail(email, { redirectTo: page() });
    const code = codeOf(await follow(await auth.mail(email, 'recovery')));
    const otherBrowser = auth.newClient({ flowType: 'pkce' });
    expect(errorOf(await otherBrowser.client.exchangeCodeForSession(code))).toMatchObject({
      name: 'AuthPKCECodeVerifierMissingError',
    });
    const { data, error } = await client.exchangeCodeForSession(code);
    expect([error, data.user?.id, methodsOf(data.session)]).toEqual([null, id, ['recovery']]);
    expect(received.slice(0, 2)).toEqual(['INITIAL_SESSION', 'PASSWORD_RECOVERY']);
  });
});

describe('resend', () => {
  test('sends the pending mail again, and does not reveal whether one is pending', async () => {
    const { client, email } = await auth.member();
    const nextAddress = newEmail();
    await client.updateUser({ email: nextAddress }, { emailRedirectTo: page() });
    await auth.mail(nextAddress, 'email-change-new');
    for (const type of ['signup', 'email_change'] as const)
      for (const address of [email, newEmail()]) {
        const { data, error } = await auth.newClient().client.resend({ type, email: address });
        expect([type, data, error]).toEqual([type, { user: null, session: null, messageId: undefined }, null]);
      }
    const { verify } = linkIn(await auth.mail(nextAddress, 'email-change-new', 2));
    expect((await fetch(verify, { redirect: 'manual' })).headers.get('location')).toContain('#message=');
  });

  test('returns GoTrue’s error without an address', async () => {
    const { client } = auth.newClient();
    expect(errorOf(await client.resend({ type: 'signup' } as { type: 'signup'; email: string }))).toEqual({
      name: 'AuthInvalidCredentialsError',
      status: 400,
      code: undefined,
      message: 'You must provide either an email or phone number and a type',
    });
  });
});

describe('reauthenticate', () => {
  test('mails a code, with which the password can be changed once', async () => {
    const { client, email } = await auth.member();
    expect(await client.reauthenticate()).toEqual(emptyResult);
    const nonce = codeIn(await auth.mail(email, 'reauthentication'));
    expect((await client.updateUser({ password: 'Marigold9', nonce })).error).toBeNull();
    expect(errorOf(await client.updateUser({ password: 'Marigold8', nonce }))).toEqual(
      api(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid'),
    );
    expect(errorOf(await auth.newClient().client.reauthenticate())).toEqual(noSession);
  });
});

describe('a change of the email address', () => {
  test('takes effect after both addresses have confirmed it', async () => {
    const { client, received, email, id } = await auth.member();
    const nextAddress = newEmail();
    const updateResult = await client.updateUser({ email: nextAddress }, { emailRedirectTo: page() });
    expect(updateResult.data.user).toMatchObject({
      email,
      new_email: nextAddress,
      email_change_sent_at: expect.any(String),
    });
    const first = {
      type: 'email_change',
      email: nextAddress,
      token: codeIn(await auth.mail(nextAddress, 'email-change-new')),
    } as const;
    const firstVerification = await auth.newClient().client.verifyOtp(first);
    expect([firstVerification.error, firstVerification.data.session]).toEqual([null, null]);
    const token = codeIn(await auth.mail(email, 'email-change-current'));
    const { data, error } = await client.verifyOtp({ type: 'email_change', email, token });
    expect([error, data.user?.id, data.user?.email]).toEqual([null, id, nextAddress]);
    expect(received).toEqual(['INITIAL_SESSION', 'SIGNED_IN', 'USER_UPDATED', 'SIGNED_IN']);
    expect((await auth.newClient().client.signInWithPassword({ email: nextAddress, password })).error).toBeNull();
  });
});
