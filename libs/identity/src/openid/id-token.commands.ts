import { createHash } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { JWTPayload } from 'jose';
import { Refusal, refuse } from '#kernel';
import { type OpenIdProvider } from '#platform/config';
import { Site } from '#platform/http';
import { faultOf } from '#platform/logging';
import { type Caller, type Device, type Grant, StartSession } from '../sessions/index.ts';
import { Accounts } from '../users/index.ts';
import { OAuthAccounts } from './oauth.accounts.ts';
import { type Person, personIn } from './openid.claims.ts';
import { OpenIdProviders } from './openid.client.ts';

/** The nonce in the token is the SHA-256 of `nonce`, in hex. */
export type GivenToken = {
  readonly idToken: string;
  readonly accessToken: string | undefined;
  readonly nonce: string | undefined;
};

/**
 * Signs in with an id_token that a provider issued to an app, or links its identity to the caller's account. Refuses
 * `id-token-…`, `identity-…`.
 */
export class SignInWithIdToken extends Command<Grant> {
  constructor(
    readonly provider: OpenIdProvider,
    readonly given: GivenToken,
    readonly linking: Caller | undefined,
    readonly device: Device,
  ) {
    super();
  }
}

@CommandHandler(SignInWithIdToken)
export class SignInWithIdTokenHandler implements ICommandHandler<SignInWithIdToken> {
  readonly #log = new Logger('OAuth');

  constructor(
    private readonly providers: OpenIdProviders,
    private readonly accounts: Accounts,
    private readonly people: OAuthAccounts,
    private readonly commands: CommandBus,
    private readonly site: Site,
  ) {}

  async execute({ provider, given, linking, device }: SignInWithIdToken): Promise<Grant> {
    const person = await this.#person(provider, given);
    const userId = linking
      ? await this.#link(provider, person, linking)
      : await this.people.signIn(provider, person, { role: 'client', termsVersion: null }, `${this.site.url}/`);
    return this.commands.execute(new StartSession(userId, device, 'oauth'));
  }

  async #person(provider: OpenIdProvider, { idToken, accessToken, nonce }: GivenToken): Promise<Person> {
    const claims = await this.providers.verify(provider, idToken, accessToken).catch((error: unknown) => {
      if (error instanceof Refusal) throw error;
      this.#log.debug(`An id_token was refused: ${faultOf(error)}`);
      refuse('id-token-invalid', 'Bad ID token');
    });
    requireOwnAudience(claims, provider);
    requireNonce(claims, nonce);
    const person = personIn(claims);
    if (!person) refuse('id-token-invalid', 'Missing sub claim in id_token');
    return person;
  }

  async #link(provider: OpenIdProvider, person: Person, { userId }: Caller): Promise<string> {
    const account = await this.accounts.byId(userId);
    if (!account) refuse('session-user-not-found', 'The user of this access token does not exist');
    await this.people.link(account, provider, person, 'by-hand');
    return userId;
  }
}

/** A token with several audiences must name the party it was issued to in `azp`. */
const requireOwnAudience = ({ aud, azp }: JWTPayload, { clientId }: OpenIdProvider): void => {
  const audience = [aud ?? []].flat();
  const issuedToUs = azp === undefined ? audience.length === 1 : azp === clientId;
  if (!(audience.includes(clientId) && issuedToUs))
    refuse('id-token-invalid', `Unacceptable audience in id_token: [${audience.join(' ')}]`);
};

const requireNonce = ({ nonce }: JWTPayload, given: string | undefined): void => {
  if (!nonce !== !given)
    refuse('id-token-invalid', 'Passed nonce and nonce in id_token should either both exist or not.');
  if (given && createHash('sha256').update(given).digest('hex') !== nonce)
    refuse('id-token-nonce-wrong', 'Nonces mismatch');
};
