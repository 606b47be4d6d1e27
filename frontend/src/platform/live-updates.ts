import type { QueryKey } from '@tanstack/react-query';

/** Which queries of a feature depend on which server topics. */
export type LiveUpdates = {
  /** The queries that show something of a topic. The server names a topic with every change. */
  topics: Readonly<Record<string, readonly QueryKey[]>>;
  /** Socket messages other than `changed`, and the topics they concern. */
  messages?: Readonly<Record<string, readonly string[]>>;
};

/** The updates of several features as one. */
export const combineUpdates = (all: readonly LiveUpdates[]): Required<LiveUpdates> => {
  const topics: Record<string, QueryKey[]> = {};
  for (const update of all)
    for (const [topic, keys] of Object.entries(update.topics)) topics[topic] = [...(topics[topic] ?? []), ...keys];
  const messages = Object.assign({}, ...all.map((update) => update.messages));
  return { topics, messages };
};
