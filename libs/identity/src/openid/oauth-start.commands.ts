import { randomBytes } from 'node:crypto';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type OpenIdProvider } from '#platform/config';
import { Context } from '#platform/context';
import { OAuthStates, type PendingOAuth } from './oauth-states.store.ts';
import { OpenIdProviders } from './openid.client.ts';

/** `extra` holds additional parameters of the authorization URL. */
export type OAuthOptions = Omit<PendingOAuth, 'provider' | 'cookie'> & {
  readonly extra: Readonly<Record<string, string>>;
};
/** The authorization URL. Without a PKCE challenge, `cookie` identifies the browser when it returns. */
export type OAuthStart = { readonly url: string; readonly cookie?: string };

/** Starts signing in, or linking an account, at a provider. Refuses `oauth-provider-unreachable`. */
export class StartOAuth extends Command<OAuthStart> {
  constructor(
    readonly provider: OpenIdProvider,
    readonly options: OAuthOptions,
  ) {
    super();
  }
}

@CommandHandler(StartOAuth)
export class StartOAuthHandler implements ICommandHandler<StartOAuth> {
  constructor(
    private readonly providers: OpenIdProviders,
    private readonly states: OAuthStates,
    private readonly context: Context,
  ) {}

  async execute({ provider, options: { extra, ...pending } }: StartOAuth): Promise<OAuthStart> {
    const state = this.context.newId();
    const cookie = pending.challenge ? undefined : randomBytes(32).toString('base64url');
    const secrets = await this.states.save(state, { ...pending, provider: provider.name, cookie });
    const url = await this.providers.authorizationUrl(
      provider,
      { state, ...secrets },
      { scope: provider.scopes, ...extra },
    );
    return { url, ...(cookie && { cookie }) };
  }
}
