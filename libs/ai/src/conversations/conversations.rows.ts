import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Instant, WholeNumber } from '#platform/projections';
import type { AnswerFacts, VendorFacts } from './conversation.ts';

/**
 * A question with its answer, which is null until it is given. What is encrypted is null after the destruction of a
 * key.
 */
export type TurnRow = {
  readonly question: string | null;
  readonly askedAt: string;
  readonly answer:
    | (Pick<AnswerFacts, 'engine' | 'isComplete'> & {
        readonly text: string | null;
        readonly vendors: readonly VendorFacts[] | null;
      })
    | null;
};

/** One row for each conversation that was not deleted. `personId` is null for a visitor without an account. */
export const conversationRows = defineEntity({
  name: 'ConversationRow',
  properties: {
    id: p.text().primary(),
    personId: p.text().nullable(),
    turns: p.json<readonly TurnRow[]>(),
    /** The position of the first question. */
    position: p.type(WholeNumber),
    startedAt: p.type(Instant),
  },
  indexes: [{ properties: ['personId', 'position'] }, { properties: ['position'] }],
});
export type ConversationRow = InferEntity<typeof conversationRows>;
