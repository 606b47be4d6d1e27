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

test('a model that stands still is noted again and again, and read once', async () => {
  const model = { name: 'standing_v1' };
  const moved: Entry = { position: 7n, news: [['a', { n: 1 }]] };
  await openJournal(session, model);
  await noteNews(session, model, moved);
  await noteNews(session, model, { position: 7n, news: [] });
  const read: Entry[] = [];
  for await (const entry of notedAfter(database, model, 0n)) read.push(entry);
  expect(read).toEqual([moved]);
  await dropJournal(database, model);
});
