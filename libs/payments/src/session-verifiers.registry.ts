import { Injectable } from '@nestjs/common';
import type { Verification } from './contract.ts';

type Verify = (sessionId: string) => Promise<Verification>;

/**
 * Means of payment of other modules, such as credits. A module registers the prefix of the session ids that it gives
 * out, and answers `verify-payment` for them.
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
