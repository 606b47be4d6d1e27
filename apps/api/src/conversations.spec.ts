import type { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import type { ConversationTurn } from '#ai/contract';
import { AssistantEngine, AssistantLimits } from '#ai/testing';
import { captureLog, eventually, untilCaughtUp } from '#platform/testing';
import { type Person, type Site, startSite } from './api.suite.ts';

let site: Site;
let ann: Person;
let bo: Person;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ site, stop } = await startSite());
  [ann, bo] = [await site.signUp('client'), await site.signUp('client')];
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => stop());

const recommendPath = '/functions/v1/recommend-vendors';
const conversationsPath = '/api/v1/conversations';
/** Asks a question. `reference` is the id with which the next question continues the conversation. */
const ask = async (eventIdea: string, by?: Person, conversationId?: string) => {
  const response = await site.request('POST', recommendPath, {
    by,
    body: { eventIdea, ...(conversationId && { conversationId }) },
  });
  await untilCaughtUp(site.api);
  return { text: response.text, status: response.status, reference: response.headers.get('x-conversation-id') ?? '' };
};
const listOf = async (by: Person) => (await site.get(conversationsPath, by)).items;
const statusOf = async (method: 'GET' | 'DELETE', id: string, by?: Person) =>
  (await site.request(method, `${conversationsPath}/${id}`, { by })).status;
/** Makes the engine send one part of an answer and then wait until the client disconnects. */
const neverEnd = () =>
  jest
    .spyOn(site.api.get(AssistantEngine, { strict: false }), 'answer')
    .mockImplementation(async function* (_, signal) {
      yield 'You need ';
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    });
const failFor = (name: string) => {
  const bus = site.api.get(CommandBus);
  const execute = bus.execute.bind(bus);
  jest.spyOn(bus, 'execute').mockImplementation(async (command) => {
    if (command.constructor.name === name) throw new Error('the event log cannot be reached');
    return execute(command) as never;
  });
};

test('people list, read and delete their conversations, which are in their account archive', async () => {
  const first = await ask('A DJ in Austin, TX', ann);
  await ask('in June 2999', ann, first.reference);
  const [{ id, ...summary }, ...others] = await listOf(ann);
  expect(others).toEqual([]);
  expect(summary).toMatchObject({ question: 'A DJ in Austin, TX', questions: 2 });
  expect(Date.parse(summary.expiresAt) - Date.parse(summary.startedAt)).toBe(30 * 24 * 3_600_000);
  const shown = await site.get(`${conversationsPath}/${id}`, ann);
  expect(shown.turns).toMatchObject([
    { question: 'A DJ in Austin, TX', answer: { engine: 'built-in', isComplete: true } },
    { question: 'in June 2999', answer: { text: expect.stringContaining('in June 2999') } },
  ]);
  expect((await site.get('/api/v1/me/export', ann)).conversations).toMatchObject([
    { id, turns: shown.turns.map(({ question, answer }: ConversationTurn) => ({ question, answer })) },
  ]);
  expect((await ask('up to $900', ann, shown.continuation)).text).toContain('$900.00');

  expect([await statusOf('GET', id, bo), await statusOf('DELETE', id, bo), await statusOf('GET', id)]).toEqual([
    404, 404, 404,
  ]);
  expect(await statusOf('DELETE', id, ann)).toBe(204);
  expect([await statusOf('GET', id, ann), await statusOf('DELETE', id, ann)]).toEqual([404, 404]);
  expect(await listOf(ann)).toEqual([]);
  // What was deleted is not continued.
  expect((await ask('cheaper', ann, first.reference)).text).not.toContain('Austin');
});

test('a visitor continues, reads and deletes a conversation with the reference of a reply', async () => {
  const { reference } = await ask('A DJ in Austin, TX');
  expect((await ask('in June 2999', undefined, reference)).text).toContain('Austin');
  const { id, turns } = await site.get(`${conversationsPath}/${reference}`);
  expect(turns).toHaveLength(2);
  for (const by of [undefined, bo]) {
    expect([await statusOf('GET', id, by), await statusOf('DELETE', id, by)]).toEqual([404, 404]);
    expect((await ask('cheaper', by, id)).text).not.toContain('Austin');
  }
  expect(await statusOf('DELETE', reference)).toBe(204);
  expect(await statusOf('GET', reference)).toBe(404);
});

test('a reference to the conversation of another person begins a new one', async () => {
  const { reference } = await ask('A DJ in Austin, TX', ann);
  for (const by of [bo, undefined]) expect((await ask('cheaper', by, reference)).text).not.toContain('Austin');
  expect((await ask('cheaper', ann, reference)).text).toContain('Austin');
});

test('an answer that the reader leaves is stored as cut off', async () => {
  neverEnd();
  const socket = site.interruptiblePost(recommendPath, bo, { eventIdea: 'A DJ for a birthday' });
  await new Promise((resolve) => socket.once('data', resolve));
  socket.destroy();
  const [turn] = await eventually(async () => {
    await untilCaughtUp(site.api);
    const found = (await listOf(bo)).find(({ question }: { question: string }) => question === 'A DJ for a birthday');
    const { turns } = found ? await site.get(`${conversationsPath}/${found.id}`, bo) : { turns: [] };
    return turns[0]?.answer && turns;
  });
  expect(turn).toMatchObject({ answer: { text: 'You need ', isComplete: false } });
});

test('the conversation of a visitor that begins with a reply that is not received is deleted', async () => {
  const disconnected = new Promise((resolve) =>
    site.api.getHttpServer().once('connection', (connection: Socket) => connection.once('close', resolve)),
  );
  const bus = site.api.get(CommandBus);
  const execute = bus.execute.bind(bus);
  const executed: string[] = [];
  jest.spyOn(bus, 'execute').mockImplementation(async (command) => {
    const result = await execute(command);
    executed.push(command.constructor.name);
    if (command.constructor.name === 'AskQuestion') {
      socket.destroy();
      await disconnected;
    }
    return result as never;
  });
  const socket = site.interruptiblePost(recommendPath, undefined, { eventIdea: 'A DJ for a farewell' });
  await eventually(async () => executed.includes('DeleteConversation'));
  expect((await site.logged()).at(-1)?.type).toBe('ConversationDeleted');
});

test('a reader who leaves before the question is read leaves no conversation', async () => {
  const log = captureLog('error');
  const limits = site.api.get(AssistantLimits, { strict: false });
  const asked = jest.spyOn(site.api.get(CommandBus), 'execute');
  const { promise: checked, resolve: check } = Promise.withResolvers<void>();
  const counted = jest.spyOn(limits, 'count').mockImplementation(() => checked);
  const disconnected = new Promise((resolve) =>
    site.api.getHttpServer().once('connection', (connection: Socket) => connection.once('close', resolve)),
  );
  const socket = site.interruptiblePost(recommendPath, bo, { eventIdea: 'A DJ for a farewell' });
  await eventually(() => counted.mock.calls.length > 0);
  socket.destroy();
  await disconnected;
  check();
  await ask('A DJ in Austin, TX', ann);
  expect((await listOf(bo)).map(({ question }: { question: string }) => question)).not.toContain('A DJ for a farewell');
  const commands = asked.mock.calls.map(([command]) => command.constructor.name);
  expect(commands.filter((name) => name === 'AskQuestion')).toHaveLength(1);
  log.stop();
  expect(log.lines).toEqual([]);
});

test('without a stored question there is no answer, and an answer that cannot be stored ends as incomplete', async () => {
  failFor('AskQuestion');
  const refused = await ask('A DJ in Austin, TX', ann);
  expect([refused.status, refused.text.includes('data:')]).toEqual([500, false]);
  jest.restoreAllMocks();
  failFor('GiveAnswer');
  const log = captureLog('error');
  let received = '';
  const socket = site.interruptiblePost(recommendPath, ann, { eventIdea: 'A DJ in Austin, TX' });
  socket.on('data', (data) => {
    received += String(data);
  });
  await new Promise((resolve) => socket.once('close', resolve));
  expect([received.includes('"content"'), received.includes('[DONE]')]).toEqual([true, false]);
  log.stop();
  expect(log.lines).toEqual([expect.stringMatching(/^request [\da-f-]{36}: Error: /)]);
});
