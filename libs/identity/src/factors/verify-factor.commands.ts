import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Refusal } from '#kernel';
import { EventStore } from '#platform/event-store';
import { type Queryable } from '#platform/postgres';
import { Clock } from '../clock/index.ts';
import { type Caller, type Grant, type Session, SessionGrants } from '../sessions/index.ts';
import { user } from '../users/index.ts';
import { FactorBlocked, FactorProofs, type Proof } from './factor.proofs.ts';
import { factor } from './factor.ts';
import { noFactor, requireLevelToFinish } from './factors.commands.ts';
import { type Challenge, type FactorRow, Factors } from './factors.store.ts';

/**
 * Verifies a second factor: the caller's session becomes aal2, and all their aal1 sessions end. Refuses `factor-…`,
 * `session-not-found`.
 */
export class VerifyFactor extends Command<Grant> {
  constructor(
    readonly caller: Caller,
    readonly factorId: string,
    readonly challengeId: string,
    readonly proof: Proof,
    readonly ip: string | null,
  ) {
    super();
  }
}

type VerifiedFactor = {
  readonly session: Session;
  readonly ended: readonly string[];
  readonly factor: FactorRow;
  readonly sameAddress: boolean;
};
type RefusedFactor = { readonly refusal: Refusal; readonly blocked: boolean };

@CommandHandler(VerifyFactor)
export class VerifyFactorHandler implements ICommandHandler<VerifyFactor> {
  constructor(
    private readonly factors: Factors,
    private readonly proofs: FactorProofs,
    private readonly grants: SessionGrants,
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  async execute(command: VerifyFactor): Promise<Grant> {
    const { userId, sessionId } = command.caller;
    const stream = `factor-${command.factorId}`;
    // The transaction returns refusals instead of throwing them: a rollback would lose the wrong-code count and the
    // deletion of an expired challenge.
    const outcome = await this.factors.change(userId, (within) => this.#verify(within, command));
    if ('refusal' in outcome) {
      if (outcome.blocked) await this.store.handle(factor, stream, 'block', { userId, sessionId });
      throw outcome.refusal;
    }
    const { kind, name } = outcome.factor;
    const { sameAddress, ended: sessionIds } = outcome;
    await this.store.handle(factor, stream, 'verify', { userId, kind, name, sessionId, sameAddress });
    await this.store.handle(user, `user-${userId}`, 'revokeSessions', { sessionIds, reason: 'second-factor-given' });
    return this.grants.tokensFor(outcome.session);
  }

  async #verify(
    within: Queryable,
    { caller, factorId, challengeId, proof, ip }: VerifyFactor,
  ): Promise<VerifiedFactor | RefusedFactor> {
    const factors = await this.factors.of(caller.userId, within);
    const factor = factors.find(({ id }) => id === factorId);
    if (!factor) return refused(noFactor());
    requireLevelToFinish(factor, factors, caller);
    const secondsBlocked = secondsUntil(factor.blockedUntil, this.clock.now());
    if (secondsBlocked > 0) return refused(new FactorBlocked(secondsBlocked));
    const challenge = await this.factors.challenge(within, factorId, challengeId);
    if (!challenge) return refused(challengeNotFound());
    if (challenge.expiresAt <= this.clock.now()) {
      await this.factors.spend(within, challenge);
      return refused(challengeExpired(challenge));
    }
    const result = await this.proofs.check(within, factor, challenge, proof);
    if (!result.given) return result;
    return this.#stepUp(within, caller, factor, challenge.ip === ip);
  }

  async #stepUp(
    within: Queryable,
    { userId, sessionId }: Caller,
    given: FactorRow,
    sameAddress: boolean,
  ): Promise<VerifiedFactor | RefusedFactor> {
    const method = given.kind === 'totp' ? 'totp' : 'mfa/webauthn';
    const session = await this.grants.stepUp(within, sessionId, { method, factor: given.id });
    if (!session) return refused(new Refusal('session-not-found', 'This session has ended'));
    const rows = await within.query<{ id: string }>(
      "delete from identity.sessions where user_id = $1 and aal = 'aal1' returning id",
      [userId],
    );
    return { session, ended: rows.map(({ id }) => id), factor: given, sameAddress };
  }
}

const refused = (refusal: Refusal): RefusedFactor => ({ refusal, blocked: false });

const challengeNotFound = () => new Refusal('factor-challenge-not-found', 'Challenge not found');

const challengeExpired = ({ id }: Challenge) =>
  new Refusal(
    'factor-challenge-expired',
    `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
  );

const secondsUntil = (until: Date | null, now: Date): number =>
  until ? Math.max(0, Math.ceil((until.getTime() - now.getTime()) / 1000)) : 0;
