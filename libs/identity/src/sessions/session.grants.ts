import { randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Refusal, refuse } from '#kernel';
import { Config } from '#platform/config';
import { Database, type Queryable } from '#platform/postgres';
import { boxOf, type SealedBox, type SealedColumn } from '#platform/sealing';
import { AccessTokens } from '../access-tokens/index.ts';
import { Clock, seconds } from '../clock/index.ts';
import type { WeakPasswordReason } from '../passwords/index.ts';
import { type Account, Accounts, publicMetadata } from '../users/index.ts';
import { type Aal, type Amr, aalOf, type Method, publicAmr, withProof } from './assurance.ts';
import { NewDevices } from './new.devices.ts';
import { type RefreshDecision, refreshDecision, reuseWindow } from './refresh.ts';
import { type PresentedToken, readRefreshToken, writeRefreshToken } from './refresh-token.codec.ts';
import { endedUnused, endOf, isOver } from './session.lifetime.ts';

/** Where a user signs in from, according to the request. */
export type Device = { readonly userAgent: string | null; readonly ip: string | null };

/**
 * The tokens a client receives. `expiresAt` is in unix seconds; `weakness` is set if the password no longer meets the
 * rules.
 */
export type Grant = {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresAt: number;
  readonly account: Account;
  readonly weakness?: { readonly message: string; readonly reasons: readonly WeakPasswordReason[] };
  readonly reuse?: ReuseCause;
};
/**
 * Why an older refresh token was exchanged for the newest one: concurrent refreshes, or, for its direct parent, a lost
 * response.
 */
export type ReuseCause = 'concurrent-refresh' | 'concurrent-refresh,fail-to-save' | 'fail-to-save';

type SessionRow = Omit<Session, 'key'> & {
  refreshKey: Buffer;
  refreshedAt: Date;
  createdAt: Date;
  notAfter: Date | null;
  floor: number;
};
/** A session's row, with its key decrypted. */
export type Session = {
  readonly id: string;
  readonly userId: string;
  readonly aal: Aal;
  readonly amr: readonly Amr[];
  readonly counter: number;
  readonly key: Buffer;
};
/** A session that was ended because one of its older refresh tokens was reused. */
export type ReusedToken = { readonly reused: { readonly userId: string; readonly sessionId: string } };

const columns = `id, user_id as "userId", aal, amr, refresh_counter as counter, refresh_key as "refreshKey",
  refreshed_at as "refreshedAt", created_at as "createdAt", not_after as "notAfter", refresh_floor as floor`;
const maxUserAgentLength = 400;
/** Each sign-in deletes up to twenty expired sessions of any user, so that no job is needed for it. */
const opening = `with swept as (delete from identity.sessions where id in (
    select id from identity.sessions where not_after <= $4 order by not_after limit 20 for update skip locked))
  insert into identity.sessions (id, user_id, refresh_key, refreshed_at, created_at, not_after, aal, amr, user_agent, ip)
  select $1, c.user_id, $3, $4, $4, $5, $6, $7, $8, $9 from identity.credentials c
  where c.user_id = $2 and c.suspended_at is null and ($10::text is null or c.password_hash = $10) for share
  returning id`;

export const sealedRefreshKeys: SealedColumn = {
  secret: 'signingKeys',
  purpose: 'identity.refresh-tokens',
  table: 'identity.sessions',
  column: 'refresh_key',
  label: 'id',
};

/** Older GoTrue servers issued tokens of twelve characters. None of them exists here. */
const isLegacy = (token: string): boolean => /^[\w-]{12}$/.test(token);
const notFound = () => new Refusal('refresh-token-not-found', 'Refresh token not found');
/** Opens sessions and renews their tokens. */
@Injectable()
export class SessionGrants {
  readonly #box: SealedBox;

  constructor(
    private readonly database: Database,
    private readonly accounts: Accounts,
    private readonly tokens: AccessTokens,
    private readonly newDevices: NewDevices,
    private readonly clock: Clock,
    { secrets }: Config,
  ) {
    this.#box = boxOf(sealedRefreshKeys, secrets);
  }

  /** Starts a session for a user who has just signed in with `method`. */
  async start(account: Account, { userAgent, ip }: Device, method: Method = 'password'): Promise<Grant> {
    requireNotSuspended(account);
    const now = this.clock.now();
    const amr: Amr[] = [{ method, timestamp: seconds(now) }];
    const { userId } = account;
    const session: Session = { id: randomUUID(), userId, aal: 'aal1', amr, counter: 0, key: randomBytes(32) };
    await this.#open(session, { userAgent, ip }, now, method === 'password' ? account.passwordHash : null);
    await this.newDevices.record(account, session.id, { userAgent, ip });
    return this.#grant(account, session);
  }

  /** Locks the account's row, so that a concurrent suspension, erasure or change of password prevents the session. */
  async #open(session: Session, { userAgent, ip }: Device, now: Date, passwordHash: string | null): Promise<void> {
    const { id, userId, aal, amr, key } = session;
    const openedRows = await this.database.query(opening, [
      id,
      userId,
      this.#box.seal(key, id),
      now,
      endOf({ createdAt: now, renewedAt: now }),
      aal,
      JSON.stringify(amr),
      userAgent?.slice(0, maxUserAgentLength) ?? null,
      ip,
      passwordHash,
    ]);
    if (openedRows.length > 0) return;
    const account = await this.accounts.byId(userId);
    if (account) requireNotSuspended(account);
    refuse('credentials-wrong', 'Email address or password is wrong');
  }

  /**
   * Exchanges a refresh token for new tokens. Reusing an old token after the reuse interval ends the session. Refuses
   * `refresh-token-*`, `session-expired`, `session-expired-unused` and `user-suspended`.
   */
  async refresh(token: string): Promise<Grant | ReusedToken> {
    const presentedToken = readRefreshToken(token);
    if (!presentedToken)
      throw isLegacy(token) ? notFound() : new Refusal('refresh-token-invalid', 'This is not a refresh token');
    const session = await this.#renew(presentedToken);
    if ('reused' in session) return session;
    const grant = await this.tokensFor(session);
    return { ...grant, ...(session.reuse && { reuse: session.reuse }) };
  }

  /**
   * Adds a second factor's proof to the session and invalidates its older refresh tokens. Undefined if the session has
   * ended.
   */
  async stepUp(within: Queryable, sessionId: string, proof: Omit<Amr, 'timestamp'>): Promise<Session | undefined> {
    const [row] = await within.query<SessionRow>(`select ${columns} from identity.sessions where id = $1 for update`, [
      sessionId,
    ]);
    const now = this.clock.now();
    if (!row || isOver(row, now)) return undefined;
    const amr = withProof(row.amr, { ...proof, timestamp: seconds(now) });
    const session = { ...row, aal: aalOf(amr), amr, counter: row.counter + 2 };
    await within.query(
      `update identity.sessions
       set aal = $2, amr = $3, refresh_counter = $4, refresh_floor = $4, refreshed_at = $5, not_after = $6 where id = $1`,
      [sessionId, session.aal, JSON.stringify(amr), session.counter, now, endOf({ ...row, renewedAt: now })],
    );
    return { ...session, key: this.#box.open(row.refreshKey, row.id) };
  }

  /** Issues tokens for the session in its current state. */
  async tokensFor(session: Session): Promise<Grant> {
    const account = await this.accounts.byId(session.userId);
    if (!account) throw notFound();
    requireNotSuspended(account);
    return this.#grant(account, session);
  }

  /** Locks the session's row, so concurrent refreshes run one after the other. */
  #renew(presented: PresentedToken): Promise<(Session & { readonly reuse?: ReuseCause }) | ReusedToken> {
    const { sessionId } = presented;
    return this.database.transaction(async (within) => {
      const [row] = await within.query<SessionRow>(
        `select ${columns} from identity.sessions where id = $1 for update`,
        [sessionId],
      );
      const now = this.clock.now();
      if (!row) throw notFound();
      if (isOver(row, now)) throw sessionExpired(row);
      const session = { ...row, key: this.#box.open(row.refreshKey, row.id) };
      const decision = decisionFor(presented, session, now);
      if (decision === 'foreign') refuse('refresh-token-foreign', 'This refresh token was not issued by this server');
      if (decision === 'refuse')
        refuse('refresh-token-superseded', 'This refresh token is from before the second factor was given');
      if (decision === 'repeat') return { ...session, reuse: reuseOf(presented, row, now) };
      if (decision === 'end') {
        await within.query('delete from identity.sessions where id = $1', [sessionId]);
        return { reused: { userId: row.userId, sessionId } };
      }
      await within.query(
        'update identity.sessions set refresh_counter = refresh_counter + 1, refreshed_at = $2, not_after = $3 where id = $1',
        [sessionId, now, endOf({ ...row, renewedAt: now })],
      );
      return { ...session, counter: row.counter + 1 };
    });
  }

  async #grant(account: Account, { id, aal, amr, counter, key }: Session): Promise<Grant> {
    const { user_metadata, app_metadata } = publicMetadata(account);
    const issued = await this.tokens.issue(account.userId, {
      email: account.email,
      phone: '',
      app_metadata,
      user_metadata,
      role: 'authenticated',
      aal,
      amr: publicAmr(amr),
      session_id: id,
      is_anonymous: false,
    });
    const refreshToken = writeRefreshToken({ sessionId: id, counter }, key);
    return { ...issued, refreshToken, account };
  }
}

/** A suspended user gets no tokens, whichever way they sign in. */
const requireNotSuspended = ({ suspendedAt }: Account): void => {
  if (suspendedAt) refuse('user-suspended', 'This account is suspended');
};

const reuseOf = ({ counter }: PresentedToken, newest: SessionRow, now: Date): ReuseCause => {
  if (newest.counter - counter > 1) return 'concurrent-refresh';
  const concurrent = now.getTime() - newest.refreshedAt.getTime() < reuseWindow;
  return concurrent ? 'concurrent-refresh,fail-to-save' : 'fail-to-save';
};

const sessionExpired = (row: SessionRow & { notAfter: Date }): Refusal =>
  endedUnused(row)
    ? new Refusal('session-expired-unused', 'This session expired because it was not used')
    : new Refusal('session-expired', 'This session has expired');

const decisionFor = (
  { counter, signed }: PresentedToken,
  session: Pick<SessionRow, 'refreshedAt' | 'floor'> & Session,
  now: Date,
): RefreshDecision =>
  signed(session.key)
    ? refreshDecision(counter, session.counter, now.getTime() - session.refreshedAt.getTime(), session.floor)
    : 'foreign';
