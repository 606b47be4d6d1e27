import { createHash, timingSafeEqual } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import {
  createRemoteJWKSet,
  decodeProtectedHeader,
  type JWTPayload,
  type JWTVerifyGetKey,
  customFetch as joseFetch,
  jwtVerify,
} from 'jose';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
} from 'openid-client';
import { Refusal } from '#kernel';
import { Config, type OpenIdProvider } from '#platform/config';
import { Site } from '#platform/http';
import { faultOf } from '#platform/logging';
import { Clock } from '../clock/index.ts';
import type { IdentityFacts } from '../users/index.ts';
import { type Person, personIn } from './openid.claims.ts';
import { fetchFor } from './openid.fetch.ts';

/** The values that bind a provider's response to our request. */
export type Secrets = { readonly state: string; readonly nonce: string; readonly verifier: string };
/** A person who signed in at a provider, and the tokens that it issued for them. */
export type ProviderSignIn = {
  readonly person: Person;
  readonly accessToken: string;
  readonly refreshToken: string | null;
};

type DiscoveredProvider = { readonly configuration: Configuration; readonly keys: JWTVerifyGetKey };

/** A provider's discovery document is fetched again after this time, in milliseconds. */
const discoveryLifetime = 3_600_000;
/** Only asymmetric algorithms: with a shared secret, every party that knows it could forge tokens. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

const unreachable = ({ name }: OpenIdProvider) =>
  new Refusal('oauth-provider-unreachable', `${name} cannot be reached. Please try again in a moment.`);

/**
 * The identity providers from OIDC_PROVIDERS, with OpenID Connect: discovery, code flow with PKCE and nonce, signed
 * tokens.
 */
@Injectable()
export class OpenIdProviders {
  readonly #log = new Logger(OpenIdProviders.name);
  readonly #known = new Map<string, { until: number; found: Promise<DiscoveredProvider> }>();

  constructor(
    private readonly config: Config,
    private readonly site: Site,
    private readonly clock: Clock,
  ) {}

  get names(): readonly string[] {
    return this.config.openIdProviders.map(({ name }) => name);
  }

  /** Finds a provider by its name, ignoring case, or by its issuer. */
  find(name: unknown): OpenIdProvider | undefined {
    const requestedName = typeof name === 'string' ? name : '';
    return this.config.openIdProviders.find(
      (each) => each.name === requestedName.toLowerCase() || each.issuer === requestedName,
    );
  }

  /** Whether the identity's address was verified by a provider that is trusted for email addresses. */
  hasVerifiedAddress({ provider, data }: Pick<IdentityFacts, 'provider' | 'data'>): boolean {
    return data.email_verified === true && this.find(provider)?.trustsEmail === true;
  }

  /** The redirect URI to which a provider sends the browser back. */
  get callback(): string {
    return `${this.site.url}/auth/v1/callback`;
  }

  /** The authorization URL at which a person signs in. Refuses `oauth-provider-unreachable`. */
  async authorizationUrl(
    provider: OpenIdProvider,
    { state, nonce, verifier }: Secrets,
    extra: Readonly<Record<string, string>>,
  ) {
    const { configuration } = await this.#of(provider);
    return buildAuthorizationUrl(configuration, {
      ...extra,
      redirect_uri: this.callback,
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).href;
  }

  /**
   * Exchanges the provider's response for the person and tokens. Throws if any part of the response does not match the
   * request.
   */
  async exchangeCode(provider: OpenIdProvider, query: URLSearchParams, secrets: Secrets): Promise<ProviderSignIn> {
    const { configuration } = await this.#of(provider);
    const tokens = await authorizationCodeGrant(configuration, new URL(`${this.callback}?${query}`), {
      expectedState: secrets.state,
      expectedNonce: secrets.nonce,
      pkceCodeVerifier: secrets.verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!(claims && tokens.id_token)) throw new Error('the token response has no id_token');
    requireMatchingHash(claims.at_hash, tokens.access_token, decodeProtectedHeader(tokens.id_token).alg);
    // Many providers return the email address only from the user info endpoint.
    const userInfo = claims.email ? {} : await this.#userInfo(configuration, tokens.access_token, claims.sub);
    const person = personIn({ ...userInfo, ...claims });
    if (!person) throw new Error('the id_token has no subject');
    return { person, accessToken: tokens.access_token, refreshToken: tokens.refresh_token ?? null };
  }

  /** Returns the claims of an id_token that this provider signed. Throws if the token is not valid. */
  async verify(provider: OpenIdProvider, idToken: string, accessToken: string | undefined): Promise<JWTPayload> {
    const { configuration, keys } = await this.#of(provider);
    const { issuer } = configuration.serverMetadata();
    const currentDate = this.clock.now();
    const requiredClaims = ['sub', 'exp', 'iat', 'aud'];
    const { payload, protectedHeader } = await jwtVerify(idToken, keys, {
      issuer,
      algorithms,
      currentDate,
      requiredClaims,
    });
    if (accessToken) requireMatchingHash(payload.at_hash, accessToken, protectedHeader.alg);
    return payload;
  }

  async #userInfo(configuration: Configuration, accessToken: string, subject: string): Promise<object> {
    return configuration.serverMetadata().userinfo_endpoint ? fetchUserInfo(configuration, accessToken, subject) : {};
  }

  async #of(provider: OpenIdProvider): Promise<DiscoveredProvider> {
    const now = Date.now();
    let cachedDiscovery = this.#known.get(provider.name);
    if (!cachedDiscovery || cachedDiscovery.until <= now) {
      cachedDiscovery = { until: now + discoveryLifetime, found: discover(provider) };
      this.#known.set(provider.name, cachedDiscovery);
    }
    try {
      return await cachedDiscovery.found;
    } catch (error) {
      this.#known.delete(provider.name);
      this.#log.warn(`${provider.name} cannot be used: ${faultOf(error)}`);
      throw unreachable(provider);
    }
  }
}

const discover = async ({ issuer, clientId, clientSecret }: OpenIdProvider): Promise<DiscoveredProvider> => {
  const fetch = fetchFor(issuer);
  const open = new URL(issuer).protocol === 'http:';
  const configuration = await discovery(new URL(issuer), clientId, clientSecret, clientSecret ? undefined : None(), {
    [customFetch]: (address, options) => fetch(address, options as RequestInit),
    timeout: 5,
    // Checks the id_token's signature although it comes directly from the provider.
    execute: [enableNonRepudiationChecks, ...(open ? [allowInsecureRequests] : [])],
  });
  const { jwks_uri } = configuration.serverMetadata();
  if (!jwks_uri) throw new Error('it publishes no keys');
  const keys = createRemoteJWKSet(new URL(jwks_uri), { [joseFetch]: (address, options) => fetch(address, options) });
  return { configuration, keys };
};

/**
 * OpenID Connect Core 3.1.3.6: an id_token may contain the left half of its access token's hash. Throws if it does not
 * match.
 */
const requireMatchingHash = (hash: unknown, accessToken: string, algorithm = ''): void => {
  if (hash === undefined) return;
  const [bits = '512'] = /(256|384|512)$/.exec(algorithm) ?? [];
  const digest = createHash(`sha${bits}`).update(accessToken).digest();
  const [expected, claimed] = [digest.subarray(0, digest.length / 2), Buffer.from(String(hash), 'base64url')];
  if (expected.length !== claimed.length || !timingSafeEqual(expected, claimed))
    throw new Error('the id_token was issued for another access token');
};
