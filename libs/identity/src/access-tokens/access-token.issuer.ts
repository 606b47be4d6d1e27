import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { BoundedMap, Refusal, refuse } from '#kernel';
import { Config } from '#platform/config';
import { Clock, seconds } from '../clock/index.ts';
import { lifetime } from './access-token.lifetime.ts';
import { algorithm, SigningKeys } from './signing-keys.store.ts';

export const audience = 'authenticated';
const typ = 'JWT';
/** The longest token that is read. Metadata is limited to 2 KB, so our own tokens are far shorter. */
const maxTokenLength = 8_192;

/** The claims that every verified token must have. */
const claims = z.object({ sub: z.uuid(), session_id: z.uuid(), exp: z.number() });
export type Claims = z.infer<typeof claims>;

/** How many verified tokens are remembered. */
const maxRemembered = 20_000;
/** A token whose signature was verified, and the key that verified it. */
type VerifiedToken = { readonly claims: Claims; readonly kid: string; readonly publicKey: CryptoKey };

/** The message is meant for the developer of a client. */
const badToken = (detail: string): Refusal => new Refusal('access-token-invalid', detail);

/** Issues and verifies access tokens. */
@Injectable()
export class AccessTokens {
  readonly issuer: string;
  /** By the token's hash, so that the memory contains no tokens. */
  readonly #verified = new BoundedMap<string, VerifiedToken>(maxRemembered);

  constructor(
    private readonly keys: SigningKeys,
    private readonly clock: Clock,
    { publicUrl }: Config,
  ) {
    this.issuer = `${publicUrl}/auth/v1`;
  }

  /** `expiresAt` is in unix seconds. */
  async issue(
    subject: string,
    facts: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly accessToken: string; readonly expiresAt: number }> {
    const { kid, privateKey } = await this.keys.current();
    const now = seconds(this.clock.now());
    const expiresAt = now + lifetime;
    const accessToken = await new SignJWT({ ...facts })
      .setProtectedHeader({ alg: algorithm, typ, kid })
      .setIssuer(this.issuer)
      .setSubject(subject)
      .setAudience(audience)
      .setIssuedAt(now)
      .setExpirationTime(expiresAt)
      .sign(privateKey);
    return { accessToken, expiresAt };
  }

  /**
   * Refuses `access-token-…` for a token that we did not issue, that was changed or that has expired. A verified
   * signature is cached while the same key verifies tokens and the token has not expired.
   */
  async verify(token: string): Promise<Claims> {
    const currentDate = this.clock.now();
    try {
      const tokenHash = hash('sha256', token, 'base64');
      const known = this.#verified.get(tokenHash);
      if (known && known.claims.exp > seconds(currentDate) && (await this.#isCurrent(known))) return known.claims;
      const { kid, publicKey } = await this.#keyOf(token);
      const { payload } = await jwtVerify(token, publicKey, {
        algorithms: [algorithm],
        issuer: this.issuer,
        audience,
        currentDate,
      });
      const claims = readClaims(payload);
      this.#verified.set(tokenHash, { claims, kid, publicKey });
      return claims;
    } catch (error) {
      throw error instanceof errors.JOSEError ? badToken(error.message) : error;
    }
  }

  /** Whether the key that verified the token still verifies tokens. */
  async #isCurrent({ kid, publicKey }: VerifiedToken): Promise<boolean> {
    return (await this.keys.byKid(kid))?.publicKey === publicKey;
  }

  async #keyOf(token: string): Promise<Pick<VerifiedToken, 'kid' | 'publicKey'>> {
    const kid = kidOf(token);
    const key = await this.keys.byKid(kid);
    if (!key) throw badToken('unrecognized JWT kid');
    return { kid, publicKey: key.publicKey };
  }
}

/** The claims of a token whose signature was verified. Refuses `access-token-…` if they are incomplete. */
const readClaims = (payload: object): Claims => {
  const parsedClaims = claims.safeParse(payload);
  if (parsedClaims.success) return parsedClaims.data;
  const { sub } = payload as Record<string, unknown>;
  if (!sub) refuse('access-token-without-subject', 'The access token has no subject');
  if (parsedClaims.error.issues.some(({ path }) => path[0] === 'sub'))
    refuse('access-token-subject-invalid', 'The subject of the access token is not a user id');
  throw badToken('a claim is missing');
};

/** The key id in a token's header. Refuses headers that differ from those we write. */
const kidOf = (token: string): string => {
  if (token.length > maxTokenLength) throw badToken('token is malformed');
  const { alg, kid, typ: kind, crit } = headerOf(token);
  if (alg !== algorithm || typeof kid !== 'string') throw badToken('signing method is invalid');
  if (kind !== typ || crit !== undefined) throw badToken('token is of another kind');
  return kid;
};

const headerOf = (token: string): ReturnType<typeof decodeProtectedHeader> => {
  try {
    return decodeProtectedHeader(token);
  } catch {
    throw badToken('token is malformed');
  }
};
