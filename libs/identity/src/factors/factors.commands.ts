import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Refusal, refuse } from '#kernel';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { Clock } from '../clock/index.ts';
import { type Caller, withdrawFactor } from '../sessions/index.ts';
import { type Account, Accounts } from '../users/index.ts';
import { type FactorKind, factor } from './factor.ts';
import { type Challenge, type FactorRow, Factors, unverifiedLifetime } from './factors.store.ts';
import { Passkeys } from './passkeys.verifier.ts';
import { newSecret } from './totp.codec.ts';

const maxFactors = 10;

export const noFactor = () => new Refusal('factor-not-found', 'Factor not found');

/** A factor that was enrolled but not yet verified. The secret of an authenticator app is returned only here. */
export type EnrolledFactor = {
  readonly id: string;
  readonly kind: FactorKind;
  readonly name: string;
  readonly secret: Buffer | null;
};

/** Enrols a second factor; it is required only after it was verified for the first time. Refuses `factor-…`. */
export class EnrolFactor extends Command<EnrolledFactor> {
  constructor(
    readonly caller: Caller,
    readonly kind: FactorKind,
    readonly name: string,
  ) {
    super();
  }
}

@CommandHandler(EnrolFactor)
export class EnrolFactorHandler implements ICommandHandler<EnrolFactor> {
  constructor(
    private readonly factors: Factors,
    private readonly context: Context,
  ) {}

  async execute({ caller, kind, name }: EnrolFactor): Promise<EnrolledFactor> {
    const { userId } = caller;
    const newFactor = { id: this.context.newId(), kind, name, secret: kind === 'totp' ? newSecret() : null };
    await this.factors.change(userId, async (within) => {
      requireNewFactorAllowed(await this.factors.of(userId, within), caller, name);
      await this.factors.add(within, { ...newFactor, userId });
    });
    return newFactor;
  }
}

const requireNewFactorAllowed = (known: readonly FactorRow[], { aal }: Caller, newName: string): void => {
  if (known.some(({ name }) => name === newName))
    refuse(
      'factor-name-taken',
      `A factor with the friendly name ${JSON.stringify(newName)} for this user already exists`,
    );
  if (known.length >= maxFactors) refuse('factor-too-many', `An account can have at most ${maxFactors} second factors`);
  if (lacksSecondFactor(known, aal)) throw secondFactorRequired();
};

/** An account with a verified second factor must give it before another one is added. */
const lacksSecondFactor = (known: readonly FactorRow[], aal: Caller['aal']): boolean =>
  aal !== 'aal2' && known.some(({ status }) => status === 'verified');
const secondFactorRequired = () =>
  new Refusal('factor-addition-needs-factor', 'Enter your second factor before you add another one');

/**
 * An enrolment from an aal2 session cannot be finished at aal1: an attacker with only the password could add their own
 * factor.
 */
export const requireLevelToFinish = (factor: FactorRow, known: readonly FactorRow[], { aal }: Caller): void => {
  if (factor.status === 'unverified' && lacksSecondFactor(known, aal)) throw secondFactorRequired();
};

/** `options` are the arguments with which the browser creates a passkey or requests one. */
export type IssuedChallenge = Challenge & {
  readonly kind: FactorKind;
  readonly options?: object;
  readonly creates: boolean;
};

/** Creates a challenge for one of the caller's second factors. Refuses `factor-…`. */
export class ChallengeFactor extends Command<IssuedChallenge> {
  constructor(
    readonly caller: Caller,
    readonly factorId: string,
    readonly ip: string | null,
  ) {
    super();
  }
}

@CommandHandler(ChallengeFactor)
export class ChallengeFactorHandler implements ICommandHandler<ChallengeFactor> {
  constructor(
    private readonly factors: Factors,
    private readonly accounts: Accounts,
    private readonly passkeys: Passkeys,
    private readonly context: Context,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, factorId, ip }: ChallengeFactor): Promise<IssuedChallenge> {
    const { userId } = caller;
    // Read before the transaction, because inside of it the query would wait for another connection.
    const account = await this.accounts.byId(userId);
    if (!account) throw noFactor();
    return this.factors.change(userId, async (within) => {
      const factors = await this.factors.of(userId, within);
      const factor = factors.find(({ id }) => id === factorId);
      if (!factor) throw noFactor();
      requireLevelToFinish(factor, factors, caller);
      const options = factor.kind === 'webauthn' ? await this.#options(account, factor, factors) : undefined;
      const expiresAt = new Date(this.clock.now().getTime() + unverifiedLifetime);
      const issued = { id: this.context.newId(), challenge: options?.challenge ?? null, ip, expiresAt };
      await this.factors.saveChallenge(within, factorId, issued);
      return { ...issued, kind: factor.kind, creates: factor.status === 'unverified', ...(options && { options }) };
    });
  }

  async #options({ email, metadata }: Account, factor: FactorRow, known: readonly FactorRow[]) {
    if (factor.status === 'verified') return this.passkeys.toAssert(factor);
    const displayName = [metadata.first_name, metadata.last_name].filter(Boolean).join(' ') || email;
    return this.passkeys.toCreate({ id: factor.userId, email, displayName }, known);
  }
}

/** Removes a second factor; sessions that were raised to aal2 by it lose that level. Refuses `factor-…`. */
export class RemoveFactor extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly factorId: string,
  ) {
    super();
  }
}

@CommandHandler(RemoveFactor)
export class RemoveFactorHandler implements ICommandHandler<RemoveFactor> {
  constructor(
    private readonly factors: Factors,
    private readonly store: EventStore,
  ) {}

  async execute({ caller: { userId, aal }, factorId }: RemoveFactor): Promise<void> {
    const stream = `factor-${factorId}`;
    const found = await this.factors.change(userId, async (within) => {
      const factor = (await this.factors.of(userId, within)).find(({ id }) => id === factorId);
      if (!factor) return false;
      if (factor.status === 'verified' && aal !== 'aal2')
        refuse('factor-removal-needs-factor', 'Enter your second factor before you remove one');
      await this.factors.remove(within, factorId);
      await withdrawFactor(within, userId, factorId);
      return true;
    });
    if (!found) {
      // A process may have died after it removed the row and before it stored the event.
      const { state } = await this.store.load(factor, stream);
      if (state.status !== 'added' || state.userId !== userId) throw noFactor();
    }
    await this.store.handle(factor, stream, 'remove', {});
  }
}
