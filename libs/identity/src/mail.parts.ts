import { AddressProofs } from './address.proofs.ts';
import { Addresses } from './addresses.store.ts';
import { AuthLimits } from './auth.limits.ts';
import { Arrivals } from './device.arrivals.ts';
import { Devices } from './devices.store.ts';
import { FlowStates } from './flow-states.store.ts';
import { IdentityReactions } from './identity.reactions.ts';
import { MailRequests } from './mail.requests.ts';
import { mailRequestsHandlers } from './mail-requests.commands.ts';
import { MailsController } from './mails.controller.ts';
import { OneTimeTokens } from './one-time-tokens.store.ts';
import { PasswordProofs } from './password.proofs.ts';
import { signUpHandlers } from './sign-up.commands.ts';
import { UserController } from './user.controller.ts';
import { verificationHandlers } from './verification.commands.ts';
import { VerifyController } from './verify.controller.ts';

const stores = [Addresses, Devices, FlowStates, OneTimeTokens];
const handlers = [...mailRequestsHandlers, ...signUpHandlers, ...verificationHandlers];

/** What mail and its proofs add to the module. */
export const mailControllers = [UserController, MailsController, VerifyController];
export const mailProviders = [
  ...stores,
  AddressProofs,
  Arrivals,
  AuthLimits,
  IdentityReactions,
  MailRequests,
  PasswordProofs,
  ...handlers,
];
