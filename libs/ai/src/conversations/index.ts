export { Continuations } from './continuations.store.ts';
export type { ConversationId, Question } from './conversation.ts';
export { AskQuestion, DeleteConversation, ForgetConversations, GiveAnswer } from './conversations.commands.ts';
export { conversationsParts } from './conversations.parts.ts';
export { ConversationsQueries } from './conversations.queries.ts';
export { vendorFactsOf, withoutNames } from './stored.answers.ts';
