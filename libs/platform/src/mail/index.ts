export { type LetterText, letterFrom } from './letter.layout.ts';
export { MailModule } from './mail.module.ts';
export { type Letter, LetterRefused, Mail } from './mail.ts';
export { hasReaders } from './mailbox.readers.ts';
export { type KeptLetter, Mailbox } from './mailbox.ts';
