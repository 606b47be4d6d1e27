import type { ConversationContext } from '../brief.ts';

/** Raise it when the shape of {@link ConversationContext} changes: stored contexts of other versions are ignored. */
const version = 1;

/** What is known of an event, as the text that is stored with a question. */
export const storedContext = (context: ConversationContext): string => JSON.stringify({ version, ...context });

/** Undefined for a context that another version of the product stored, or whose key was destroyed. */
export const readContext = (text: string | null | undefined): ConversationContext | undefined => {
  if (text === null || text === undefined) return undefined;
  const { version: storedVersion, ...context } = JSON.parse(text) as ConversationContext & { version?: number };
  return storedVersion === version ? context : undefined;
};
