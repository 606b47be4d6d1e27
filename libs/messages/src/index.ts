export { CloseThreadReport, OpenThread, ReadThread, SendMessage } from './messages.commands.ts';
export { messagesModule } from './messages.module.ts';
export { MessagesQueries } from './messages.queries.ts';
