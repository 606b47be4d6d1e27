import { Injectable } from '@nestjs/common';
import { type Actor, Refusal } from '#kernel';
import { batchedReads } from '#platform/concurrency';
import { Config } from '#platform/config';
import { Database } from '#platform/postgres';
import { AccessTokens } from '../access-tokens/index.ts';
import { Clock } from '../clock/index.ts';
import { Accounts, type Role, roleColumns, type StaffRole } from '../users/index.ts';
import type { Aal } from './assurance.ts';
import { isOver } from './session.lifetime.ts';

/** The user of an active session. `expiresAt` is the access token's end in unix seconds. */
export type Caller = {
  readonly userId: string;
  readonly role: Role;
  readonly staffRoles: readonly StaffRole[];
  readonly sessionId: string;
  readonly aal: Aal;
  /** The user has a second factor and has not given it in this session. */
  readonly awaitsSecondFactor: boolean;
  /** Whether staff roles count in this session: with a second factor, or in demo mode, which has no secrets. */
  readonly actsAsStaff: boolean;
  readonly expiresAt: number;
};

type SessionRow = {
  id: string;
  userId: string;
  aal: Caller['aal'];
  notAfter: Date | null;
  hasFactor: boolean;
  role: Role | null;
  staffRoles: readonly StaffRole[] | null;
};

/** Staff with several roles act in the strongest one that allows what they do. */
const strongestFirst: readonly StaffRole[] = ['admin', 'ops', 'finance', 'support'];

/**
 * The actor that events record for this caller: staff in the strongest of their staff roles, if these count in this
 * session (`otherRoles` are the rest of them); all other users in their sign-up role.
 */
export const actorOf = ({ userId, role, staffRoles, actsAsStaff }: Caller): Actor => {
  const [staffRole, ...otherRoles] = strongestFirst.filter(
    (candidate) => actsAsStaff && staffRoles.includes(candidate),
  );
  if (!staffRole) return { id: userId, kind: 'user', role };
  return { id: userId, kind: 'staff', role: staffRole, ...(otherRoles.length > 0 && { otherRoles }) };
};

/**
 * Authenticates access tokens. The session is looked up each time, so ending one takes effect at once. Those of requests
 * that arrive at the same time are looked up with one statement.
 */
@Injectable()
export class Sessions {
  readonly #row = batchedReads((ids) => this.#rowsOf(ids));

  constructor(
    private readonly database: Database,
    private readonly tokens: AccessTokens,
    private readonly accounts: Accounts,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** Undefined for a token that we did not issue, that has expired, or whose session has ended. */
  async caller(accessToken: string): Promise<Caller | undefined> {
    try {
      return await this.authenticate(accessToken);
    } catch (error) {
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  }

  /**
   * The caller whose access token this is. Throws a refusal whose code begins with `access-token-` or `session-` if the
   * token or its session is not valid.
   */
  async authenticate(accessToken: string): Promise<Caller> {
    const { sub: userId, session_id: sessionId, exp: expiresAt } = await this.tokens.verify(accessToken);
    const now = this.clock.now();
    const session = await this.#row(sessionId);
    if (session?.userId !== userId || isOver(session, now)) throw await this.#refusalFor(userId);
    const { role, staffRoles } = await this.accounts.rolesOf(userId, session);
    const { aal, hasFactor } = session;
    const actsAsStaff = staffRoles.length > 0 && (aal === 'aal2' || this.config.demo);
    const awaitsSecondFactor = hasFactor && aal === 'aal1';
    return { userId, role, staffRoles, sessionId, aal, awaitsSecondFactor, actsAsStaff, expiresAt };
  }

  /** The rows of these sessions, in the same order; undefined for a session that does not exist. */
  async #rowsOf(ids: readonly string[]): Promise<readonly (SessionRow | undefined)[]> {
    // The ids are in a subquery for the same reason as those of `unplanned`: planning would take longer than the lookup.
    const rows = await this.database.prepared<SessionRow>(
      'sessions of tokens',
      `select s.id, s.user_id as "userId", s.aal, s.not_after as "notAfter", ${roleColumns.columns}, exists (
         select from identity.factors f where f.user_id = s.user_id and f.status = 'verified') as "hasFactor"
       from identity.sessions s ${roleColumns.join('s.user_id')} where s.id = any((select $1::uuid[])::uuid[])`,
      [ids],
    );
    const rowOf = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => rowOf.get(id));
  }

  async #refusalFor(userId: string): Promise<Refusal> {
    const account = await this.accounts.byId(userId);
    if (account?.suspendedAt) return new Refusal('session-user-suspended', 'This account is suspended');
    return account
      ? new Refusal('session-not-found', 'This session has ended')
      : new Refusal('session-user-not-found', 'The user of this access token does not exist');
  }
}
