export { FactorBlocked, type Proof } from './factor.proofs.ts';
export { type FactorEvents, type FactorKind, factor } from './factor.ts';
export {
  ChallengeFactor,
  EnrolFactor,
  type EnrolledFactor,
  type IssuedChallenge,
  noFactor,
  RemoveFactor,
} from './factors.commands.ts';
export { factorsParts } from './factors.parts.ts';
export { Factors } from './factors.store.ts';
export { base32, totpUri } from './totp.codec.ts';
export { VerifyFactor } from './verify-factor.commands.ts';
