import type { Config } from '#platform/config';
import { algorithm, audience, lifetime } from '../access-tokens/index.ts';
import { type Grant } from '../sessions/index.ts';
import { type Account, type FactorFacts, type IdentityFacts, publicMetadata } from '../users/index.ts';

/** GoTrue's User. Fields without a value are left out. */
export const userView = (account: Account) => {
  const { userId, email, createdAt, updatedAt, emailVerifiedAt, lastSignInAt } = account;
  return {
    id: userId,
    aud: audience,
    role: 'authenticated',
    email,
    ...(emailVerifiedAt && { email_confirmed_at: emailVerifiedAt, confirmed_at: emailVerifiedAt }),
    phone: '',
    ...sentMailsView(account),
    ...(lastSignInAt && { last_sign_in_at: lastSignInAt }),
    ...publicMetadata(account),
    identities: [
      ...(account.emailIdentity ? [emailIdentityView(account)] : []),
      ...account.identities.map(identityView(account)),
    ],
    ...(account.factors.length > 0 && { factors: account.factors.map(factorView) }),
    created_at: createdAt,
    updated_at: updatedAt,
    is_anonymous: false,
  };
};

/** When mails were sent to the user, and the address change that is pending. */
const sentMailsView = (account: Account) => ({
  ...(account.confirmationSentAt && { confirmation_sent_at: account.confirmationSentAt }),
  ...(account.recoverySentAt && { recovery_sent_at: account.recoverySentAt }),
  ...(account.reauthenticationSentAt && { reauthentication_sent_at: account.reauthenticationSentAt }),
  ...(account.newEmail && { new_email: account.newEmail, email_change_sent_at: account.emailChangeSentAt }),
});

const emailIdentityView = ({
  userId,
  email,
  metadata,
  createdAt,
  updatedAt,
  emailVerifiedAt,
  lastSignInAt,
}: Account) => ({
  // An account has at most one email identity, so it can use the user's id as its own.
  identity_id: userId,
  id: userId,
  user_id: userId,
  identity_data: { ...metadata, sub: userId, email, email_verified: emailVerifiedAt !== null, phone_verified: false },
  provider: 'email',
  ...(lastSignInAt && { last_sign_in_at: lastSignInAt }),
  created_at: createdAt,
  updated_at: updatedAt,
  email,
});

const identityView =
  ({ userId }: Account) =>
  ({ id, provider, subject, email, data, createdAt, updatedAt, lastSignInAt }: IdentityFacts) => ({
    identity_id: id,
    id: subject,
    user_id: userId,
    identity_data: data,
    provider,
    ...(lastSignInAt && { last_sign_in_at: new Date(lastSignInAt) }),
    created_at: new Date(createdAt),
    updated_at: new Date(updatedAt),
    ...(email && { email }),
  });

const factorView = ({ id, kind, name, status, aaguid, createdAt, updatedAt, lastChallengedAt }: FactorFacts) => ({
  id,
  created_at: new Date(createdAt),
  updated_at: new Date(updatedAt),
  status,
  ...(name && { friendly_name: name }),
  factor_type: kind,
  phone: '',
  last_challenged_at: lastChallengedAt && new Date(lastChallengedAt),
  ...(aaguid && { web_authn_aaguid: aaguid }),
});

/** GoTrue's Session. */
export const sessionView = ({ accessToken, refreshToken, expiresAt, account, weakness }: Grant) => ({
  access_token: accessToken,
  token_type: 'bearer',
  expires_in: lifetime,
  expires_at: expiresAt,
  refresh_token: refreshToken,
  user: userView(account),
  ...(weakness && { weak_password: weakness }),
});

/** All providers that GoTrue's settings list, enabled or not. */
export const knownProviders: readonly string[] = [
  'anonymous_users',
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'figma',
  'fly',
  'github',
  'gitlab',
  'google',
  'kakao',
  'keycloak',
  'linkedin',
  'linkedin_oidc',
  'notion',
  'phone',
  'slack',
  'slack_oidc',
  'snapchat',
  'spotify',
  'twitch',
  'twitter',
  'workos',
  'zoom',
];

/** Sign-up always ends with a session. `autoconfirm` decides whether the address counts as verified from then on. */
export const settingsView = ({ autoconfirm, openIdProviders }: Pick<Config, 'autoconfirm' | 'openIdProviders'>) => ({
  external: {
    ...Object.fromEntries(knownProviders.map((name) => [name, false])),
    email: true,
    ...Object.fromEntries(openIdProviders.map(({ name }) => [name, true])),
  },
  disable_signup: false,
  mailer_autoconfirm: autoconfirm,
  phone_autoconfirm: false,
  sms_provider: '',
  saml_enabled: false,
  saml_private_key_next_configured: false,
  passkeys_enabled: false,
});

/** OpenID Connect Discovery 1.0. */
export const openIdConfigurationView = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/oauth/authorize`,
  token_endpoint: `${issuer}/oauth/token`,
  userinfo_endpoint: `${issuer}/oauth/userinfo`,
  jwks_uri: `${issuer}/.well-known/jwks.json`,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: [algorithm],
  code_challenge_methods_supported: ['S256', 'plain'],
});
