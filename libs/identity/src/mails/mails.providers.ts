import { AddressProofs } from './address.proofs.ts';
import { MailRequests } from './mail.requests.ts';
import { mailRequestsHandlers } from './mail-requests.commands.ts';
import { MailReactions } from './mails.reactions.ts';
import { signUpHandlers } from './sign-up.commands.ts';
import { UnprovenCredentials } from './unproven.credentials.ts';
import { verificationHandlers } from './verification.commands.ts';

/** Mails to users, and the commands that accept their links and codes. */
export const mailsProviders = [
  AddressProofs,
  UnprovenCredentials,
  MailRequests,
  MailReactions,
  ...mailRequestsHandlers,
  ...signUpHandlers,
  ...verificationHandlers,
];
