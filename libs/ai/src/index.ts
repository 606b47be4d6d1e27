export { aiModule } from './ai.module.ts';
export { ConversationsQueries } from './conversations/index.ts';
