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
  type Presented,
  RedeemCode,
  type TokenType,
  tokenTypes,
  type Verified,
  VerifyToken,
} from './verification.commands.ts';
