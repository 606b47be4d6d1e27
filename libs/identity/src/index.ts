import type { UserEvents } from './user.ts';

/** What other modules may hear. Changing one of these is changing a promise. */
export type IdentityPublished = Pick<UserEvents, 'UserRegistered' | 'StaffRoleGranted'>;

export { BearerStrategy } from './bearer.strategy.ts';
export { ErasePerson } from './erase-person.commands.ts';
export { AuthError } from './gotrue.errors.ts';
export { AuthErrorsFilter } from './gotrue.filter.ts';
export { IdentityModule } from './identity.module.ts';
export { IdentityQueries, type StaffMember } from './identity.queries.ts';
export { RotateSigningKeys } from './keyring.commands.ts';
export { RemoveLostFactors } from './lost-factors.commands.ts';
export { CloseAccount } from './own-account.commands.ts';
export { OwnSessions } from './own-sessions.queries.ts';
export { type NewUser, RegisterUser } from './register-user.commands.ts';
export { actorOf, type Caller, Sessions } from './sessions.queries.ts';
export type { KeyFacts } from './signing-keys.store.ts';
export { GrantStaffRole, RevokeStaffRole } from './staff.commands.ts';
export { ReinstateUser, SuspendUser } from './suspension.commands.ts';
export type { Role, StaffRole } from './user.ts';
