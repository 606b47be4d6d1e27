import { Injectable } from '@nestjs/common';
import { Refusal } from '#kernel';
import type { Queryable } from '#platform/postgres';
import { Clock } from '../clock/index.ts';
import { type Challenge, type FactorRow, Factors } from './factors.store.ts';
import { type PasskeyResponse, Passkeys } from './passkeys.verifier.ts';
import { stepOf } from './totp.codec.ts';

/** A one-time password or a passkey's response, sent as proof of a second factor. */
export type Proof = { readonly code: string } | { readonly passkey: PasskeyResponse };

/**
 * `given` is true if the proof was correct; it is then used up. `blocked` is true if the factor now accepts no codes
 * for a while.
 */
export type ProofResult =
  | { readonly given: true }
  | { readonly given: false; readonly refusal: Refusal; readonly blocked: boolean };

/**
 * The fifth wrong code in a row blocks the factor. Each further one doubles the wait, in seconds, up to the maximum.
 */
const blockingAttempt = 5;
const minWait = 60;
const maxWait = 900;

/** After too many wrong codes the factor accepts none for this many seconds. */
export class FactorBlocked extends Refusal {
  constructor(readonly seconds: number) {
    super('factor-blocked', `Too many wrong codes. Please try again in ${seconds} seconds`);
  }
}

/** Checks the proof of a second factor and makes sure that each proof is accepted only once. */
@Injectable()
export class FactorProofs {
  constructor(
    private readonly factors: Factors,
    private readonly passkeys: Passkeys,
    private readonly clock: Clock,
  ) {}

  async check(within: Queryable, factor: FactorRow, challenge: Challenge, proof: Proof): Promise<ProofResult> {
    const result =
      'code' in proof
        ? await this.#code(within, factor, proof.code)
        : await this.#passkey(within, factor, challenge, proof.passkey);
    if (result.given) await this.factors.spend(within, challenge);
    return result;
  }

  async #code(within: Queryable, factor: FactorRow, code: string): Promise<ProofResult> {
    const now = this.clock.now();
    const lastStep = factor.secret ? stepOf(factor.secret, code.trim(), now, factor.lastStep) : undefined;
    if (lastStep !== undefined) {
      await this.factors.recordProof(within, { ...factor, lastStep });
      return { given: true };
    }
    const seconds = waitAfter(factor.wrongCodes + 1);
    await this.factors.countWrong(within, factor, seconds > 0 ? new Date(now.getTime() + seconds * 1000) : null);
    return { given: false, refusal: new Refusal('factor-code-wrong', 'The code is incorrect'), blocked: seconds > 0 };
  }

  async #passkey(
    within: Queryable,
    factor: FactorRow,
    { challenge }: Challenge,
    response: PasskeyResponse,
  ): Promise<ProofResult> {
    const passkeyRefused = {
      given: false,
      refusal: new Refusal('factor-passkey-wrong', 'This passkey was not accepted'),
      blocked: false,
    } as const;
    if (!challenge) return passkeyRefused;
    if (factor.status === 'unverified') {
      const credential = await this.passkeys.verifyCreation(challenge, response);
      if (!credential) return passkeyRefused;
      if (!(await this.factors.register(within, factor.id, credential)))
        return {
          ...passkeyRefused,
          refusal: new Refusal('factor-passkey-taken', 'This passkey is already registered'),
        };
      await this.factors.recordProof(within, { ...factor, credentialCounter: credential.counter });
      return { given: true };
    }
    const credentialCounter = await this.passkeys.verifyAssertion(challenge, factor, response);
    if (credentialCounter === undefined) return passkeyRefused;
    await this.factors.recordProof(within, { ...factor, credentialCounter });
    return { given: true };
  }
}

/** How long a factor is blocked after this many wrong codes, in seconds; 0 for the first ones. */
const waitAfter = (wrongCodes: number): number =>
  wrongCodes < blockingAttempt ? 0 : Math.min(maxWait, minWait * 2 ** Math.min(wrongCodes - blockingAttempt, 10));
