import { Injectable } from '@nestjs/common';
import { Database } from '#platform/postgres';
import { Clock } from '../clock/index.ts';
import type { OwnSession } from '../contract.ts';
import { deviceNamed } from './device.ts';

type SessionRow = { id: string; userAgent: string | null; ip: string | null; createdAt: Date; lastUsedAt: Date };

/** A user's active sessions: the current one first, then the most recently used. */
@Injectable()
export class OwnSessions {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** `here` is the id of the caller's current session, null if the caller is someone else. */
  async of(userId: string, here: string | null): Promise<OwnSession[]> {
    const rows = await this.database.query<SessionRow>(
      `select id, user_agent as "userAgent", ip, created_at as "createdAt", refreshed_at as "lastUsedAt"
       from identity.sessions where user_id = $1 and (not_after is null or not_after > $3)
       order by id = $2 desc, refreshed_at desc, id`,
      [userId, here, this.clock.now()],
    );
    return rows.map(({ id, userAgent, ip, createdAt, lastUsedAt }) => ({
      id,
      device: deviceNamed(userAgent),
      ip,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
      here: id === here,
    }));
  }
}
