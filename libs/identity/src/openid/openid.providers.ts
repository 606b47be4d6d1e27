import { SealedFlowPayload } from './flow.payload.ts';
import { idTokenHandlers } from './id-token.commands.ts';
import { identitiesHandlers } from './identities.commands.ts';
import { Identities } from './identities.store.ts';
import { OAuthAccounts } from './oauth.accounts.ts';
import { oauthCompletionHandlers } from './oauth-completion.commands.ts';
import { oauthStartHandlers } from './oauth-start.commands.ts';
import { OAuthStates } from './oauth-states.store.ts';
import { OpenIdProviders } from './openid.client.ts';

/** Signing in with identity providers, and linking identities to accounts. */
export const openidProviders = [
  OpenIdProviders,
  OAuthStates,
  SealedFlowPayload,
  OAuthAccounts,
  Identities,
  ...oauthStartHandlers,
  ...oauthCompletionHandlers,
  ...idTokenHandlers,
  ...identitiesHandlers,
];
