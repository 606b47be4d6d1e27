import { idTokenHandlers } from './id-token.commands.ts';
import { IdTokenRequests } from './id-token.requests.ts';
import { identitiesHandlers } from './identities.commands.ts';
import { Identities } from './identities.store.ts';
import { OAuthController } from './oauth.controller.ts';
import { OAuthLuggage } from './oauth.luggage.ts';
import { OAuthPeople } from './oauth.people.ts';
import { oauthDeparturesHandlers } from './oauth-departures.commands.ts';
import { oauthReturnsHandlers } from './oauth-returns.commands.ts';
import { OAuthStates } from './oauth-states.store.ts';
import { OpenIdProviders } from './openid.providers.ts';

const handlers = [...oauthDeparturesHandlers, ...oauthReturnsHandlers, ...idTokenHandlers, ...identitiesHandlers];

/** Signing in at other sites, and the identities that come of it. */
export const openidControllers = [OAuthController];
export const openidProviders = [
  OpenIdProviders,
  OAuthStates,
  OAuthLuggage,
  OAuthPeople,
  Identities,
  IdTokenRequests,
  ...handlers,
];
