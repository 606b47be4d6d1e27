import { Client } from 'pg';
import type { Actor, Message } from '#kernel';
import { type AuditScope, LogAudit } from '#platform/audit';
import { type Config } from '#platform/config';
import { EventStore, type Finding } from '#platform/event-store';
import { TestApp } from '#platform/testing';

export type Events = { Signed: { person: string; name: string }; Noted: { text: string } };
const ann: Actor = { id: 'ann', kind: 'user', role: 'client' };

/** A log in Postgres to write to, tamper with and audit. */
export class AuditedLog {
  private constructor(
    private readonly site: TestApp,
    readonly owner: Client,
  ) {}

  static async open(): Promise<AuditedLog> {
    const site = await TestApp.start({
      settings: { EVENT_STORE: 'postgres' },
      follows: false,
      prepare: (app) =>
        app
          .get(EventStore)
          .register({ stream: 'signed', personalData: { Signed: { of: 'person', fields: ['name'] } } }),
    });
    const owner = new Client({ connectionString: site.config.databaseUrl });
    await owner.connect();
    return new AuditedLog(site, owner);
  }

  get app(): TestApp['app'] {
    return this.site.app;
  }

  get config(): Config {
    return this.site.config;
  }

  async close(): Promise<void> {
    await this.owner.end();
    await this.site.stop();
  }

  append(stream: string, version: number, events: readonly Message<Events>[]): Promise<void> {
    return this.site.as(ann, () => this.site.store.append<Events>(stream, version, events));
  }

  /** Appends `count` notes to a stream that is at version `after`. */
  write(stream: string, count = 1, after = 0): Promise<void> {
    const notes = Array.from({ length: count }, (_, i) => ({ type: 'Noted', data: { text: `n-${i}` } }) as const);
    return this.append(stream, after, notes);
  }

  /** Changes the log with its triggers disabled, as only the owner of the database can. */
  async tamper(...statements: readonly string[]): Promise<void> {
    await this.owner.query('set session_replication_role = replica');
    for (const statement of statements) await this.owner.query(statement);
    await this.owner.query('set session_replication_role = origin');
  }

  /** `found` are the findings without their messages. */
  async audit(scope?: AuditScope) {
    const findings: Finding[] = [];
    const report = await this.app.get(LogAudit).verify((finding) => findings.push(finding), scope);
    return { ...report, findings, found: findings.map(({ position, stream, kind }) => ({ position, stream, kind })) };
  }
}
