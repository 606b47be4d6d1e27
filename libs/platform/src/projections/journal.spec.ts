import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Database, Session } from '#platform/postgres';
import { appendEntry, dropJournal, type Entry, entriesAfter, openJournal } from './journal.ts';
import { Doors, withDoors } from './projections.suite.ts';

let place: Doors;
let database: Database;
let session: Session;
beforeAll(async () => {
  place = await Doors.open();
  database = (await place.start([withDoors])).app.get(Database);
  session = await Session.open(database);
});
afterAll(async () => {
  await session.end();
  await place.close();
});

test('an entry without changes does not replace the previous entry, which is read once', async () => {
  const model = { name: 'unchanged_v1' };
  const changedEntry: Entry = { position: 7n, changes: [['a', { n: 1 }]] };
  await openJournal(session, model);
  await appendEntry(session, model, changedEntry);
  await appendEntry(session, model, { position: 7n, changes: [] });
  const readEntries: Entry[] = [];
  for await (const entry of entriesAfter(database, model, 0n)) readEntries.push(entry);
  expect(readEntries).toEqual([changedEntry]);
  await dropJournal(database, model);
});
