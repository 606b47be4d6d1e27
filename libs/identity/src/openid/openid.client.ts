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

/** What ties a provider's answer to our question. */
export type Secrets = { readonly state: string; readonly nonce: string; readonly verifier: string };
/** Somebody who signed in at a provider, and the tokens it gave for them. */
export type ProviderSignIn = {
  readonly person: Person;
  readonly accessToken: string;
  readonly refreshToken: string | null;
};

type Known = { readonly configuration: Configuration; readonly keys: JWTVerifyGetKey };

/** What a provider publishes about itself is asked for again after this, in milliseconds. */
const freshFor = 3_600_000;
/** Shared secrets sign nothing here: whoever knows one could make tokens. */
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
  new Refusal('oauth-provider-unreachable', `${name} cannot be reached, please try again in a moment`);

/** The OpenID providers of OIDC_PROVIDERS, asked by OpenID Connect: discovery, code flow with PKCE and nonce, signed tokens. */
@Injectable()
export class OpenIdProviders {
  readonly #log = new Logger(OpenIdProviders.name);
  readonly #known = new Map<string, { until: number; found: Promise<Known> }>();

  constructor(
    private readonly config: Config,
    private readonly site: Site,
    private readonly clock: Clock,
  ) {}

  get names(): readonly string[] {
    return this.config.openIdProviders.map(({ name }) => name);
  }

  /** By its name, however it is capitalized, or by its issuer. */
  find(name: unknown): OpenIdProvider | undefined {
    const wanted = typeof name === 'string' ? name : '';
    return this.config.openIdProviders.find((each) => each.name === wanted.toLowerCase() || each.issuer === wanted);
  }

  /** Whether this identity's address is verified, by a provider whose word for it counts. */
  vouchesFor({ provider, data }: Pick<IdentityFacts, 'provider' | 'data'>): boolean {
    return data.email_verified === true && this.find(provider)?.trustsEmail === true;
  }

  /** Where a provider sends people back to. */
  get callback(): string {
    return `${this.site.url}/auth/v1/callback`;
  }

  /** Where somebody is sent to sign in. Refuses `oauth-provider-unreachable`. */
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

  /** Who came back with this answer. Throws where anything about it is not as asked. */
  async exchangeCode(provider: OpenIdProvider, query: URLSearchParams, secrets: Secrets): Promise<ProviderSignIn> {
    const { configuration } = await this.#of(provider);
    const tokens = await authorizationCodeGrant(configuration, new URL(`${this.callback}?${query}`), {
      expectedState: secrets.state,
      expectedNonce: secrets.nonce,
      pkceCodeVerifier: secrets.verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!(claims && tokens.id_token)) throw new Error('no id_token came');
    onlyTogether(claims.at_hash, tokens.access_token, decodeProtectedHeader(tokens.id_token).alg);
    // Many tell the address only when asked again.
    const more = claims.email ? {} : await this.#userInfo(configuration, tokens.access_token, claims.sub);
    const person = personIn({ ...more, ...claims });
    if (!person) throw new Error('the id_token names nobody');
    return { person, accessToken: tokens.access_token, refreshToken: tokens.refresh_token ?? null };
  }

  /** The claims of an id_token that this provider signed for us. Throws where it is anything else. */
  async verify(provider: OpenIdProvider, idToken: string, accessToken: string | undefined): Promise<JWTPayload> {
    const { configuration, keys } = await this.#of(provider);
    const { issuer } = configuration.serverMetadata();
    const currentDate = this.clock.now();
    const required = ['sub', 'exp', 'iat', 'aud'];
    const { payload, protectedHeader } = await jwtVerify(idToken, keys, {
      issuer,
      algorithms,
      currentDate,
      requiredClaims: required,
    });
    if (accessToken) onlyTogether(payload.at_hash, accessToken, protectedHeader.alg);
    return payload;
  }

  async #userInfo(configuration: Configuration, accessToken: string, subject: string): Promise<object> {
    return configuration.serverMetadata().userinfo_endpoint ? fetchUserInfo(configuration, accessToken, subject) : {};
  }

  async #of(provider: OpenIdProvider): Promise<Known> {
    const now = Date.now();
    let known = this.#known.get(provider.name);
    if (!known || known.until <= now) {
      known = { until: now + freshFor, found: discover(provider) };
      this.#known.set(provider.name, known);
    }
    try {
      return await known.found;
    } catch (error) {
      this.#known.delete(provider.name);
      this.#log.warn(`${provider.name} cannot be used: ${faultOf(error)}`);
      throw unreachable(provider);
    }
  }
}

const discover = async ({ issuer, clientId, clientSecret }: OpenIdProvider): Promise<Known> => {
  const fetch = fetchFor(issuer);
  const open = new URL(issuer).protocol === 'http:';
  const configuration = await discovery(new URL(issuer), clientId, clientSecret, clientSecret ? undefined : None(), {
    [customFetch]: (address, options) => fetch(address, options as RequestInit),
    timeout: 5,
    // The id_token's signature is checked although it comes straight from the provider.
    execute: [enableNonRepudiationChecks, ...(open ? [allowInsecureRequests] : [])],
  });
  const { jwks_uri } = configuration.serverMetadata();
  if (!jwks_uri) throw new Error('it publishes no keys');
  const keys = createRemoteJWKSet(new URL(jwks_uri), { [joseFetch]: (address, options) => fetch(address, options) });
  return { configuration, keys };
};

/** OpenID Connect Core 3.1.3.6: an id_token may hold half of its access token's hash. */
const onlyTogether = (hash: unknown, accessToken: string, algorithm = ''): void => {
  if (hash === undefined) return;
  const [bits = '512'] = /(256|384|512)$/.exec(algorithm) ?? [];
  const made = createHash(`sha${bits}`).update(accessToken).digest();
  const [ours, theirs] = [made.subarray(0, made.length / 2), Buffer.from(String(hash), 'base64url')];
  if (ours.length !== theirs.length || !timingSafeEqual(ours, theirs))
    throw new Error('the access token is another one’s');
};
