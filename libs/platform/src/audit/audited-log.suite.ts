import { Test, type TestingModule } from '@nestjs/testing';
import { Client } from 'pg';
import type { Actor, Message } from '#kernel';
import { type AuditScope, type Finding, LogAudit } from '#platform/audit';
import { type Config } from '#platform/config';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { PlatformModule } from '#platform/module';
import { originOf, testConfig } from '#platform/testing';

export type Events = { Signed: { person: string; name: string }; Noted: { text: string } };
const ann: Actor = { id: 'ann', kind: 'user', role: 'client' };

/** A log of one's own in Postgres, to write to, to tamper with and to audit. */
export class AuditedLog {
  private constructor(
    readonly app: TestingModule,
    readonly config: Config,
    readonly owner: Client,
    private readonly drop: () => Promise<void>,
  ) {}

  static async open(): Promise<AuditedLog> {
    const { config, drop } = await testConfig({ EVENT_STORE: 'postgres' });
    const app = await Test.createTestingModule({ imports: [PlatformModule.forRoot(config)] }).compile();
    app.get(EventStore).register({ stream: 'signed', personalData: { Signed: { of: 'person', fields: ['name'] } } });
    await app.init();
    const owner = new Client({ connectionString: config.databaseUrl });
    await owner.connect();
    return new AuditedLog(app, config, owner, drop);
  }

  async close(): Promise<void> {
    await this.owner.end();
    await this.app.close();
    await this.drop();
  }

  append(stream: string, version: number, events: readonly Message<Events>[]): Promise<void> {
    return this.app
      .get(Context)
      .run(originOf(ann), () => this.app.get(EventStore).append<Events>(stream, version, events));
  }

  /** A new stream of so many notes, or more of them after a version. */
  write(stream: string, count = 1, after = 0): Promise<void> {
    const notes = Array.from({ length: count }, (_, i) => ({ type: 'Noted', data: { text: `n-${i}` } }) as const);
    return this.append(stream, after, notes);
  }

  /** What only the database's owner can do, past the triggers. */
  async tamper(...statements: readonly string[]): Promise<void> {
    await this.owner.query('set session_replication_role = replica');
    for (const statement of statements) await this.owner.query(statement);
    await this.owner.query('set session_replication_role = origin');
  }

  /** `found` is what was found, without words. */
  async audit(scope?: AuditScope) {
    const findings: Finding[] = [];
    const report = await this.app.get(LogAudit).verify((finding) => findings.push(finding), scope);
    return { ...report, findings, found: findings.map(({ position, stream, kind }) => ({ position, stream, kind })) };
  }
}
