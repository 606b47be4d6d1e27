export { type Challenge, challengeIn, FlowStates, type RedeemedFlow } from './flow-states.store.ts';
export {
  type ConsumedToken,
  flowPrefix,
  OneTimeTokens,
  type TokenKind,
  tokenLifetime,
} from './one-time-tokens.store.ts';
