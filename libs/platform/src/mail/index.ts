export { type MailContent, renderMail } from './mail.layout.ts';
export { MailModule } from './mail.module.ts';
export { Mail, MailRefused, type OutgoingMail } from './mail.ts';
export { isReadable } from './mailbox.access.ts';
export { Mailbox, type StoredMail } from './mailbox.ts';
