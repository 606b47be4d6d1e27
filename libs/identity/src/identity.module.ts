import { streamId } from '#kernel';
import { ImagesModule } from '#platform/images';
import { MailModule } from '#platform/mail';
import { defineModule } from '#platform/module';
import { StorageModule } from '#platform/storage';
import { accessTokensParts } from './access-tokens/index.ts';
import { accountsParts } from './accounts/index.ts';
import { AvatarUploads, avatar, avatarsParts, RemoveAvatar } from './avatars/index.ts';
import { Clock } from './clock/index.ts';
import * as contract from './contract.ts';
import { factorsParts } from './factors/index.ts';
import { gotrueParts } from './gotrue/index.ts';
import { access } from './identity.access.ts';
import { IdentityQueries } from './identity.queries.ts';
import { AuthLimits } from './limits/index.ts';
import { mailsParts } from './mails/index.ts';
import { FlowStates, OneTimeTokens } from './one-time-tokens/index.ts';
import { openidParts } from './openid/index.ts';
import { operatorsParts } from './operators/index.ts';
import { PasswordHasher } from './passwords/index.ts';
import { sessionsParts } from './sessions/index.ts';
import { user, usersParts } from './users/index.ts';

export const identityModule = defineModule({
  name: 'identity',
  imports: [MailModule, StorageModule, ImagesModule],
  queries: IdentityQueries,
  contract,
  providers: [Clock, PasswordHasher, AuthLimits, OneTimeTokens, FlowStates],
  submodules: [
    usersParts,
    accessTokensParts,
    sessionsParts,
    accountsParts,
    avatarsParts,
    factorsParts,
    openidParts,
    mailsParts,
    operatorsParts,
    // Last, because it handles every request that matches no other route.
    gotrueParts,
  ],
  subscribers: [
    { aggregate: user, topic: 'identity', audience: ({ stream }) => ({ people: [streamId(user, stream)] }) },
    { aggregate: avatar, topic: 'identity', audience: ({ stream }) => ({ people: [streamId(avatar, stream)] }) },
  ],
  uploads: [AvatarUploads],
  personalData: {
    export: {
      account: ({ userId }, queries) => queries.ownAccount(userId),
      sessions: ({ userId, sessionId }, queries) => queries.ownSessions(userId, sessionId),
    },
    erasure: {
      command: (personId) => new RemoveAvatar(personId),
      readTables: ['users'],
      remaining: async (personId, queries) => ((await queries.hasAvatar(personId)) ? [`avatar-${personId}`] : []),
    },
  },
  access,
  auditTitles: {
    UserRegistered: 'Account created',
    RegistrationAbandoned: 'Sign-up not finished',
    EmailVerified: 'Email address verified',
    EmailConfirmationRequested: 'Confirmation email requested',
    PasswordRecoveryRequested: 'Password reset requested',
    SignInLinkRequested: 'Sign-in link requested',
    ReauthenticationRequested: 'Reauthentication code requested',
    EmailChangeRequested: 'Change of email address requested',
    EmailChangeConfirmed: 'Change of email address confirmed from one address',
    EmailChanged: 'Email address changed',
    UserDetailsChanged: 'Name or phone changed',
    PasswordChanged: 'Password changed',
    PasswordWithdrawn: 'Unproven password removed',
    SignedInFromNewDevice: 'Signed in from a new device',
    StaffRoleGranted: 'Staff role granted',
    StaffRoleRevoked: 'Staff role revoked',
    UserRoleChanged: 'Role changed',
    UserSuspended: 'User suspended',
    UserReinstated: 'User reinstated',
    SessionsRevoked: 'Sessions ended',
    PersonErased: 'Person erased',
    IdentityLinked: 'Identity provider linked',
    IdentityUnlinked: 'Identity provider unlinked',
    FactorAdded: 'Second factor added',
    FactorVerified: 'Second factor given',
    FactorBlocked: 'Second factor blocked for a while',
    FactorRemoved: 'Second factor removed',
    AvatarUploaded: 'Profile photo uploaded',
    AvatarPublished: 'Profile photo shown',
    AvatarRefused: 'File for the profile photo refused',
    AvatarRemoved: 'Profile photo removed',
    SigningKeyRotated: 'Signing key rotated',
  },
});
