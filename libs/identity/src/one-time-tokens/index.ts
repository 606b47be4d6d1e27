export { type Challenge, challengeIn, FlowStates, type Redeemed } from './flow-states.store.ts';
export {
  type ConsumedToken,
  flowPrefix,
  OneTimeTokens,
  type TokenKind,
  tokenLifetime,
} from './one-time-tokens.store.ts';
