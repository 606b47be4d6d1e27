import { AddressProofs } from './address.proofs.ts';
import { Addresses } from './addresses.store.ts';
import { EarlierWays } from './earlier.ways.ts';
import { FlowStates } from './flow-states.store.ts';
import { LetterReactions } from './letters.reactions.ts';
import { MailRequests } from './mail.requests.ts';
import { mailRequestsHandlers } from './mail-requests.commands.ts';
import { MailsController } from './mails.controller.ts';
import { OneTimeTokens } from './one-time-tokens.store.ts';
import { verificationHandlers } from './verification.commands.ts';
import { VerifyController } from './verify.controller.ts';

/** Letters to people, and the proofs that come back from them. */
export const mailsControllers = [MailsController, VerifyController];
export const mailsProviders = [
  Addresses,
  FlowStates,
  OneTimeTokens,
  AddressProofs,
  EarlierWays,
  MailRequests,
  LetterReactions,
  ...mailRequestsHandlers,
  ...verificationHandlers,
];
