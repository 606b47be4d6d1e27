import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Database, Session } from '#platform/postgres';
import { dropJournal, type Entry, notedAfter, noteNews, openJournal } from './journal.ts';
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

test('a journal entry without changes replaces none, and the entry before it is read once', async () => {
  const model = { name: 'unchanged_v1' };
  const changed: Entry = { position: 7n, news: [['a', { n: 1 }]] };
  await openJournal(session, model);
  await noteNews(session, model, changed);
  await noteNews(session, model, { position: 7n, news: [] });
  const read: Entry[] = [];
  for await (const entry of notedAfter(database, model, 0n)) read.push(entry);
  expect(read).toEqual([changed]);
  await dropJournal(database, model);
});
