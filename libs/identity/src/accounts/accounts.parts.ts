import { Accounts } from './accounts.store.ts';
import { changeAccountHandlers } from './change-account.commands.ts';
import { ErasePersonHandler } from './erase-person.commands.ts';
import { ErasureReactions } from './erasure.reactions.ts';
import { FreshProofs } from './fresh.proofs.ts';
import { ownAccountHandlers } from './own-account.commands.ts';
import { PasswordHasher } from './password.hasher.ts';
import { PasswordProofs } from './password.proofs.ts';
import { PersonErasure } from './person.erasure.ts';
import { RegisterUserHandler } from './register-user.commands.ts';
import { signUpHandlers } from './sign-up.commands.ts';

const handlers = [
  RegisterUserHandler,
  ErasePersonHandler,
  ...signUpHandlers,
  ...changeAccountHandlers,
  ...ownAccountHandlers,
];

/** Accounts and their passwords, from sign-up to erasure. */
export const accountsProviders = [
  Accounts,
  PasswordHasher,
  PasswordProofs,
  FreshProofs,
  PersonErasure,
  ErasureReactions,
  ...handlers,
];
