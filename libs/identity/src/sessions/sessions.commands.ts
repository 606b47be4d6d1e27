import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Refusal, refuse } from '#kernel';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { Database, type Queryable } from '#platform/postgres';
import { Clock } from '../clock/index.ts';
import { maxPasswordLength, PasswordHasher, weaknessOf } from '../passwords/index.ts';
import { type Account, Accounts, type UserEvents, user } from '../users/index.ts';
import { type Amr, aalOf, type Method, withoutFactor } from './assurance.ts';
import { type Device, type Grant, SessionGrants } from './session.grants.ts';

export type SignOutScope = 'global' | 'local' | 'others';

/**
 * Signs in with email and password. Refuses `credentials-wrong`, in the same way and time for an address without an
 * account.
 */
export class SignIn extends Command<Grant> {
  constructor(
    readonly email: string,
    readonly password: string,
    readonly device: Device,
  ) {
    super();
  }
}

const wrongCredentials = () => new Refusal('credentials-wrong', 'Email address or password is wrong');

@CommandHandler(SignIn)
export class SignInHandler implements ICommandHandler<SignIn> {
  constructor(
    private readonly accounts: Accounts,
    private readonly hasher: PasswordHasher,
    private readonly grants: SessionGrants,
    private readonly clock: Clock,
  ) {}

  async execute({ email, password, device }: SignIn): Promise<Grant> {
    const account = await this.#prove(await this.accounts.byEmail(email), password);
    const lastSignInAt = this.clock.now();
    const renewed = await this.#renewed(account.passwordHash, password);
    const hashes = { from: account.passwordHash, to: renewed };
    const passwordHash = await this.accounts.signedIn(account.userId, lastSignInAt, hashes);
    // A concurrent sign-in may have replaced the hash, or the password may have changed.
    if (passwordHash !== renewed && !(await this.hasher.matches(passwordHash, password))) throw wrongCredentials();
    const weakness = weaknessOf(password);
    const grant = await this.grants.start({ ...account, lastSignInAt, passwordHash }, device);
    return { ...grant, ...(weakness && { weakness }) };
  }

  /** The hash, replaced by a new one if it was made with outdated parameters. */
  #renewed(hash: string | null, password: string): Promise<string> | string | null {
    return hash !== null && this.hasher.isOutdated(hash) ? this.hasher.hash(password) : hash;
  }

  async #prove(account: Account | undefined, password: string): Promise<Account> {
    // A longer text cannot be a valid password, so it is cut off to limit the work of hashing.
    const matches = await this.hasher.matches(account?.passwordHash, password.slice(0, maxPasswordLength));
    const withinLength = password.length <= maxPasswordLength;
    if (!(account && matches && withinLength && (await this.accounts.isRegistered(account)))) throw wrongCredentials();
    return account;
  }
}

/** Starts a session for a user who has just signed up, or signed in without a password. */
export class StartSession extends Command<Grant> {
  constructor(
    readonly userId: string,
    readonly device: Device,
    readonly method: Method = 'password',
  ) {
    super();
  }
}

@CommandHandler(StartSession)
export class StartSessionHandler implements ICommandHandler<StartSession> {
  constructor(
    private readonly accounts: Accounts,
    private readonly grants: SessionGrants,
    private readonly clock: Clock,
  ) {}

  async execute({ userId, device, method }: StartSession): Promise<Grant> {
    const account = await this.accounts.byId(userId);
    if (!account) refuse('user-not-found', 'This user does not exist');
    const lastSignInAt = this.clock.now();
    await this.accounts.signedIn(userId, lastSignInAt);
    return this.grants.start({ ...account, lastSignInAt }, device, method);
  }
}

/** Exchanges a refresh token for new tokens: see {@link SessionGrants.refresh}. */
export class RefreshSession extends Command<Grant> {
  constructor(readonly refreshToken: string) {
    super();
  }
}

@CommandHandler(RefreshSession)
export class RefreshSessionHandler implements ICommandHandler<RefreshSession> {
  constructor(
    private readonly grants: SessionGrants,
    private readonly store: EventStore,
    private readonly context: Context,
  ) {}

  async execute({ refreshToken }: RefreshSession): Promise<Grant> {
    const outcome = await this.grants.refresh(refreshToken);
    if (!('reused' in outcome)) return outcome;
    const { userId, sessionId } = outcome.reused;
    const by = { id: 'identity', kind: 'system', role: 'identity' } as const;
    await this.context.run({ ...this.context.origin, by }, () =>
      this.store.handle(user, `user-${userId}`, 'revokeSessions', {
        sessionIds: [sessionId],
        reason: 'refresh-token-reused',
      }),
    );
    refuse('refresh-token-reused', 'This refresh token was used before, so its session has ended');
  }
}

/** Ends the caller's current session, all their sessions, or all others. */
export class SignOut extends Command<void> {
  constructor(
    readonly userId: string,
    readonly sessionId: string,
    readonly scope: SignOutScope,
  ) {
    super();
  }
}

const reasons = {
  local: 'signed-out',
  others: 'signed-out-elsewhere',
  global: 'signed-out-everywhere',
} as const satisfies Record<SignOutScope, UserEvents['SessionsRevoked']['reason']>;

@CommandHandler(SignOut)
export class SignOutHandler implements ICommandHandler<SignOut> {
  constructor(
    private readonly database: Database,
    private readonly store: EventStore,
  ) {}

  /** The rows are deleted before the event is stored, so that the sessions end even if storing it fails. */
  async execute({ userId, sessionId, scope }: SignOut): Promise<void> {
    const selection = { global: {}, local: { only: sessionId }, others: { except: sessionId } }[scope];
    const sessionIds = await endSessions(this.database, { userId, ...selection });
    await this.store.handle(user, `user-${userId}`, 'revokeSessions', { sessionIds, reason: reasons[scope] });
  }
}

/** Ends one of the user's sessions. Refuses `session-not-found`, including for another user's session. */
export class RevokeSession extends Command<void> {
  constructor(
    readonly userId: string,
    readonly sessionId: string,
  ) {
    super();
  }
}

@CommandHandler(RevokeSession)
export class RevokeSessionHandler implements ICommandHandler<RevokeSession> {
  constructor(
    private readonly database: Database,
    private readonly store: EventStore,
  ) {}

  async execute({ userId, sessionId }: RevokeSession): Promise<void> {
    const sessionIds = await endSessions(this.database, { userId, only: sessionId });
    if (sessionIds.length === 0) refuse('session-not-found', 'This session does not exist');
    await this.store.handle(user, `user-${userId}`, 'revokeSessions', { sessionIds, reason: 'signed-out-elsewhere' });
  }
}

type SessionSelection = { readonly userId: string; readonly only?: string; readonly except?: string };

/** Deletes a user's sessions and so invalidates their tokens. Returns the ids of the deleted sessions. */
export const endSessions = async (
  database: Queryable,
  { userId, only, except }: SessionSelection,
): Promise<readonly string[]> => {
  const rows = await database.query<{ id: string }>(
    `delete from identity.sessions
     where user_id = $1 and ($2::uuid is null or id = $2) and ($3::uuid is null or id <> $3) returning id`,
    [userId, only ?? null, except ?? null],
  );
  return rows.map(({ id }) => id);
};

/** Removes this factor's proofs from the user's sessions and lowers their assurance level accordingly. */
export const withdrawFactor = async (within: Queryable, userId: string, factorId: string): Promise<void> => {
  const sessions = await within.query<{ id: string; amr: readonly Amr[] }>(
    'select id, amr from identity.sessions where user_id = $1 order by id for update',
    [userId],
  );
  for (const { id, amr } of sessions) {
    const remaining = withoutFactor(amr, factorId);
    if (remaining.length === amr.length) continue;
    await within.query('update identity.sessions set amr = $2, aal = $3 where id = $1', [
      id,
      JSON.stringify(remaining),
      aalOf(remaining),
    ]);
  }
};
