import { Site } from '#platform/http';
import type { SubmoduleParts } from '#platform/module';
import { FactorProofs } from './factor.proofs.ts';
import { factor } from './factor.ts';
import * as factors from './factors.commands.ts';
import { Factors, sealedFactors } from './factors.store.ts';
import { Passkeys } from './passkeys.verifier.ts';
import * as verifyFactor from './verify-factor.commands.ts';

/** Authenticator apps and passkeys. */
export const factorsParts = {
  aggregates: [factor],
  commands: [factors, verifyFactor],
  providers: [Site, Factors, FactorProofs, Passkeys],
  sealedColumns: [sealedFactors],
} satisfies SubmoduleParts;
