import type { FieldTable } from '../../platform/field-texts.ts';

/** How the fields of the events of conversations are shown. */
export const messageFields: FieldTable = {
  labels: { threadId: 'Conversation', senderId: 'Sent by', recipientId: 'Sent to', upTo: 'Read up to' },
};
