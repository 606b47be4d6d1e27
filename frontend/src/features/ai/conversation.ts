import { useEffect, useRef, useState } from 'react';
import type { LeadFacts, ShownConversation, VendorCard } from '#ai/contract';
import { HttpError } from '../../platform/http.ts';
import { useNotify } from '../../ui/notify.tsx';
import { type ReplyStart, recommendVendors, useDeleteConversations } from './api.ts';
import type { Part } from './reply-stream.ts';

type Question = {
  readonly key: number;
  readonly role: 'user';
  readonly content: string;
  /** It failed, or was stopped before a part of the reply arrived. */
  readonly isUnanswered?: boolean;
};
/** `vendors` are those that the content names, `lead` is what was understood of the conversation so far. */
export type Answer = {
  readonly key: number;
  readonly role: 'assistant';
  readonly content: string;
  readonly vendors: readonly VendorCard[];
  readonly lead: LeadFacts | undefined;
  /** The answer was opened again: the vendors are as they are today, and the content is as it was written. */
  readonly isEarlier?: boolean;
};
export type ChatMessage = Question | Answer;

export type Chat = {
  readonly messages: readonly ChatMessage[];
  /** A reply is in progress: nothing can be sent. */
  readonly isReplying: boolean;
  send(text: string): void;
  stop(): void;
  /** Asks an unanswered question again, as the newest one. */
  retry(key: number): void;
  /** Shows an earlier conversation, which the next message continues. */
  open(earlier: ShownConversation): void;
  /** The conversation is being deleted: nothing can be sent. */
  readonly isDeleting: boolean;
  /** Deletes the conversation, and begins a new one. Then it calls `onDeleted`. */
  remove(onDeleted: () => void): void;
};

const failureOf = (error: unknown): readonly [title: string, text: string] => {
  const status = error instanceof HttpError ? error.status : 0;
  if (status === 429) return ['Rate limit exceeded', 'Please try again in a moment.'];
  if (status === 402) return ['Payment required', 'Please add credits to continue.'];
  return ['Error', 'Failed to get recommendations. Please try again.'];
};

/** A conversation with the assistant. Leaving the page stops the reply. */
export const useConversation = (isSignedIn: boolean): Chat => {
  const notify = useNotify();
  const [messages, setMessages] = useState<readonly ChatMessage[]>([]);
  const [isReplying, setIsReplying] = useState(false);
  const running = useRef<AbortController>(undefined);
  const conversationId = useRef<string>(undefined);
  // A first question that is asked again, and a reply in a new conversation, leave one behind. It is deleted as well.
  const abandonedIds = useRef<readonly string[]>([]);
  // The server answers everyone else as if the conversation did not exist.
  const isOfAccount = useRef(false);
  const nextKey = useRef(0);
  const deletion = useDeleteConversations();
  useEffect(() => () => running.current?.abort(), []);

  /**
   * After a reply that does not stay on the page, the question is asked again where it was asked first. A conversation
   * that is full, or that belongs to another session, is not continued: the reply begins another one.
   */
  const goOnFrom = (reply: ReplyStart, isKept: boolean) => {
    const { current: continuedId } = conversationId;
    const leftId = isKept ? continuedId : reply.id;
    if (leftId !== undefined && reply.isNewConversation) abandonedIds.current = [...abandonedIds.current, leftId];
    if (isKept) conversationId.current = reply.id;
  };

  const ask = async (eventIdea: string): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    setIsReplying(true);
    const asked: Question = { key: nextKey.current++, role: 'user', content: eventIdea };
    setMessages((shown) => [...shown, asked]);
    const key = nextKey.current++;
    let reply: Answer = { key, role: 'assistant', content: '', vendors: [], lead: undefined };
    const show = ({ content, vendors, lead = reply.lead }: Part) => {
      reply = { ...reply, content: reply.content + content, vendors: [...reply.vendors, ...vendors], lead };
      const shownReply = reply;
      setMessages((shown) => [...shown.filter((message) => message.key !== key), shownReply]);
    };
    let replyStart: ReplyStart = { id: undefined, isNewConversation: false };
    const onBegin = (start: ReplyStart) => {
      replyStart = start;
      isOfAccount.current = isSignedIn;
    };
    try {
      const question = { eventIdea, conversationId: conversationId.current };
      await recommendVendors(question, { onBegin, onPart: show }, controller.signal);
      goOnFrom(replyStart, true);
    } catch (error) {
      // The part of a stopped reply that has arrived stays on the page.
      if (!controller.signal.aborted) {
        setMessages((shown) => shown.filter((message) => message.key !== key));
        notify.error(...failureOf(error));
      }
      const isKept = controller.signal.aborted && reply.content !== '';
      goOnFrom(replyStart, isKept);
      if (!isKept)
        setMessages((shown) =>
          shown.map((message) => (message === asked ? { ...asked, isUnanswered: true } : message)),
        );
    } finally {
      running.current = undefined;
      setIsReplying(false);
    }
  };

  const begin = (shown: readonly ChatMessage[], continuation: string | undefined) => {
    conversationId.current = continuation;
    abandonedIds.current = [];
    isOfAccount.current = isSignedIn;
    setMessages(shown);
  };

  return {
    messages,
    isReplying,
    isDeleting: deletion.isPending,
    open: ({ turns, continuation }) => {
      const shown = turns.flatMap(({ question, answer, cards: vendors, lead }): ChatMessage[] => [
        { key: nextKey.current++, role: 'user', content: question ?? '', isUnanswered: !answer?.text },
        ...(answer?.text
          ? [
              {
                key: nextKey.current++,
                role: 'assistant',
                content: answer.text,
                vendors,
                lead: lead ?? undefined,
                isEarlier: true,
              } as const,
            ]
          : []),
      ]);
      begin(shown, continuation ?? undefined);
    },
    remove: (onDeleted) => {
      if (isOfAccount.current && !isSignedIn)
        return notify.error(
          'Failed to delete the conversation',
          'It belongs to your account. Sign in again, then delete it.',
        );
      const ids = [...abandonedIds.current, ...(conversationId.current === undefined ? [] : [conversationId.current])];
      const onSuccess = () => {
        begin([], undefined);
        onDeleted();
      };
      deletion.mutate(ids, { onSuccess });
    },
    send: (text) => {
      const content = text.trim();
      if (content !== '' && !running.current && !deletion.isPending) void ask(content);
    },
    stop: () => running.current?.abort(),
    retry: (key) => {
      const question = messages.find((message) => message.key === key);
      if (!question || running.current || deletion.isPending) return;
      setMessages((shown) => shown.filter((message) => message !== question));
      void ask(question.content);
    },
  };
};
