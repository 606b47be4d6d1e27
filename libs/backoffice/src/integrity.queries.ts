import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { AuditCheckpoints } from '#platform/audit';
import { EventStore } from '#platform/event-store';
import { Reactor } from '#platform/reactions';
import type { LogCheckpoints, LogVerificationEntry, StaffIntegrity, TimelinePage } from './contract.ts';
import { LogVerificationReactions } from './log-verification.reactions.ts';
import { type LogVerificationRow, logVerificationRows } from './log-verification.rows.ts';

/** How many verifications and how many checkpoints are listed. */
const listed = 10;

/** What proves that the log is unchanged: its verifications and its signed checkpoints. */
@Injectable()
export class IntegrityQueries {
  constructor(
    private readonly em: EntityManager,
    private readonly store: EventStore,
    private readonly checkpoints: AuditCheckpoints,
    private readonly reactor: Reactor,
    private readonly reactions: LogVerificationReactions,
  ) {}

  /** The latest verifications and checkpoints, the newest first. */
  async summary(): Promise<StaffIntegrity> {
    const rows = await this.em.find(logVerificationRows, {}, { orderBy: { number: 'desc' }, limit: listed });
    const checkpoints = this.checkpoints.list();
    return {
      head: Number(await this.store.head()),
      verifications: await Promise.all(rows.map((row) => this.#entry(row))),
      checkpoints: {
        count: checkpoints.length,
        newest: checkpoints
          .slice(-listed)
          .reverse()
          .map(({ position, at, hash, key }) => ({ position: Number(position), at, hash, key })),
      },
    };
  }

  /** The latest verification that has ended; undefined if there is none. */
  async latest(): Promise<LogVerificationEntry | undefined> {
    const row = await this.em.findOne(logVerificationRows, { endedAt: { $ne: null } }, { orderBy: { number: 'desc' } });
    return row ? this.#entry(row) : undefined;
  }

  /** Through which position the newest verification found the log unchanged; null if it did not. */
  async verified(): Promise<TimelinePage['verified']> {
    const { through, endedAt, findings } = (await this.latest()) ?? {};
    return through && endedAt && findings === 0 ? { through, at: endedAt } : null;
  }

  /** The files that prove what the log was. */
  files(): LogCheckpoints {
    return { checkpoints: this.checkpoints.text(), publicKey: this.checkpoints.publicKey() ?? null };
  }

  async #entry(row: LogVerificationRow): Promise<LogVerificationEntry> {
    const { number, startEventId, startedBy, startedByRole, startedAt, endedAt, result, failure } = row;
    const job = { id: startEventId };
    return {
      number,
      startedBy: { id: startedBy, role: startedByRole },
      startedAt,
      endedAt: endedAt ?? null,
      done: endedAt ? 1 : ((await this.reactor.progressOf(job, this.reactions.run)) ?? 0),
      events: result?.events ?? null,
      through: result?.through ?? null,
      checkpoints: result?.checkpoints ?? null,
      findings: result?.findings ?? null,
      firstFindings: [...(result?.firstFindings ?? [])],
      failure: failure ?? null,
    };
  }
}
