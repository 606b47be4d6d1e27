import { Injectable } from '@nestjs/common';
import type { Verification } from './contract.ts';

type Verify = (sessionId: string) => Promise<Verification>;

/**
 * Verifiers for the means of payment of other modules, such as credits. A module registers the prefix of its session
 * ids, and verifies them for `verify-payment`.
 */
@Injectable()
export class SessionVerifiers {
  readonly #verifiers = new Map<string, Verify>();

  add(prefix: string, verify: Verify): void {
    this.#verifiers.set(prefix, verify);
  }

  /** Undefined for a session of the payment provider. */
  verifierOf(sessionId: string): Verify | undefined {
    return [...this.#verifiers].find(([prefix]) => sessionId.startsWith(prefix))?.[1];
  }
}
