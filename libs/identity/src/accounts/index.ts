export { accountsParts } from './accounts.parts.ts';
export { type AccountChanges, ChangeAccount } from './change-account.commands.ts';
export { CloseAccount } from './close-account.commands.ts';
export { ErasePerson } from './erase-person.commands.ts';
export { type OwnerProof, OwnerProofs } from './owner.proofs.ts';
export { type NewUser, RegisterUser } from './register-user.commands.ts';
