import type { UserEvents } from './users/index.ts';

/** The published events, which other modules may react to. Changes must stay compatible. */
export type IdentityPublished = Pick<UserEvents, 'PersonErased' | 'SessionsRevoked' | 'UserReinstated'>;

export { type KeyFacts, RotateSigningKeys } from './access-tokens/index.ts';
export {
  CloseAccount,
  ErasePerson,
  type OwnerProof,
  OwnerProofs,
  RegisterUser,
} from './accounts/index.ts';
export { AuthErrorsFilter, ignoreContentTypes } from './gotrue/index.ts';
export { identityModule } from './identity.module.ts';
export { IdentityQueries, type JoinedPerson } from './identity.queries.ts';
export { LimitReached } from './limits/index.ts';
export {
  ChangeUserRole,
  GrantStaffRole,
  ReinstateUser,
  RemoveLostFactors,
  RevokeStaffRole,
  StaffOnly,
  SuspendUser,
} from './operators/index.ts';
export { actorOf, BearerStrategy, type Caller, Sessions } from './sessions/index.ts';
export type { Role, StaffRole } from './users/index.ts';
