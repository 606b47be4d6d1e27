import { changeAccountHandlers } from './change-account.commands.ts';
import { closeAccountHandlers } from './close-account.commands.ts';
import { ErasePersonHandler } from './erase-person.commands.ts';
import { ErasureReactions } from './erasure.reactions.ts';
import { PasswordProofs } from './password.proofs.ts';
import { PersonErasure } from './person.erasure.ts';
import { ReauthenticationProofs } from './reauthentication.proofs.ts';
import { RegisterUserHandler } from './register-user.commands.ts';

/** Accounts from registration to erasure. */
export const accountsProviders = [
  PasswordProofs,
  ReauthenticationProofs,
  PersonErasure,
  ErasureReactions,
  RegisterUserHandler,
  ErasePersonHandler,
  ...changeAccountHandlers,
  ...closeAccountHandlers,
];
