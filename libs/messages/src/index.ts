export { messagesModule } from './messages.module.ts';
export { MessagesQueries } from './messages.queries.ts';
