import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jest } from '@jest/globals';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { type Configuration, Provider } from 'oidc-provider';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  discovery,
  randomPKCECodeVerifier,
} from 'openid-client';

/** A person with an account at a provider. */
export type ProviderUser = { readonly sub: string } & Readonly<Record<string, unknown>>;
type Signing = {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly jwk: object;
  readonly publicJwk: object;
};

export const client = { id: 'festoon', secret: 'a secret between two' };
/** The claims that apps request for an id_token; by default it contains only the subject. */
const idTokenClaims = ['email', 'email_verified', 'name'];

const newSigning = async (): Promise<Signing> => {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const publicJwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(publicJwk);
  const facts = { kid, alg: 'RS256', use: 'sig' };
  return {
    kid,
    privateKey,
    jwk: { ...(await exportJWK(privateKey)), ...facts },
    publicJwk: { ...publicJwk, ...facts },
  };
};

const startServer = async (listener: RequestListener): Promise<{ server: Server; url: string }> => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

const stopServer = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

const configuration = (
  redirect_uris: string[],
  jwk: object,
  people: ReadonlyMap<string, ProviderUser>,
): Configuration => ({
  clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris }],
  jwks: { keys: [jwk] },
  cookies: { keys: ['a key for cookies'] },
  ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  pkce: { required: () => true },
  features: { devInteractions: { enabled: false }, claimsParameter: { enabled: true } },
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'given_name', 'family_name'] },
  interactions: { url: (_, { uid }) => `/interaction/${uid}` },
  findAccount: (_, sub) => ({ accountId: sub, claims: async () => people.get(sub) ?? { sub } }),
  loadExistingGrant: async ({ oidc }) => {
    const [clientId, accountId] = [oidc.client?.clientId ?? '', oidc.session?.accountId ?? ''];
    const grant = new oidc.provider.Grant({ clientId, accountId });
    grant.addOIDCScope('openid email profile');
    grant.addOIDCClaims(idTokenClaims);
    await grant.save();
    return grant;
  },
});

/**
 * Signs the person with this `sub` in at the provider, for the app at the address `app`, and returns both tokens. The
 * ID token contains the claims in `idTokenClaims`, such as the email address.
 */
const tokensAt = async (issuer: string, app: string, sub: string, nonce: string) => {
  const secret = randomPKCECodeVerifier();
  const insecure = { execute: [allowInsecureRequests] };
  const providerConfiguration = await discovery(new URL(issuer), client.id, client.secret, undefined, insecure);
  const authorizationUrl = buildAuthorizationUrl(providerConfiguration, {
    redirect_uri: app,
    scope: 'openid email profile',
    claims: JSON.stringify({ id_token: Object.fromEntries(idTokenClaims.map((claim) => [claim, null])) }),
    login_hint: sub,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(secret),
    code_challenge_method: 'S256',
  });
  const redirectedTo = await new Browser().go(authorizationUrl.href, (url) => url.startsWith(app));
  const checks = { expectedNonce: nonce, pkceCodeVerifier: secret, idTokenExpected: true };
  const { id_token = '', access_token } = await authorizationCodeGrant(
    providerConfiguration,
    new URL(redirectedTo),
    checks,
  );
  return { idToken: id_token, accessToken: access_token };
};

/**
 * Starts a provider with a library that the OpenID Foundation has certified. The person named by `login_hint` signs
 * in, or else the last one added. Call `open` once the client's address is known.
 */
export const startProvider = async () => {
  const people = new Map<string, ProviderUser>();
  const signing = await newSigning();
  let listener: RequestListener = (_, response) => void response.writeHead(503).end();
  const { server, url: issuer } = await startServer((request, response) => listener(request, response));
  const app = `${issuer}/app`;

  const open = (redirectUri: string) => {
    // It warns each time that its data is lost when the process ends, which is intended here.
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    const provider = new Provider(issuer, configuration([redirectUri, app], signing.jwk, people));
    warn.mockRestore();
    const callback = provider.callback();
    listener = async (request, response) => {
      if (!request.url?.startsWith('/interaction/')) return callback(request, response);
      const { params } = await provider.interactionDetails(request, response);
      const accountId = String(params.login_hint ?? [...people.keys()].at(-1));
      const result = people.has(accountId)
        ? { login: { accountId } }
        : { error: 'access_denied', error_description: 'no' };
      await provider.interactionFinished(request, response, result);
    };
  };

  const tokensFor = (sub: string, nonce: string) => tokensAt(issuer, app, sub, nonce);

  /** An id_token as the provider signs it, or with other claims and another header. */
  const idToken = (claims: JWTPayload, header: object = {}, key: CryptoKey = signing.privateKey) =>
    new SignJWT({ iss: issuer, aud: client.id, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: signing.kid, ...header })
      .sign(key);

  return { issuer, people, open, tokensFor, idToken, signing, stop: () => stopServer(server) };
};

type ConfiguredResponse = {
  readonly status?: number;
  readonly body: unknown;
  readonly headers?: Record<string, string>;
};

/** A provider with configurable responses: its token endpoint returns `tokens`, which are made from the request. */
export const startConfigurableProvider = async () => {
  const signing = await newSigning();
  const responses: {
    tokens: (nonce: string) => Promise<ConfiguredResponse>;
    metadata: Record<string, unknown>;
    nonce: string;
  } = {
    tokens: async () => ({ body: {} }),
    metadata: {},
    nonce: '',
  };
  const routes: Record<string, () => Promise<ConfiguredResponse>> = {
    '/.well-known/openid-configuration': async () => ({ body: { ...metadata, ...responses.metadata } }),
    '/jwks': async () => ({ body: { keys: [signing.publicJwk] } }),
    '/token': () => responses.tokens(responses.nonce),
  };
  const { server, url: issuer } = await startServer(async (request, response) => {
    const { status = 200, body, headers } = (await routes[request.url ?? '']?.()) ?? { status: 404, body: {} };
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  });
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  };
  return { issuer, signing, responses, stop: () => stopServer(server) };
};

/** A browser that keeps each site's cookies and follows redirects until a given address. */
export class Browser {
  readonly #jars = new Map<string, Map<string, string>>();

  /**
   * Follows redirects. Returns the first URL that `stop` matches, without opening it, or the URL of the first response
   * that does not redirect.
   */
  async go(address: string, stop: (url: string) => boolean = () => false): Promise<string> {
    let url = address;
    for (let redirects = 0; redirects < 12; redirects++) {
      if (stop(url)) return url;
      const response = await this.fetch(url);
      const nextUrl = response.headers.get('location');
      if (!nextUrl) throw new Error(`${url} returned ${response.status}: ${await response.text()}`);
      url = new URL(nextUrl, url).href;
    }
    throw new Error(`Too many redirects, the last to ${url}`);
  }

  /** Signs out of a site by deleting its cookies. */
  deleteCookies(site: string): void {
    this.#jars.delete(new URL(site).host);
  }

  /** Sends one request and does not follow redirects. */
  async fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const { host } = new URL(url);
    const jar = this.#jars.get(host) ?? new Map<string, string>();
    this.#jars.set(host, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(init.headers as Record<string, string>), ...(cookie && { cookie }) };
    const response = await fetch(url, { ...init, redirect: 'manual', headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    return response;
  }
}
