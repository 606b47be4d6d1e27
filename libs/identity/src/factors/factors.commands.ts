import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Refusal, refuse } from '#kernel';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { Clock } from '../clock/index.ts';
import { type Caller, withdrawFactor } from '../sessions/index.ts';
import { Accounts } from '../users/index.ts';
import { type FactorKind, factor } from './factor.ts';
import { type Challenge, type FactorRow, Factors, unverifiedLasts } from './factors.store.ts';
import { Passkeys } from './passkeys.verifier.ts';
import { newSecret } from './totp.codec.ts';

const mostFactors = 10;

export const noFactor = () => new Refusal('factor-not-found', 'There is no such factor');

/** What was begun: an app's secret, which is told this once. */
export type Enrolled = {
  readonly id: string;
  readonly kind: FactorKind;
  readonly name: string;
  readonly secret: Buffer | null;
};

/** Begins a second factor; it counts once it was given. Refuses `factor-…`. */
export class EnrolFactor extends Command<Enrolled> {
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

  async execute({ caller, kind, name }: EnrolFactor): Promise<Enrolled> {
    const { userId } = caller;
    const enrolled = { id: this.context.newId(), kind, name, secret: kind === 'totp' ? newSecret() : null };
    await this.factors.change(userId, async (within) => {
      onlyOneMore(await this.factors.of(userId, within), caller, name);
      await this.factors.add(within, { ...enrolled, userId });
    });
    return enrolled;
  }
}

const onlyOneMore = (known: readonly FactorRow[], { aal }: Caller, wanted: string): void => {
  if (known.some(({ name }) => name === wanted))
    refuse(
      'factor-name-taken',
      `A factor with the friendly name ${JSON.stringify(wanted)} for this user already exists`,
    );
  if (known.length >= mostFactors)
    refuse('factor-too-many', `An account can have at most ${mostFactors} second factors`);
  if (needsGiven(known, aal)) throw newFactorLater();
};

/** Whoever has a second factor gives it before there is another. */
const needsGiven = (known: readonly FactorRow[], aal: Caller['aal']): boolean =>
  aal !== 'aal2' && known.some(({ status }) => status === 'verified');
const newFactorLater = () => new Refusal('factor-addition-needs-factor', 'Give a second factor before you add another');

/** What was begun at aal2 is not finished at aal1: whoever did would need no second factor but their own. */
export const onlyFinishedStrong = (wanted: FactorRow, known: readonly FactorRow[], { aal }: Caller): void => {
  if (wanted.status === 'unverified' && needsGiven(known, aal)) throw newFactorLater();
};

/** `options` are what a browser makes or asks a passkey with. */
export type Asked = Challenge & { readonly kind: FactorKind; readonly options?: object; readonly creates: boolean };

/** Asks for one of the caller's second factors. Refuses `factor-…`. */
export class ChallengeFactor extends Command<Asked> {
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

  execute({ caller, factorId, ip }: ChallengeFactor): Promise<Asked> {
    const { userId } = caller;
    return this.factors.change(userId, async (within) => {
      const known = await this.factors.of(userId, within);
      const wanted = known.find(({ id }) => id === factorId);
      if (!wanted) throw noFactor();
      onlyFinishedStrong(wanted, known, caller);
      const options = wanted.kind === 'webauthn' ? await this.#options(wanted, known) : undefined;
      const expiresAt = new Date(this.clock.now().getTime() + unverifiedLasts);
      const asked = { id: this.context.newId(), challenge: options?.challenge ?? null, ip, expiresAt };
      await this.factors.ask(within, factorId, asked);
      return { ...asked, kind: wanted.kind, creates: wanted.status === 'unverified', ...(options && { options }) };
    });
  }

  async #options(wanted: FactorRow, known: readonly FactorRow[]) {
    if (wanted.status === 'verified') return this.passkeys.toAssert(wanted);
    const account = await this.accounts.byId(wanted.userId);
    if (!account) throw noFactor();
    const { email, metadata } = account;
    const displayName = [metadata.first_name, metadata.last_name].filter(Boolean).join(' ') || email;
    return this.passkeys.toCreate({ id: wanted.userId, email, displayName }, known);
  }
}

/** Takes a second factor away, and with it what it proved in any session. Refuses `factor-…`. */
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
    await this.factors.change(userId, async (within) => {
      const wanted = (await this.factors.of(userId, within)).find(({ id }) => id === factorId);
      if (!wanted) throw noFactor();
      if (wanted.status === 'verified' && aal !== 'aal2')
        refuse('factor-removal-needs-factor', 'Give a second factor before you remove one');
      await this.factors.remove(within, factorId);
      await withdrawFactor(within, userId, factorId);
    });
    await this.store.handle(factor, `factor-${factorId}`, 'remove', {});
  }
}

export const factorsHandlers = [EnrolFactorHandler, ChallengeFactorHandler, RemoveFactorHandler];
