import { randomBytes } from 'node:crypto';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type OpenIdProvider } from '#platform/config';
import { Context } from '#platform/context';
import { type Departure, OAuthStates } from './oauth-states.store.ts';
import { OpenIdProviders } from './openid.providers.ts';

/** `extra` is what the provider is told besides: whom to ask for, and how. */
export type DepartureWish = Omit<Departure, 'provider' | 'cookie'> & {
  readonly extra: Readonly<Record<string, string>>;
};
/** Where somebody goes to sign in; a browser without a challenge has to keep this cookie. */
export type Leaving = { readonly url: string; readonly cookie?: string };

/** Sends somebody to a provider, to sign in or to link an account. Throws an {@link AuthError}. */
export class LeaveForProvider extends Command<Leaving> {
  constructor(
    readonly provider: OpenIdProvider,
    readonly wish: DepartureWish,
  ) {
    super();
  }
}

@CommandHandler(LeaveForProvider)
export class LeaveForProviderHandler implements ICommandHandler<LeaveForProvider> {
  constructor(
    private readonly providers: OpenIdProviders,
    private readonly states: OAuthStates,
    private readonly context: Context,
  ) {}

  async execute({ provider, wish: { extra, ...wish } }: LeaveForProvider): Promise<Leaving> {
    const state = this.context.newId();
    const cookie = wish.challenge ? undefined : randomBytes(32).toString('base64url');
    const own = await this.states.leave(state, { ...wish, provider: provider.name, cookie });
    const url = await this.providers.entrance(provider, { state, ...own }, { scope: provider.scopes, ...extra });
    return { url, ...(cookie && { cookie }) };
  }
}

export const oauthDeparturesHandlers = [LeaveForProviderHandler];
