import { Site } from '#platform/http';
import { FactorProofs } from './factor.proofs.ts';
import { factorsHandlers } from './factors.commands.ts';
import { Factors } from './factors.store.ts';
import { Passkeys } from './passkeys.verifier.ts';
import { verifyFactorHandlers } from './verify-factor.commands.ts';

/** Authenticator apps and passkeys. */
export const factorsProviders = [Site, Factors, FactorProofs, Passkeys, ...factorsHandlers, ...verifyFactorHandlers];
