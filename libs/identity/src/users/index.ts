export { checked, detailsIn, keptMetadata, publicMetadata, text } from './account.metadata.ts';
export {
  type Account,
  Accounts,
  type FactorFacts,
  type IdentityFacts,
  type Metadata,
  standing,
} from './accounts.store.ts';
export { Addresses, emailExists } from './addresses.store.ts';
export { type Revocation, type Role, type StaffRole, type UserCommands, type UserEvents, user } from './user.ts';
export { completes } from './user-state.ts';
export { users } from './users.projection.ts';
export { type UserRow, userRows } from './users.rows.ts';
