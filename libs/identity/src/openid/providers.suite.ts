import { randomUUID } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { Site } from '#platform/http';
import { startAuthApp } from '../auth-app.suite.ts';
import { client, startProvider } from './openid.suite.ts';

/** `more` holds additional providers in the operator's configuration format. */
type Options = { readonly settings?: Readonly<Record<string, string>>; readonly more?: readonly object[] };

/** Identity over HTTP, with two providers: `own` is trusted for email addresses, `work` is not. */
export const startProviders = async ({ settings = {}, more = [] }: Options = {}) => {
  const [own, work] = await Promise.all([startProvider(), startProvider()]);
  const credentials = { clientId: client.id, clientSecret: client.secret };
  const auth = await startAuthApp({
    ...settings,
    OIDC_PROVIDERS: JSON.stringify([
      { name: 'own', issuer: own.issuer, ...credentials },
      { name: 'work', issuer: work.issuer, ...credentials, trustsEmail: false },
      ...more,
    ]),
  });
  const site = auth.app.get(Site).url;
  for (const provider of [own, work]) provider.open(`${site}/auth/v1/callback`);
  /** The claims that a provider signs for a person, valid for five minutes. */
  const idTokenAt = (provider: typeof own, claims: { readonly email: string } & JWTPayload) => {
    const iat = Math.floor(auth.clock.now().getTime() / 1_000);
    const person = { sub: randomUUID(), email_verified: true, name: 'Cy Young' };
    return provider.idToken({ ...person, iat, exp: iat + 300, ...claims });
  };
  const stop = async () => {
    await auth.stop();
    await Promise.all([own.stop(), work.stop()]);
  };
  return { auth, own, work, site, idTokenAt, stop };
};
