import { describe, expect, test } from '@jest/globals';
import { type Actor, type Message, replay } from '#kernel';
import { emptyBrief } from '../brief.ts';
import { type ConversationEvents, conversation, expiryOf, mostQuestions } from './conversation.ts';

type Events = readonly Message<ConversationEvents>[];
const by: Actor = { id: 'ann', kind: 'user', role: 'client' };
const context = JSON.stringify({ brief: emptyBrief, prices: {} });
const keys = (personId: string | null) => ({ personId, conversationId: 'conversation-1' });
const question = (personId: string | null, text = 'A DJ') => ({ ...keys(personId), text, context });
const answer = { engine: 'built-in', text: 'You need a DJ.', isComplete: true, vendors: [] } as const;

const started = (personId: string | null = 'ann'): Events => [
  { type: 'ConversationStarted', data: keys(personId) },
  { type: 'QuestionAsked', data: { ...question(personId), number: 1 } },
];
const answered: Events = [...started(), { type: 'AnswerGiven', data: { ...keys('ann'), ...answer, number: 1 } }];
const deleted: Events = [...answered, { type: 'ConversationDeleted', data: { personId: 'ann', cause: 'requested' } }];

const decide = <Verb extends keyof typeof conversation.decide>(
  past: Events,
  verb: Verb,
  facts: Parameters<(typeof conversation.decide)[Verb]>[1]['facts'],
): Events =>
  conversation.decide[verb](replay(conversation, past), { facts: facts as never, by, at: '2999-01-01T00:00:00.000Z' });

describe('questions', () => {
  test('the first one starts the conversation, and later ones are counted', () => {
    expect(decide([], 'ask', question('ann'))).toEqual(started());
    expect(decide(answered, 'ask', question('ann', 'cheaper'))).toEqual([
      { type: 'QuestionAsked', data: { ...question('ann', 'cheaper'), number: 2 } },
    ]);
  });

  test.each([
    ['another person', 'bo', started()],
    ['a visitor', null, started()],
    ['a person, in the conversation of a visitor', 'ann', started(null)],
  ])('%s cannot ask in it', (_, personId, past) => {
    expect(() => decide(past, 'ask', question(personId))).toThrow('This conversation does not exist');
  });

  test('none is asked in a deleted or a full conversation', () => {
    expect(() => decide(deleted, 'ask', question('ann'))).toThrow('This conversation does not exist');
    const full = Array.from({ length: mostQuestions }, (_, i) => ({
      type: 'QuestionAsked' as const,
      data: { ...question('ann'), number: i + 1 },
    }));
    expect(() => decide([...started().slice(0, 1), ...full], 'ask', question('ann'))).toThrow('Begin a new one');
  });
});

test('a complete answer replaces one that was cut off, and is not replaced', () => {
  const cutOff: Events = [
    ...started(),
    { type: 'AnswerGiven', data: { ...keys('ann'), ...answer, isComplete: false, number: 1 } },
  ];
  expect(decide(cutOff, 'answer', { ...answer, number: 1 })).toEqual(answered.slice(-1));
  expect(decide(answered, 'answer', { ...answer, isComplete: false, number: 1 })).toEqual([]);
});

test('each question gets one answer, and none after the deletion', () => {
  expect(decide(started(), 'answer', { ...answer, number: 1 })).toEqual(answered.slice(-1));
  for (const past of [[], answered, deleted]) expect(decide(past, 'answer', { ...answer, number: 1 })).toEqual([]);
  expect(decide(started(), 'answer', { ...answer, number: 2 })).toEqual([]);
});

describe('deletion', () => {
  const ann = { personId: 'ann', hasReplyReference: false };

  test('by its person, or by the visitor who has the reference of a reply', () => {
    expect(decide(answered, 'delete', ann)).toEqual(deleted.slice(-1));
    expect(decide(started(null), 'delete', { personId: null, hasReplyReference: true })).toEqual([
      { type: 'ConversationDeleted', data: { personId: null, cause: 'requested' } },
    ]);
  });

  test.each([
    ['another person', { personId: 'bo', hasReplyReference: true }, answered],
    ['a visitor, of a person’s conversation', { personId: null, hasReplyReference: true }, answered],
    ['a visitor who only knows the id', { personId: null, hasReplyReference: false }, started(null)],
    ['anyone, twice', ann, deleted],
  ])('is refused to %s', (_, facts, past) => {
    expect(() => decide(past, 'delete', facts)).toThrow('This conversation does not exist');
  });

  test.each([
    ['expire', 'expired'],
    ['forget', 'account-closed'],
  ] as const)('%s deletes it once', (verb, cause) => {
    expect(decide(answered, verb, {})).toEqual([{ type: 'ConversationDeleted', data: { personId: 'ann', cause } }]);
    for (const past of [[], deleted]) expect(decide(past, verb, {})).toEqual([]);
  });
});

test('a conversation is kept for 30 days', () => {
  expect(expiryOf('2026-11-01T12:00:00.000Z')).toBe('2026-12-01T12:00:00.000Z');
});
