import { afterAll, beforeAll } from '@jest/globals';
import { registered as client, startProvider } from '#identity/testing';
import { testSite } from './test-site.suite.ts';

type Provider = Omit<Awaited<ReturnType<typeof startProvider>>, 'open' | 'stop'>;

/**
 * The test site with an OpenID provider, which the product offers under `name`. Call `oidcProvider` only inside tests.
 */
export const testSiteWithProvider = (name: string) => {
  let provider: Awaited<ReturnType<typeof startProvider>> | undefined;
  const oidcProvider = (): Provider => {
    if (!provider) throw new Error('No provider has started yet');
    return provider;
  };
  beforeAll(async () => {
    provider = await startProvider();
  });
  const site = testSite({
    settings: () => {
      const entry = { name, issuer: oidcProvider().issuer, clientId: client.id, clientSecret: client.secret };
      return { OIDC_PROVIDERS: JSON.stringify([entry]) };
    },
  });
  beforeAll(() => provider?.open(`${site.url}/auth/v1/callback`));
  afterAll(() => provider?.stop());
  return { site, oidcProvider };
};
