import { Site } from '#platform';
import { startAuthApp } from '../auth-app.suite.ts';
import { client, startProvider } from './openid.suite.ts';

/** Identity over HTTP, and where else people sign in: `own`, whose word about addresses counts, and `work`, whose does not. */
export const startElsewhere = (...more: readonly object[]) => startElsewhereSet({}, ...more);

/** The same, with other settings besides. */
export const startElsewhereSet = async (settings: Readonly<Record<string, string>>, ...more: readonly object[]) => {
  const [own, work] = await Promise.all([startProvider(), startProvider()]);
  const known = { clientId: client.id, clientSecret: client.secret };
  const auth = await startAuthApp({
    ...settings,
    OIDC_PROVIDERS: JSON.stringify([
      { name: 'own', issuer: own.issuer, ...known },
      { name: 'work', issuer: work.issuer, ...known, trustsEmail: false },
      ...more,
    ]),
  });
  const site = auth.app.get(Site).url;
  for (const provider of [own, work]) provider.open(`${site}/auth/v1/callback`);
  const stop = async () => {
    await auth.stop();
    await Promise.all([own.stop(), work.stop()]);
  };
  return { auth, own, work, site, stop };
};
