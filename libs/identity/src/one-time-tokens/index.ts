export { type Challenge, challengeIn, FlowStates, type Redeemed } from './flow-states.store.ts';
export { flowPrefix, OneTimeTokens, type Spent, type TokenKind, tokenLasts } from './one-time-tokens.store.ts';
