import type { SubmoduleParts } from '#platform/module';
import { SealedFlowPayload } from './flow.payload.ts';
import * as idToken from './id-token.commands.ts';
import * as identities from './identities.commands.ts';
import { Identities } from './identities.store.ts';
import { linkedIdentity } from './linked-identity.ts';
import { OAuthAccounts } from './oauth.accounts.ts';
import * as oauthCompletion from './oauth-completion.commands.ts';
import * as oauthStart from './oauth-start.commands.ts';
import { OAuthStates, sealedOAuthStates } from './oauth-states.store.ts';
import { OpenIdProviders } from './openid.client.ts';

/** Signing in with identity providers, and linking identities to accounts. */
export const openidParts = {
  aggregates: [linkedIdentity],
  commands: [oauthStart, oauthCompletion, idToken, identities],
  providers: [OpenIdProviders, OAuthStates, SealedFlowPayload, OAuthAccounts, Identities],
  sealedColumns: [sealedOAuthStates],
} satisfies SubmoduleParts;
