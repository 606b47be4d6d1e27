import { Logger } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { z } from 'zod';
import { Refusal, refuse } from '#kernel';
import { type OpenIdProvider } from '#platform/config';
import { faultOf } from '#platform/logging';
import { FlowStates, type RedeemedFlow } from '../one-time-tokens/index.ts';
import { type Device, type Grant, OwnSessions, StartSession } from '../sessions/index.ts';
import { type Account, Accounts } from '../users/index.ts';
import { type FlowPayload, type ProviderTokens, SealedFlowPayload } from './flow.payload.ts';
import { OAuthAccounts } from './oauth.accounts.ts';
import { OAuthStates, type Return } from './oauth-states.store.ts';
import { OpenIdProviders, type ProviderSignIn } from './openid.client.ts';

/** A session that was started by signing in at a provider. */
export type OAuthGrant = { readonly grant: Grant; readonly tokens: ProviderTokens };
/**
 * The result of signing in at a provider: a session, an authorization code or a refusal, and where the browser is sent
 * next.
 */
export type OAuthOutcome = { readonly redirectTo: string | undefined } & (
  | OAuthGrant
  | { readonly code: string }
  | { readonly refusal: Refusal }
);

/** The provider returned an OAuth error; `error` is its code. */
export class ProviderRefusal extends Refusal {
  constructor(
    readonly error: string,
    message: string,
  ) {
    super('oauth-provider-refused', message);
  }
}

/** How long an authorization code can be redeemed, in seconds. */
const codeLifetime = 300;

/** Completes a sign-in at a provider when the browser returns. */
export class CompleteOAuth extends Command<OAuthOutcome> {
  constructor(
    readonly query: URLSearchParams,
    readonly cookies: readonly string[],
    readonly device: Device,
  ) {
    super();
  }
}

@CommandHandler(CompleteOAuth)
export class CompleteOAuthHandler implements ICommandHandler<CompleteOAuth> {
  readonly #log = new Logger('OAuth');

  constructor(
    private readonly providers: OpenIdProviders,
    private readonly states: OAuthStates,
    private readonly accounts: Accounts,
    private readonly people: OAuthAccounts,
    private readonly flows: FlowStates,
    private readonly payloads: SealedFlowPayload,
    private readonly commands: CommandBus,
  ) {}

  async execute({ query, cookies, device }: CompleteOAuth): Promise<OAuthOutcome> {
    let redirectTo: string | undefined;
    try {
      const state = stateIn(query);
      const pendingSignIn = await this.states.claim(state, cookies);
      if (!pendingSignIn) throw badState('OAuth state not found or expired');
      redirectTo = pendingSignIn.redirectTo;
      if (pendingSignIn.wrong) throw pendingSignIn.wrong;
      const provider = this.providers.find(pendingSignIn.provider);
      if (!provider) refuse('oauth-provider-unknown', `Unsupported provider: ${pendingSignIn.provider}`);
      const providerSignIn = await this.#exchangeCode(provider, query, { state, ...pendingSignIn });
      return { redirectTo, ...(await this.#complete(provider, pendingSignIn, providerSignIn, device)) };
    } catch (error) {
      if (error instanceof Refusal) return { redirectTo, refusal: error };
      throw error;
    }
  }

  async #exchangeCode(
    provider: OpenIdProvider,
    query: URLSearchParams,
    returned: Return & { state: string },
  ): Promise<ProviderSignIn> {
    const errorCode = query.get('error');
    if (errorCode)
      throw new ProviderRefusal(errorCode.slice(0, 60), (query.get('error_description') ?? '').slice(0, 300));
    if (!query.get('code')) refuse('oauth-callback-invalid', 'OAuth callback with missing authorization code missing');
    try {
      return await this.providers.exchangeCode(provider, query, returned);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      this.#log.warn(`${provider.name} returned a response that was rejected: ${faultOf(error)}`);
      refuse('oauth-code-refused', 'Unable to exchange external code');
    }
  }

  async #complete(provider: OpenIdProvider, returned: Return, { person, ...tokens }: ProviderSignIn, device: Device) {
    const { challenge, linking, redirectTo, signUp } = returned;
    if (!linking) {
      const userId = await this.people.signIn(provider, person, signUp, redirectTo);
      return challenge ? this.#code(challenge, userId, { tokens }) : this.#session(userId, tokens, device);
    }
    const account = await linkableAccount(this.accounts, linking.userId);
    await this.people.requireUnlinked(provider, person, account.userId);
    // An attacker may have sent another person to this address, so only the browser with the verifier or the cookie may
    // link.
    if (challenge)
      return this.#code(challenge, account.userId, {
        tokens,
        linking: { provider: provider.name, person, sessionId: linking.sessionId },
      });
    await this.people.link(account, provider, person, 'by-hand');
    return this.#session(account.userId, tokens, device);
  }

  async #code(challenge: NonNullable<Return['challenge']>, userId: string, payload: FlowPayload) {
    const flow = await this.flows.open(challenge, 'oauth', codeLifetime);
    return { code: await this.flows.issue(flow, userId, this.payloads.seal(userId, payload)) };
  }

  async #session(userId: string, tokens: ProviderTokens, device: Device): Promise<OAuthGrant> {
    return { grant: await this.commands.execute(new StartSession(userId, device, 'oauth')), tokens };
  }
}

/** The last step of a PKCE flow through a provider: the client has redeemed its code. Refuses `oauth-…`. */
export class FinishOAuth extends Command<OAuthGrant> {
  constructor(
    readonly redeemed: RedeemedFlow,
    readonly device: Device,
  ) {
    super();
  }
}

@CommandHandler(FinishOAuth)
export class FinishOAuthHandler implements ICommandHandler<FinishOAuth> {
  constructor(
    private readonly providers: OpenIdProviders,
    private readonly accounts: Accounts,
    private readonly people: OAuthAccounts,
    private readonly payloads: SealedFlowPayload,
    private readonly sessions: OwnSessions,
    private readonly commands: CommandBus,
  ) {}

  async execute({ redeemed: { userId, data }, device }: FinishOAuth): Promise<OAuthGrant> {
    const { tokens, linking } = this.payloads.open(userId, data);
    const provider = this.providers.find(linking?.provider);
    if (linking && !(await this.#hasSession(userId, linking.sessionId)))
      throw badState('OAuth state not found or expired');
    if (linking && provider)
      await this.people.link(await linkableAccount(this.accounts, userId), provider, linking.person, 'by-hand');
    return { grant: await this.commands.execute(new StartSession(userId, device, 'oauth')), tokens };
  }

  async #hasSession(userId: string, sessionId: string): Promise<boolean> {
    return (await this.sessions.of(userId, sessionId)).some(({ here }) => here);
  }
}

const badState = (message: string) => new Refusal('oauth-state-invalid', message);

const stateIn = (query: URLSearchParams): string => {
  const state = query.get('state');
  if (!state) refuse('oauth-callback-invalid', 'OAuth state parameter missing');
  if (!z.uuid().safeParse(state).success) throw badState('OAuth state parameter is invalid');
  return state;
};

const linkableAccount = async (accounts: Accounts, userId: string): Promise<Account> => {
  const account = await accounts.byId(userId);
  if (!account) refuse('oauth-user-not-found', 'Linking target user not found');
  if (account.suspendedAt) refuse('oauth-user-suspended', 'This account is suspended');
  return account;
};
