import type { UserEvents } from './user.ts';

/** The events that other modules may react to: a promise. */
export type IdentityPublished = Pick<UserEvents, 'PersonErased'>;

export { ErasePerson } from './accounts/erase-person.commands.ts';
export { CloseAccount } from './accounts/own-account.commands.ts';
export { type NewUser, RegisterUser } from './accounts/register-user.commands.ts';
export { LimitReached } from './gotrue/auth.limits.ts';
export { BearerStrategy } from './gotrue/bearer.strategy.ts';
export { ignoreContentTypes } from './gotrue/content-type.hook.ts';
export { AuthErrorsFilter } from './gotrue/gotrue.filter.ts';
export { identityModule } from './identity.module.ts';
export { IdentityQueries, type StaffMember } from './identity.queries.ts';
export { RemoveLostFactors } from './operators/lost-factors.commands.ts';
export { GrantStaffRole, RevokeStaffRole } from './operators/staff.commands.ts';
export { ReinstateUser, SuspendUser } from './operators/suspension.commands.ts';
export { RotateSigningKeys } from './sessions/keyring.commands.ts';
export { OwnSessions } from './sessions/own-sessions.queries.ts';
export { actorOf, type Caller, Sessions } from './sessions/sessions.queries.ts';
export type { KeyFacts } from './sessions/signing-keys.store.ts';
export type { Role, StaffRole } from './user.ts';
