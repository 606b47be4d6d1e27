import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { aiModule } from '#ai';
import { ErasePerson, RegisterUser } from '#identity';
import type { Actor } from '#kernel';
import { anonymous } from '#platform/http';
import { PersonalDataKeys } from '#platform/personal-data';
import { Projector } from '#platform/projections';
import { eventually, TestApp } from '#platform/testing';
import { emptyBrief } from '../brief.ts';
import { Continuations } from './continuations.store.ts';
import type { ConversationId } from './conversation.ts';
import { AskQuestion, DeleteConversation, GiveAnswer } from './conversations.commands.ts';
import { ConversationsQueries } from './conversations.queries.ts';

const seeder: Actor = { id: 'seed', kind: 'system', role: 'system' };
const context = { brief: emptyBrief, prices: {} };
const answer = { engine: 'built-in', text: 'You need a DJ.', isComplete: true, vendors: [] } as const;

let site: TestApp;
let ann: Actor;
beforeAll(async () => {
  site = await TestApp.start({ imports: [aiModule.nest] });
  ann = await register();
});
afterAll(() => site.stop());

const register = async (): Promise<Actor> => {
  const email = `${randomUUID()}@example.org`;
  const facts = { firstName: 'Ann', lastName: 'Archer', email, password: 'Correct-horse-1', role: 'client' } as const;
  return { id: await site.send(seeder, new RegisterUser(facts)), kind: 'user', role: 'client' };
};
const queries = () => site.app.get(ConversationsQueries, { strict: false });
const ask = (by: Actor, text = 'A DJ in Austin, TX', id?: ConversationId) =>
  site.send(by, new AskQuestion(id, text, context));
const reference = (question: Awaited<ReturnType<typeof ask>>): string =>
  site.app.get(Continuations, { strict: false }).after(question);
/** The values of the encrypted fields of a conversation’s events. */
const textsOf = async (id: string): Promise<readonly unknown[]> =>
  (await site.store.read(id)).flatMap(({ data }) => ('text' in data ? [data.text] : []));
const hasKey = async (id: string): Promise<boolean> =>
  Boolean((await site.app.get(PersonalDataKeys).toRead([id])).get(id));

test('a question and its answer are encrypted with the keys of the person and of the conversation', async () => {
  const question = await ask(ann);
  await site.send(ann, new GiveAnswer(question, answer));
  const sealed = (await site.store.readSealed(question.conversationId)).map(({ data }) => JSON.stringify(data)).join();
  expect(sealed).not.toMatch(/Austin|You need/);
  expect(sealed).toContain(`"of":["${ann.id}","${question.conversationId}"]`);
  expect(await site.as(ann, () => queries().own(question.conversationId))).toMatchObject({
    turns: [{ question: 'A DJ in Austin, TX', answer: { text: 'You need a DJ.', isComplete: true } }],
  });
});

test('what was known is read only for the person or visitor who began, and a visitor who signs in begins a new conversation', async () => {
  const [own, visitor] = [await ask(ann), await ask(anonymous)];
  const continued = (by: Actor, continuation: string) => site.as(by, () => queries().continued(continuation));
  expect(await continued(ann, reference(own))).toEqual({ context, conversationId: own.conversationId });
  for (const by of [anonymous, await register()]) expect(await continued(by, reference(own))).toBeUndefined();
  expect(await continued(anonymous, reference(visitor))).toEqual({ context, conversationId: visitor.conversationId });
  expect(await continued(ann, reference(visitor))).toEqual({ context, conversationId: undefined });
  for (const guessed of [visitor.conversationId, own.conversationId, `${reference(own).slice(1)}A`])
    expect(await continued(anonymous, guessed)).toBeUndefined();
});

test('after a deletion the key is destroyed, and the texts cannot be read again', async () => {
  for (const by of [ann, anonymous]) {
    const question = await ask(by);
    const { conversationId: id } = question;
    expect(await hasKey(id)).toBe(true);
    await site.send(by, new DeleteConversation(by === ann ? id : reference(question)));
    await eventually(async () => !(await hasKey(id)));
    expect(await textsOf(id)).toEqual([null]);
    await expect(site.as(by, () => queries().own(reference(question)))).rejects.toThrow(
      'This conversation does not exist',
    );
    await site.send(by, new GiveAnswer(question, answer));
    expect(await textsOf(id)).toEqual([null]);
  }
});

test('after a deletion, a table that a rebuild kept no longer has the texts', async () => {
  const projector = site.app.get(Projector);
  const keptTables = async () =>
    (await projector.tables()).filter(({ kind }) => kind === 'kept').map(({ name }) => name);
  const { conversationId: id } = await ask(ann);
  await projector.rebuild('conversations_v1');
  expect(await keptTables()).toEqual(['conversations_v1']);
  await site.send(ann, new DeleteConversation(id));
  await eventually(async () => (await keptTables()).length === 0, 'the kept table is dropped');
});

test('a conversation is deleted 30 days after its first question, once', async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000);
  const recent = await site.at(daysAgo(29), () => ask(ann));
  const old = await site.at(daysAgo(31), () => ask(ann));
  await eventually(async () => !(await hasKey(old.conversationId)));
  expect(await site.typesOf(old.conversationId)).toEqual([
    'ConversationStarted',
    'QuestionAsked',
    'ConversationDeleted',
  ]);
  expect(await textsOf(recent.conversationId)).toEqual(['A DJ in Austin, TX']);
});

test('the conversations of a person are deleted with the account', async () => {
  const bo = await register();
  const { conversationId: id } = await ask(bo);
  expect(await queries().allOf(bo.id)).toMatchObject([{ id, turns: [{ question: 'A DJ in Austin, TX' }] }]);
  await site.send(bo, new ErasePerson(bo.id));
  expect(await textsOf(id)).toEqual([null]);
  await eventually(async () => (await site.typesOf(id)).includes('ConversationDeleted') && !(await hasKey(id)));
  await eventually(async () => (await queries().allOf(bo.id)).length === 0);
});

test('a fresh fold of the log gives the same rows', async () => {
  expect(await site.differences()).toEqual(new Map());
});
