export { SignInWithIdToken } from './id-token.commands.ts';
export { UnlinkIdentity } from './identities.commands.ts';
export { Identities } from './identities.store.ts';
export { type LinkedIdentityEvents, linkedIdentity } from './linked-identity.ts';
export {
  CompleteOAuth,
  FinishOAuth,
  type OAuthGrant,
  type OAuthOutcome,
  ProviderRefusal,
} from './oauth-completion.commands.ts';
export { type OAuthStart, StartOAuth } from './oauth-start.commands.ts';
export { OpenIdProviders } from './openid.client.ts';
export { openidParts } from './openid.parts.ts';
