import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Refusal } from '#kernel';
import {
  FlowStates,
  flowPrefix,
  OneTimeTokens,
  type Redeemed,
  type Spent,
  type TokenKind,
} from '../one-time-tokens/index.ts';
import { Accounts } from '../users/index.ts';
import { AddressProofs } from './address.proofs.ts';

/** What clients call the kinds of tokens. */
export const tokenTypes = {
  // A new account that was made for a sign-in link gets that link as its first mail.
  signup: ['confirmation', 'magic-link'],
  invite: [],
  magiclink: ['magic-link'],
  recovery: ['recovery'],
  email_change: ['email-change-current', 'email-change-new'],
  // A client that asks for a code need not know which mail it came by.
  email: ['confirmation', 'magic-link', 'recovery'],
} as const satisfies Record<string, readonly TokenKind[]>;
export type TokenType = keyof typeof tokenTypes;

/** What somebody took from a mail: the link, or the code and the address it came to. */
export type Presented = { readonly link: string } | { readonly address: string; readonly code: string };
/** Who it was; with a code for their client to redeem where one was wanted. 'half' if the other address has yet to agree. */
export type Verified = { readonly userId: string; readonly authCode?: string } | 'half';

const wrongCode = () => new Refusal('email-code-expired', 'This code is wrong or has expired');
const wrongLink = () => new Refusal('email-link-expired', 'This link is invalid or has expired');

/** Proves an address, once. With `byCode`, a flow's link gives a code to be redeemed. Refuses `email-code-expired`, `email-link-expired`. */
export class VerifyToken extends Command<Verified> {
  constructor(
    readonly type: TokenType,
    readonly presented: Presented,
    readonly byCode: boolean,
  ) {
    super();
  }
}

@CommandHandler(VerifyToken)
export class VerifyTokenHandler implements ICommandHandler<VerifyToken> {
  constructor(
    private readonly tokens: OneTimeTokens,
    private readonly accounts: Accounts,
    private readonly proofs: AddressProofs,
    private readonly flows: FlowStates,
  ) {}

  async execute({ type, presented, byCode }: VerifyToken): Promise<Verified> {
    const spent = await this.#spend(tokenTypes[type], presented);
    const { userId, flowId } = spent;
    const account = await this.accounts.byId(userId);
    if (!account) throw wrongLink();
    if ((await this.proofs.take(spent, account)) === 'half') return 'half';
    const flows = byCode && 'link' in presented && presented.link.startsWith(flowPrefix);
    return flows ? { userId, authCode: await this.flows.issue(flowId, userId) } : { userId };
  }

  async #spend(kinds: readonly TokenKind[], presented: Presented): Promise<Spent> {
    const byLink = 'link' in presented;
    const spent = byLink
      ? await this.tokens.spendLink(kinds, presented.link)
      : await this.tokens.spendCode(kinds, presented.address.toLowerCase(), presented.code);
    if (!spent) throw byLink ? wrongLink() : wrongCode();
    return spent;
  }
}

/** Whose flow this code ends, for whoever has its verifier. Refuses `sign-in-flow-…`. */
export class RedeemCode extends Command<Redeemed> {
  constructor(
    readonly code: string,
    readonly verifier: string,
  ) {
    super();
  }
}

@CommandHandler(RedeemCode)
export class RedeemCodeHandler implements ICommandHandler<RedeemCode> {
  constructor(private readonly flows: FlowStates) {}

  execute({ code, verifier }: RedeemCode): Promise<Redeemed> {
    return this.flows.redeem(code, verifier);
  }
}

export const verificationHandlers = [VerifyTokenHandler, RedeemCodeHandler];
