import { streamId } from '#kernel';
import { MailModule } from '#platform/mail';
import { defineModule } from '#platform/module';
import { accountsProviders } from './accounts/accounts.parts.ts';
import { ErasureReactions } from './accounts/erasure.reactions.ts';
import { factor } from './factors/factor.ts';
import { factorsControllers, factorsProviders } from './factors/factors.parts.ts';
import { AuthServiceController } from './gotrue/auth-service.controller.ts';
import { BearerStrategy } from './gotrue/bearer.strategy.ts';
import { AuthErrorsFilter } from './gotrue/gotrue.filter.ts';
import { gotrueControllers, gotrueProviders } from './gotrue/gotrue.parts.ts';
import { access } from './identity.access.ts';
import { Clock } from './identity.clock.ts';
import { users } from './identity.projection.ts';
import { IdentityQueries } from './identity.queries.ts';
import { userRows } from './identity.rows.ts';
import { LetterReactions } from './mails/letters.reactions.ts';
import { mailsControllers, mailsProviders } from './mails/mails.parts.ts';
import { linkedIdentity } from './openid/linked-identity.ts';
import { openidControllers, openidProviders } from './openid/openid.parts.ts';
import { operatorsProviders } from './operators/operators.parts.ts';
import { keyring } from './sessions/keyring.ts';
import { OwnSessions } from './sessions/own-sessions.queries.ts';
import { sessionsControllers, sessionsProviders } from './sessions/sessions.parts.ts';
import { Sessions } from './sessions/sessions.queries.ts';
import { user } from './user.ts';

export const identityModule = defineModule({
  name: 'identity',
  imports: [MailModule],
  aggregates: [user, linkedIdentity, factor, keyring],
  projections: [[users, userRows]],
  queries: IdentityQueries,
  // The last controller also answers requests that no other one has a route for.
  controllers: [
    ...gotrueControllers,
    ...mailsControllers,
    ...factorsControllers,
    ...openidControllers,
    ...sessionsControllers,
    AuthServiceController,
  ],
  providers: [
    Clock,
    ...gotrueProviders,
    ...accountsProviders,
    ...sessionsProviders,
    ...mailsProviders,
    ...factorsProviders,
    ...openidProviders,
    ...operatorsProviders,
  ],
  exports: [OwnSessions, Sessions, BearerStrategy, AuthErrorsFilter],
  reactions: [LetterReactions, ErasureReactions],
  subscribers: [
    { aggregate: user, topic: 'identity', audience: ({ stream }) => ({ people: [streamId(user, stream)] }) },
  ],
  personalData: {
    export: {
      account: ({ userId }, queries) => queries.ownAccount(userId),
      sessions: ({ userId, sessionId }, queries) => queries.ownSessions(userId, sessionId),
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
    SigningKeyRotated: 'Signing key rotated',
  },
});
