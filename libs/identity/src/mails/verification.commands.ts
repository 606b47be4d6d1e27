import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Refusal } from '#kernel';
import {
  type ConsumedToken,
  FlowStates,
  flowPrefix,
  OneTimeTokens,
  type RedeemedFlow,
  type TokenKind,
} from '../one-time-tokens/index.ts';
import { Accounts } from '../users/index.ts';
import { AddressProofs } from './address.proofs.ts';

/** The token types of the GoTrue protocol, and the kinds of tokens that each accepts. */
export const tokenTypes = {
  // The first mail of an account that was created by a sign-in link is that link.
  signup: ['confirmation', 'magic-link'],
  invite: [],
  magiclink: ['magic-link'],
  recovery: ['recovery'],
  email_change: ['email-change-current', 'email-change-new'],
  // A client that prompts for a code need not know which kind of mail contained it.
  email: ['confirmation', 'magic-link', 'recovery'],
} as const satisfies Record<string, readonly TokenKind[]>;
export type TokenType = keyof typeof tokenTypes;

/** The proof taken from a mail: the link, or the code and the address it was sent to. */
export type PresentedProof = { readonly link: string } | { readonly address: string; readonly code: string };
/**
 * The user, with an authorization code if one was requested. 'pending' while the other address has not confirmed the
 * change.
 */
export type VerifiedUser = { readonly userId: string; readonly authCode?: string } | 'pending';

const wrongCode = () => new Refusal('email-code-expired', 'This code is incorrect or has expired');
const wrongLink = () => new Refusal('email-link-expired', 'This link is invalid or has expired');

/**
 * Uses up a token, which proves an address. With `byCode`, the link of a flow returns an authorization code. Refuses
 * `email-code-expired`, `email-link-expired`.
 */
export class VerifyToken extends Command<VerifiedUser> {
  constructor(
    readonly type: TokenType,
    readonly presented: PresentedProof,
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

  async execute({ type, presented, byCode }: VerifyToken): Promise<VerifiedUser> {
    const consumedToken = await this.#consume(tokenTypes[type], presented);
    const { userId, flowId } = consumedToken;
    const account = await this.accounts.byId(userId);
    if (!account) throw wrongLink();
    if ((await this.proofs.apply(consumedToken, account)) === 'pending') return 'pending';
    const flows = byCode && 'link' in presented && presented.link.startsWith(flowPrefix);
    return flows ? { userId, authCode: await this.flows.issue(flowId, userId) } : { userId };
  }

  async #consume(kinds: readonly TokenKind[], presented: PresentedProof): Promise<ConsumedToken> {
    const byLink = 'link' in presented;
    const consumedToken = byLink
      ? await this.tokens.consumeLink(kinds, presented.link)
      : await this.tokens.consumeCode(kinds, presented.address.toLowerCase(), presented.code);
    if (!consumedToken) throw byLink ? wrongLink() : wrongCode();
    return consumedToken;
  }
}

/** Exchanges an authorization code and its verifier for the user who completed the flow. Refuses `sign-in-flow-…`. */
export class RedeemCode extends Command<RedeemedFlow> {
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

  execute({ code, verifier }: RedeemCode): Promise<RedeemedFlow> {
    return this.flows.redeem(code, verifier);
  }
}
