import type { UserEvents } from './user.ts';

/** What other modules may hear. Changing one of these is changing a promise. */
export type IdentityPublished = Pick<UserEvents, 'UserRegistered' | 'StaffRoleGranted'>;

export { BearerStrategy } from './bearer.strategy.ts';
export { ErasePerson } from './erase-person.commands.ts';
export { AuthError } from './gotrue.errors.ts';
export { AuthErrorsFilter } from './gotrue.filter.ts';
export { GrantStaffRole } from './identity.commands.ts';
export { IdentityModule } from './identity.module.ts';
export { IdentityQueries } from './identity.queries.ts';
export { CloseAccount } from './own-account.commands.ts';
export { OwnSessions } from './own-sessions.queries.ts';
export { type NewUser, RegisterUser } from './register-user.commands.ts';
export { actorOf, type Caller, Sessions } from './sessions.queries.ts';
export type { Role, StaffRole } from './user.ts';
