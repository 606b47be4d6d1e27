import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { MikroOrmModule } from '@mikro-orm/nestjs';
import { EntityManager } from '@mikro-orm/postgresql';
import type { Actor, Message, Projection } from '#kernel';
import { type Config } from '#platform/config';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { Instant, Projector } from '#platform/projections';
import { originOf, TestApp, testConfig } from '#platform/testing';

/** Projections for the tests of the projector: doors that are opened, renamed and closed. */
export type DoorEvents = {
  Opened: { name: string; tags: string[] };
  Renamed: { name: string };
  Closed: object;
};

export const doorRows = defineEntity({
  name: 'Door',
  schema: 'read',
  tableName: 'doors_v1',
  properties: {
    id: p.text().primary(),
    name: p.text(),
    tags: p.json<string[]>(),
    note: p.text().nullable(),
    /** The version of the door's newest event. */
    version: p.integer(),
    openedAt: p.type(Instant),
  },
  indexes: [{ properties: ['name'] }, { properties: ['openedAt', 'id'] }],
  uniques: [{ properties: ['id', 'version'] }],
});
export type DoorRow = InferEntity<typeof doorRows>;

export const doors: Projection<DoorEvents, DoorRow> = {
  table: 'doors',
  version: 1,
  key: ({ stream }) => stream,
  insert: {
    Opened: ({ name, tags }, { stream, version, at }) => ({
      id: stream,
      name,
      tags,
      note: null,
      version,
      openedAt: at,
    }),
  },
  update: { Renamed: (row, { name }, { version }) => ({ ...row, name, version }), Closed: () => null },
};

/** The same table with a bug: it ignores new names. */
export const buggyDoors: Projection<DoorEvents, DoorRow> = {
  ...doors,
  update: { ...doors.update, Renamed: (row, _, { version }) => ({ ...row, version }) },
};

/** The table of a new release: one column added, one removed, names in upper case. */
export const doorRows2 = defineEntity({
  name: 'Door2',
  schema: 'read',
  tableName: 'doors_v2',
  properties: { id: p.text().primary(), name: p.text(), renamed: p.integer(), openedAt: p.type(Instant) },
  indexes: [{ properties: ['name'] }],
});
export const doors2: Projection<DoorEvents, InferEntity<typeof doorRows2>> = {
  table: 'doors',
  version: 2,
  key: ({ stream }) => stream,
  insert: {
    Opened: ({ name }, { stream, at }) => ({ id: stream, name: name.toUpperCase(), renamed: 0, openedAt: at }),
  },
  update: {
    Renamed: (row, { name }) => ({ ...row, name: name.toUpperCase(), renamed: row.renamed + 1 }),
    Closed: () => null,
  },
};

export const entryRows = defineEntity({
  name: 'Entry',
  schema: 'read',
  tableName: 'entries_v1',
  properties: { id: p.text().primary(), door: p.text(), what: p.text() },
  indexes: [{ properties: ['door'] }],
});
export const entryRows2 = defineEntity({
  name: 'Entry2',
  schema: 'read',
  tableName: 'entries_v2',
  properties: { id: p.text().primary(), door: p.text(), what: p.text() },
});
const entry =
  (what: string) =>
  (_: object, { stream, version }: { stream: string; version: number }) => ({
    id: `${stream}:${version}`,
    door: stream,
    what,
  });
/** A row for each event: a history. */
export const entries: Projection<DoorEvents, InferEntity<typeof entryRows>> = {
  table: 'entries',
  version: 1,
  key: ({ stream, version }) => `${stream}:${version}`,
  insert: { Opened: entry('opened'), Renamed: entry('renamed'), Closed: entry('closed') },
};

type Part = (projector: Projector) => void;
export const withDoors: Part = (projector) => projector.add(doors, doorRows);
export const withBuggyDoors: Part = (projector) => projector.add(buggyDoors, doorRows);
export const withDoors2: Part = (projector) => projector.add(doors2, doorRows2);
export const withEntries: Part = (projector) => projector.add(entries, entryRows);

export const ann: Actor = { id: 'ann', kind: 'user', role: 'client' };
export const openedEvent = (name: string): Message<DoorEvents> => ({
  type: 'Opened',
  data: { name, tags: ['b', 'a'] },
});
export const renamedEvent = (name: string): Message<DoorEvents> => ({ type: 'Renamed', data: { name } });
export const closed: Message<DoorEvents> = { type: 'Closed', data: {} };

/** One database, and releases of the product that run on it. */
export class Doors {
  readonly #running = new Set<TestApp>();

  private constructor(
    readonly config: Config,
    private readonly drop: () => Promise<void>,
  ) {}

  static async open(): Promise<Doors> {
    const { config, drop } = await testConfig();
    return new Doors(config, drop);
  }

  /** A process of a release with these projections; by default it projects from the start. */
  async start(parts: readonly Part[], follow = true): Promise<Release> {
    const release = await TestApp.start({
      config: this.config,
      imports: [MikroOrmModule.forFeature([doorRows, doorRows2, entryRows, entryRows2])],
      follows: false,
      prepare: (app) => {
        for (const part of parts) part(app.get(Projector));
      },
    });
    this.#running.add(release);
    if (follow) release.app.get(Projector).follow();
    return new Release(release.app, async () => {
      this.#running.delete(release);
      await release.stop();
    });
  }

  async close(): Promise<void> {
    for (const release of this.#running) await release.stop();
    await this.drop();
  }
}

export class Release {
  constructor(
    readonly app: TestApp['app'],
    readonly stop: () => Promise<void>,
  ) {}

  get projector(): Projector {
    return this.app.get(Projector);
  }

  get em(): EntityManager {
    return this.app.get(EntityManager);
  }

  /** Appends the events and returns their position. */
  write(stream: string, expected: number, ...events: readonly Message<DoorEvents>[]): Promise<bigint> {
    return this.app.get(Context).run(originOf(ann), async () => {
      await this.app.get(EventStore).append<DoorEvents>(stream, expected, events);
      return this.app.get(Context).wrote;
    });
  }

  /** Opens many doors, each renamed once. */
  async openMany(count: number, prefix: string): Promise<void> {
    const openDoor = (i: number) =>
      this.write(`door-${prefix}${i}`, 0, openedEvent(`${prefix}${i}`), renamedEvent(`${prefix}${i}!`));
    for (let i = 0; i < count; i += 50)
      await Promise.all(Array.from({ length: Math.min(50, count - i) }, (_, k) => openDoor(i + k)));
  }

  async waitUntilCaughtUp(): Promise<void> {
    if (!(await this.projector.waitUntilProjected(await this.app.get(EventStore).head(), 20_000)))
      throw new Error('The read tables do not catch up');
  }

  async names(): Promise<readonly string[]> {
    return (await this.em.find(doorRows, {}, { orderBy: { name: 'asc' } })).map(({ name }) => name);
  }
}
