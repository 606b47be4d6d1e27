import type { Projection } from '#kernel';
import type { ConversationEvents } from './conversation.ts';
import type { ConversationRow } from './conversations.rows.ts';

export const conversations: Projection<ConversationEvents, ConversationRow> = {
  table: 'conversations',
  version: 1,
  key: ({ stream }) => stream,
  insert: {
    ConversationStarted: ({ personId }, { stream, position, at }) => ({
      id: stream,
      personId,
      turns: [],
      position: Number(position),
      startedAt: at,
    }),
  },
  update: {
    QuestionAsked: (row, { text }, { at }) => ({
      ...row,
      turns: [...row.turns, { question: text, askedAt: at, answer: null }],
    }),
    AnswerGiven: (row, { number, engine, text, isComplete, vendors }) => ({
      ...row,
      turns: row.turns.map((turn, i) =>
        i === number - 1 ? { ...turn, answer: { engine, text, isComplete, vendors } } : turn,
      ),
    }),
    ConversationDeleted: () => null,
  },
};
