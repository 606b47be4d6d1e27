export { turnFields } from './ai.access.ts';
export { aiModule } from './ai.module.ts';
export { ConversationsQueries } from './conversations/index.ts';
