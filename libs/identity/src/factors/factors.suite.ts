import type { GoTrueClient, Session } from '@supabase/auth-js';
import { EventStore } from '#platform/event-store';
import { newEmail, password, person, startAuthApp } from '../auth-app.suite.ts';
import { appCode } from './authenticator.suite.ts';
import type { FactorEvents } from './factor.ts';

/** An authenticator app on a user's phone. */
type App = { readonly id: string; readonly secret: string };

export const sessionOf = async (client: GoTrueClient): Promise<Session> => {
  const { data } = await client.getSession();
  if (!data.session) throw new Error('No session');
  return data.session;
};
export const tokenOf = async (client: GoTrueClient) => (await sessionOf(client)).access_token;

export const enrol = async (client: GoTrueClient, friendlyName = 'Phone') => {
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName });
  if (error) throw error;
  return { id: data.id, secret: data.totp.secret, totp: data.totp };
};

/** Identity over HTTP, and users with authenticator apps. */
export const startFactors = async () => {
  const auth = await startAuthApp();
  const member = async () => {
    const [client, email] = [auth.client(), newEmail()];
    await client.signUp({ email, password, options: { data: person() } });
    return { client, email };
  };
  /** Advances to the next step and returns its code, because each step is accepted once. */
  const code = ({ secret }: Pick<App, 'secret'>) => {
    auth.clock.pass(30_000);
    return appCode(secret, auth.clock.now());
  };
  const challengeAndVerify = (client: GoTrueClient, factor: App) =>
    client.mfa.challengeAndVerify({ factorId: factor.id, code: code(factor) });
  /** A user with a verified second factor, in a session at aal2. */
  const memberWithFactor = async () => {
    const { client, email } = await member();
    const factor = await enrol(client);
    const { error } = await challengeAndVerify(client, factor);
    if (error) throw error;
    return { client, email, factor };
  };
  /** A new session of an existing user, at aal1 if the user has a second factor. */
  const signInWithPassword = async (email: string) => {
    const client = auth.client();
    const { error } = await client.signInWithPassword({ email, password });
    if (error) throw error;
    return client;
  };
  const challenge = async (token: string, { id }: Pick<App, 'id'>): Promise<string> =>
    (await auth.call('POST', `/factors/${id}/challenge`, { token, body: { factorId: id } })).body.id;
  const verify = (token: string, factorId: string, body: object) =>
    auth.call('POST', `/factors/${factorId}/verify`, { token, body });
  const factorEvents = async (factorId: string) =>
    (await auth.app.get(EventStore).read<FactorEvents>(`factor-${factorId}`)).map(({ type, data }) => ({
      type,
      ...data,
    }));
  return {
    ...auth,
    member,
    code,
    challengeAndVerify,
    memberWithFactor,
    signInWithPassword,
    challenge,
    verify,
    factorEvents,
  };
};
