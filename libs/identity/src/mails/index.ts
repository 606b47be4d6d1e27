export type { MailOptions } from './mail.requests.ts';
export {
  RequestConfirmation,
  RequestEmailChange,
  RequestReauthentication,
  RequestRecovery,
  RequestSignInLink,
  ResendEmailChange,
} from './mail-requests.commands.ts';
export { mailsParts } from './mails.parts.ts';
export { SignUp, SignUpByLink } from './sign-up.commands.ts';
export {
  type PresentedProof,
  RedeemCode,
  type TokenType,
  tokenTypes,
  type VerifiedUser,
  VerifyToken,
} from './verification.commands.ts';
