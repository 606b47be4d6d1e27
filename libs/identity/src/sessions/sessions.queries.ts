import { Injectable } from '@nestjs/common';
import { type Actor, Refusal } from '#kernel';
import { Config } from '#platform/config';
import { Database } from '#platform/postgres';
import { AccessTokens } from '../access-tokens/index.ts';
import { Clock } from '../clock/index.ts';
import { Accounts, type Role, type StaffRole, standing } from '../users/index.ts';
import type { Aal } from './assurance.ts';
import { isOver } from './session.lifetime.ts';

/** Who asks, by a session that is alive. `expiresAt` is the access token's end in unix seconds. */
export type Caller = {
  readonly userId: string;
  readonly role: Role;
  readonly staffRoles: readonly StaffRole[];
  readonly sessionId: string;
  readonly aal: Aal;
  /** They have a second factor and have not given it in this session. */
  readonly awaitsSecondFactor: boolean;
  /** Whether their staff roles count in this session: with a second factor, or in a demo, which has no secrets. */
  readonly actsAsStaff: boolean;
  readonly expiresAt: number;
};

type SessionRow = {
  aal: Caller['aal'];
  notAfter: Date | null;
  hasFactor: boolean;
  role: Role | null;
  staffRoles: readonly StaffRole[] | null;
};

/** Whoever holds several staff roles acts in the strongest. */
const strongestFirst: readonly StaffRole[] = ['admin', 'ops', 'finance', 'support'];

/** A caller as the log knows actors: staff that may act so as staff, everybody else in the role they signed up for. */
export const actorOf = ({ userId, role, staffRoles, actsAsStaff }: Caller): Actor => {
  const staffRole = actsAsStaff && strongestFirst.find((candidate) => staffRoles.includes(candidate));
  return staffRole ? { id: userId, kind: 'staff', role: staffRole } : { id: userId, kind: 'user', role };
};

/** Tells who holds an access token. The session is looked up each time, so ending one takes effect at once. */
@Injectable()
export class Sessions {
  constructor(
    private readonly database: Database,
    private readonly tokens: AccessTokens,
    private readonly accounts: Accounts,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** Undefined for a token that is not ours, is over, or whose session has ended. */
  async caller(accessToken: string): Promise<Caller | undefined> {
    try {
      return await this.authenticate(accessToken);
    } catch (error) {
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  }

  /** The caller who holds this token. Refuses `access-token-…`, `session-…`. */
  async authenticate(accessToken: string): Promise<Caller> {
    const { sub: userId, session_id: sessionId, exp: expiresAt } = await this.tokens.verify(accessToken);
    const now = this.clock.now();
    const [session] = await this.database.query<SessionRow>(
      `select s.aal, s.not_after as "notAfter", ${standing.columns}, exists (
         select from identity.factors f where f.user_id = s.user_id and f.status = 'verified') as "hasFactor"
       from identity.sessions s ${standing.join('s.user_id')} where s.id = $1 and s.user_id = $2`,
      [sessionId, userId],
    );
    if (!session || isOver(session, now)) throw await this.#whyEnded(userId);
    const { role, staffRoles } = await this.accounts.standing(userId, session);
    const { aal, hasFactor } = session;
    const actsAsStaff = staffRoles.length > 0 && (aal === 'aal2' || this.config.demo);
    const awaitsSecondFactor = hasFactor && aal === 'aal1';
    return { userId, role, staffRoles, sessionId, aal, awaitsSecondFactor, actsAsStaff, expiresAt };
  }

  async #whyEnded(userId: string): Promise<Refusal> {
    const account = await this.accounts.byId(userId);
    if (account?.suspendedAt) return new Refusal('session-user-suspended', 'This account is suspended');
    return account
      ? new Refusal('session-not-found', 'This session has ended')
      : new Refusal('session-user-not-found', 'The user of this access token does not exist');
  }
}
