import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Actor } from '#kernel';
import { AuditCheckpoints, LogAudit } from '#platform/audit';
import { Config } from '#platform/config';
import { EventStore, type Finding } from '#platform/event-store';
import { eventually, TestApp } from '#platform/testing';
import { checkpointPaths, readCheckpoints } from './checkpoint-files.ts';

const ann: Actor = { id: 'ann', kind: 'user', role: 'client' };

if (process.env.EVENT_STORE_URL)
  describe('the log of a real EventStoreDB', () => {
    let site: TestApp;
    let app: TestApp['app'];
    beforeAll(async () => {
      const settings = { EVENT_STORE: 'eventstoredb', EVENT_STORE_URL: process.env.EVENT_STORE_URL ?? '' };
      site = await TestApp.start({
        settings: { ...settings, EVENT_STORE_PREFIX: `t-${randomUUID()}` },
        follows: false,
      });
      app = site.app;
    });
    afterAll(() => site.stop());
    const write = (stream: string) =>
      site.as(ann, () =>
        app.get(EventStore).append(stream, 0, [
          { type: 'Noted', data: { text: 'one' } },
          { type: 'Noted', data: { text: 'two' } },
        ]),
      );

    test('has no findings and matches its checkpoints', async () => {
      await write('a');
      const first = await app.get(AuditCheckpoints).write();
      await write('b');
      const secondCheckpoint = await app.get(AuditCheckpoints).write();
      expect(secondCheckpoint).toMatchObject({ previous: first?.hash, position: await app.get(EventStore).head() });
      const findings: Finding[] = [];
      const report = await app.get(LogAudit).verify((finding) => findings.push(finding));
      expect(findings).toEqual([]);
      expect(report).toEqual({ events: 4, through: secondCheckpoint?.position, checkpoints: 2 });
    });

    test('gets its checkpoints from a running worker', async () => {
      const checkpoints = () => readCheckpoints(checkpointPaths(app.get(Config).dataFolder).checkpoints);
      rmSync(checkpointPaths(app.get(Config).dataFolder).checkpoints);
      app.get(AuditCheckpoints).follow();
      await eventually(() => checkpoints().length > 0);
      expect(checkpoints()).toMatchObject([{ previous: null, position: await app.get(EventStore).head() }]);
    });
  });
else {
  console.warn('the audit of a real EventStoreDB is skipped: EVENT_STORE_URL is not set');
  test.skip('the log of a real EventStoreDB (set EVENT_STORE_URL)', () => undefined);
}
