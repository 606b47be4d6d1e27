import type { SubmoduleParts } from '#platform/module';
import * as changeAccount from './change-account.commands.ts';
import * as closeAccount from './close-account.commands.ts';
import * as erasePerson from './erase-person.commands.ts';
import { ErasureReactions } from './erasure.reactions.ts';
import { OwnerProofs } from './owner.proofs.ts';
import { PasswordProofs } from './password.proofs.ts';
import { PersonErasure } from './person.erasure.ts';
import { Participation } from './person.participation.ts';
import { ReauthenticationProofs } from './reauthentication.proofs.ts';
import * as registerUser from './register-user.commands.ts';

/** Accounts from registration to erasure. */
export const accountsParts = {
  commands: [registerUser, changeAccount, closeAccount, erasePerson],
  providers: [PasswordProofs, ReauthenticationProofs, OwnerProofs, PersonErasure, Participation],
  exports: [OwnerProofs],
  reactions: [ErasureReactions],
} satisfies SubmoduleParts;
