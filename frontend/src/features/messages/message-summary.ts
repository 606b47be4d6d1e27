import type { Message } from '#messages/contract';

/** A message in one line. */
export const summaryOf = ({ text, attachments }: Pick<Message, 'text' | 'attachments'>): string => {
  if (text === null) return 'Message removed';
  if (text !== '') return text;
  const [first, ...others] = attachments;
  if (!first || others.length > 0) return `${attachments.length} files`;
  return first.kind === 'picture' ? 'Photo' : first.fileName;
};
