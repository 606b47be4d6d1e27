export { detailsIn, parseWith, publicMetadata, storedMetadata, text } from './account.metadata.ts';
export {
  type Account,
  Accounts,
  type FactorFacts,
  type IdentityFacts,
  type Metadata,
  roleColumns,
} from './accounts.store.ts';
export { Addresses } from './addresses.store.ts';
export { type Role, type StaffRole, type UserCommands, type UserEvents, user } from './user.ts';
export { completes } from './user-state.ts';
export { usersParts } from './users.parts.ts';
export { userRows } from './users.rows.ts';
