import type { SubmoduleParts } from '#platform/module';
import { AddressProofs } from './address.proofs.ts';
import { MailRequests } from './mail.requests.ts';
import * as mailRequests from './mail-requests.commands.ts';
import { MailReactions } from './mails.reactions.ts';
import * as signUp from './sign-up.commands.ts';
import { UnprovenCredentials } from './unproven.credentials.ts';
import * as verification from './verification.commands.ts';

/** Mails to users, and the commands that accept their links and codes. */
export const mailsParts = {
  commands: [mailRequests, signUp, verification],
  providers: [AddressProofs, UnprovenCredentials, MailRequests],
  reactions: [MailReactions],
} satisfies SubmoduleParts;
