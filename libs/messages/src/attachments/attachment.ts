import { type Actor, aggregate, type Message, type Nothing, type PersonalData, refuse } from '#kernel';
import { type Conversation, requireWritable } from '../conversation.ts';

/** What a file is by its content: a picture is shown, a PDF can only be downloaded. */
export type AttachmentKind = 'picture' | 'pdf';
/**
 * An uploaded file and its path in the storage; `size` in bytes. `target` is where the copies of a picture are stored,
 * without their extension.
 */
type File = { fileName: string; kind: AttachmentKind; size: number; original: string; target: string };
/** Width and height in pixels; the thumbhash in base64. */
type Facts = { width: number; height: number; thumbhash: string };
type Owner = { threadId: string; personId: string };

export type AttachmentCommands = {
  add: File & Owner & { conversation: Conversation | null };
  /** The picture was decoded and its copies are stored. */
  publish: Facts;
  /** The file cannot be used; `reason` is for those who see the message. */
  refuse: { reason: string };
  /** The person sends the file with this message. */
  send: { threadId: string; messageId: string };
  /** Removes a file that was not sent, or whose message does not exist because sending it was interrupted. */
  discard: { messageExists: boolean };
  /** Removes the file because the person's account was closed. */
  remove: Nothing;
};

export type AttachmentEvents = {
  AttachmentUploaded: File & Owner;
  AttachmentPublished: Facts & Owner & { original: string };
  AttachmentRefused: Owner & { reason: string; original: string };
  AttachmentSent: Owner & { messageId: string };
  AttachmentRemoved: Owner & { original: string; target: string };
};

const personalData: PersonalData<AttachmentEvents> = {
  AttachmentUploaded: { of: 'personId', fields: ['fileName'] },
  AttachmentPublished: { of: 'personId', fields: ['thumbhash'] },
};

export type Attachment = Owner & {
  readonly status: 'none' | 'processing' | 'ready' | 'refused' | 'removed';
  readonly original: string;
  readonly target: string;
  readonly messageId: string | null;
};

/** A file that a party of a conversation uploads and sends with a message. One stream for each file. */
export const attachment = aggregate<AttachmentCommands, AttachmentEvents, Attachment, 'attachment'>({
  stream: 'attachment',
  personalData,
  initial: { status: 'none', threadId: '', personId: '', original: '', target: '', messageId: null },
  decide: {
    add({ status }, { facts: { conversation, ...file }, by }) {
      requireWritable(conversation, by);
      return status === 'none' ? [{ type: 'AttachmentUploaded', data: file }] : [];
    },
    publish({ status, threadId, personId, original }, { facts, by }) {
      requireAutomatic(by);
      if (status !== 'processing') return [];
      return [{ type: 'AttachmentPublished', data: { ...facts, threadId, personId, original } }];
    },
    refuse({ status, threadId, personId, original }, { facts: { reason }, by }) {
      requireAutomatic(by);
      if (status !== 'processing') return [];
      return [{ type: 'AttachmentRefused', data: { threadId, personId, reason, original } }];
    },
    send(state, { facts, by }) {
      requireSendable(state, facts, by);
      const { threadId, personId, messageId } = state;
      if (messageId === facts.messageId) return [];
      return [{ type: 'AttachmentSent', data: { threadId, personId, messageId: facts.messageId } }];
    },
    discard(state, { facts: { messageExists }, by }) {
      requireAutomatic(by);
      return state.messageId === null || !messageExists ? removal(state) : [];
    },
    remove(state, { by }) {
      requireAutomatic(by);
      return removal(state);
    },
  },
  evolve: {
    AttachmentUploaded: (state, { threadId, personId, kind, original, target }) => ({
      ...state,
      status: kind === 'picture' ? 'processing' : 'ready',
      threadId,
      personId,
      original,
      target,
    }),
    AttachmentPublished: (state) => ({ ...state, status: 'ready' }),
    AttachmentRefused: (state) => ({ ...state, status: 'refused' }),
    AttachmentSent: (state, { messageId }) => ({ ...state, messageId }),
    AttachmentRemoved: (state) => ({ ...state, status: 'removed' }),
  },
});

/**
 * Refuses `attachment-not-found` and `attachment-sent`. A picture may turn out to be damaged after it was sent; a request
 * that is repeated for the same message is not refused because of it.
 */
export function requireSendable(
  { status, personId, threadId, messageId }: Attachment,
  facts: AttachmentCommands['send'],
  by: Actor,
): void {
  const isRepeated = messageId === facts.messageId;
  const isSendable = status === 'processing' || status === 'ready' || (status === 'refused' && isRepeated);
  if (!isSendable || by.id !== personId || facts.threadId !== threadId)
    refuse('attachment-not-found', 'This file can’t be sent. Attach it again.');
  if (messageId !== null && !isRepeated) refuse('attachment-sent', 'This file was already sent. Attach it again.');
}

const removal = ({ status, threadId, personId, original, target }: Attachment): readonly Message<AttachmentEvents>[] =>
  status === 'none' || status === 'removed'
    ? []
    : [{ type: 'AttachmentRemoved', data: { threadId, personId, original, target } }];

function requireAutomatic({ kind }: Actor): void {
  if (kind !== 'worker' && kind !== 'system') refuse('attachment-not-allowed', 'This change is made automatically');
}
