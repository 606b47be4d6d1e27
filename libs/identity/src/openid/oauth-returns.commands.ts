import { Logger } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { z } from 'zod';
import { Refusal, refuse } from '#kernel';
import { type OpenIdProvider } from '#platform/config';
import { faultOf } from '#platform/logging';
import { type Account, Accounts } from '../accounts/accounts.store.ts';
import { FlowStates, type Redeemed } from '../mails/flow-states.store.ts';
import { OwnSessions } from '../sessions/own-sessions.queries.ts';
import type { Device, Grant } from '../sessions/session.grants.ts';
import { StartSession } from '../sessions/sessions.commands.ts';
import { type Luggage, OAuthLuggage, type ProviderTokens } from './oauth.luggage.ts';
import { OAuthPeople } from './oauth.people.ts';
import { OAuthStates, type Return } from './oauth-states.store.ts';
import { type Arrived, OpenIdProviders } from './openid.providers.ts';

/** A session that began at a provider. */
export type OAuthGrant = { readonly grant: Grant; readonly tokens: ProviderTokens };
/** Back from a provider, to where they came from: with a session, with a code to be redeemed, or with the reason why not. */
export type Landing = { readonly redirectTo: string | undefined } & (
  | OAuthGrant
  | { readonly code: string }
  | { readonly refusal: Refusal }
);

/** The provider answered with an error of its own, by its name in OAuth. */
export class ProviderRefusal extends Refusal {
  constructor(
    readonly error: string,
    message: string,
  ) {
    super('oauth-provider-refused', message);
  }
}

/** How long a code from here may take to be redeemed, in seconds. */
const codeLasts = 300;

/** Takes in whoever comes back from a provider. `cookies` are those that the browser brings. */
export class ReturnFromProvider extends Command<Landing> {
  constructor(
    readonly query: URLSearchParams,
    readonly cookies: readonly string[],
    readonly device: Device,
  ) {
    super();
  }
}

@CommandHandler(ReturnFromProvider)
export class ReturnFromProviderHandler implements ICommandHandler<ReturnFromProvider> {
  readonly #log = new Logger('OAuth');

  constructor(
    private readonly providers: OpenIdProviders,
    private readonly states: OAuthStates,
    private readonly accounts: Accounts,
    private readonly people: OAuthPeople,
    private readonly flows: FlowStates,
    private readonly luggage: OAuthLuggage,
    private readonly commands: CommandBus,
  ) {}

  async execute({ query, cookies, device }: ReturnFromProvider): Promise<Landing> {
    let redirectTo: string | undefined;
    try {
      const state = stateIn(query);
      const back = await this.states.comeBack(state, cookies);
      if (!back) throw badState('OAuth state not found or expired');
      redirectTo = back.redirectTo;
      if (back.wrong) throw back.wrong;
      const provider = this.providers.find(back.provider);
      if (!provider) refuse('oauth-provider-unknown', `Unsupported provider: ${back.provider}`);
      const arrived = await this.#arrive(provider, query, { state, ...back });
      return { redirectTo, ...(await this.#land(provider, back, arrived, device)) };
    } catch (error) {
      if (error instanceof Refusal) return { redirectTo, refusal: error };
      throw error;
    }
  }

  async #arrive(provider: OpenIdProvider, query: URLSearchParams, back: Return & { state: string }): Promise<Arrived> {
    const refused = query.get('error');
    if (refused) throw new ProviderRefusal(refused.slice(0, 60), (query.get('error_description') ?? '').slice(0, 300));
    if (!query.get('code')) refuse('oauth-callback-invalid', 'OAuth callback with missing authorization code missing');
    try {
      return await this.providers.arrive(provider, query, back);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      this.#log.warn(`${provider.name} was not believed: ${faultOf(error)}`);
      refuse('oauth-code-refused', 'Unable to exchange external code');
    }
  }

  async #land(provider: OpenIdProvider, back: Return, { person, ...tokens }: Arrived, device: Device) {
    const { challenge, linking, redirectTo, signUp } = back;
    if (!linking) {
      const userId = await this.people.signIn(provider, person, signUp, redirectTo);
      return challenge ? this.#code(challenge, userId, { tokens }) : this.#session(userId, tokens, device);
    }
    const account = await only(this.accounts, linking.userId);
    await this.people.onlyFree(provider, person, account.userId);
    // Whoever asked for it may have sent somebody else here: only who holds the verifier, or the cookie, links.
    if (challenge)
      return this.#code(challenge, account.userId, {
        tokens,
        linking: { provider: provider.name, person, sessionId: linking.sessionId },
      });
    await this.people.link(account, provider, person, 'by-hand');
    return this.#session(account.userId, tokens, device);
  }

  async #code(challenge: NonNullable<Return['challenge']>, userId: string, luggage: Luggage) {
    const flow = await this.flows.open(challenge, 'oauth', codeLasts);
    return { code: await this.flows.issue(flow, userId, this.luggage.pack(userId, luggage)) };
  }

  async #session(userId: string, tokens: ProviderTokens, device: Device): Promise<OAuthGrant> {
    return { grant: await this.commands.execute(new StartSession(userId, device, 'oauth')), tokens };
  }
}

/** The end of a flow that led through a provider, for whoever redeemed its code. Refuses `oauth-…`. */
export class FinishOAuth extends Command<OAuthGrant> {
  constructor(
    readonly redeemed: Redeemed,
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
    private readonly people: OAuthPeople,
    private readonly luggage: OAuthLuggage,
    private readonly sessions: OwnSessions,
    private readonly commands: CommandBus,
  ) {}

  async execute({ redeemed: { userId, data }, device }: FinishOAuth): Promise<OAuthGrant> {
    const { tokens, linking } = this.luggage.unpack(userId, data);
    const provider = this.providers.find(linking?.provider);
    if (linking && !(await this.#isAlive(userId, linking.sessionId)))
      throw badState('OAuth state not found or expired');
    if (linking && provider)
      await this.people.link(await only(this.accounts, userId), provider, linking.person, 'by-hand');
    return { grant: await this.commands.execute(new StartSession(userId, device, 'oauth')), tokens };
  }

  async #isAlive(userId: string, sessionId: string): Promise<boolean> {
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

const only = async (accounts: Accounts, userId: string): Promise<Account> => {
  const account = await accounts.byId(userId);
  if (!account) refuse('oauth-user-not-found', 'Linking target user not found');
  if (account.suspendedAt) refuse('oauth-user-suspended', 'This account is suspended');
  return account;
};

export const oauthReturnsHandlers = [ReturnFromProviderHandler, FinishOAuthHandler];
