import { useEffect, useRef, useState } from 'react';
import type { LeadFacts, ShownConversation, VendorCard } from '#ai/contract';
import { HttpError } from '../../platform/http.ts';
import { useNotify } from '../../ui/notify.tsx';
import { recommendVendors, useDeleteConversations } from './api.ts';
import type { Part } from './reply-stream.ts';

type Question = { readonly key: number; readonly role: 'user'; readonly content: string };
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
  /** The last message got no reply. */
  readonly hasFailed: boolean;
  send(text: string): void;
  stop(): void;
  retry(): void;
  /** Shows an earlier conversation, which the next message continues. */
  open(earlier: ShownConversation): void;
  isDeleting: boolean;
  /** Deletes the conversation, and begins a new one. */
  remove(): void;
};

const failureOf = (error: unknown): readonly [title: string, text: string] => {
  const status = error instanceof HttpError ? error.status : 0;
  if (status === 429) return ['Rate limit exceeded', 'Please try again in a moment.'];
  if (status === 402) return ['Payment required', 'Please add credits to continue.'];
  return ['Error', 'Failed to get recommendations. Please try again.'];
};

/** A conversation with the assistant. Leaving the page stops the reply. */
export const useConversation = (): Chat => {
  const notify = useNotify();
  const [messages, setMessages] = useState<readonly ChatMessage[]>([]);
  const [isReplying, setIsReplying] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const running = useRef<AbortController>(undefined);
  const conversationId = useRef<string>(undefined);
  // A first question that is asked again begins another conversation. What it began before is deleted with it.
  const abandonedIds = useRef<readonly string[]>([]);
  const nextKey = useRef(0);
  const deletion = useDeleteConversations();
  useEffect(() => () => running.current?.abort(), []);

  /** After a reply that does not stay on the page, the question is asked again where it was asked first. */
  const goOnFrom = (replyId: string | undefined, isKept: boolean) => {
    if (isKept) conversationId.current = replyId;
    else if (conversationId.current === undefined && replyId !== undefined)
      abandonedIds.current = [...abandonedIds.current, replyId];
  };

  const ask = async (eventIdea: string): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    setIsReplying(true);
    setHasFailed(false);
    const key = nextKey.current++;
    let reply: Answer = { key, role: 'assistant', content: '', vendors: [], lead: undefined };
    const show = ({ content, vendors, lead = reply.lead }: Part) => {
      reply = { ...reply, content: reply.content + content, vendors: [...reply.vendors, ...vendors], lead };
      const shownReply = reply;
      setMessages((shown) => [...shown.filter((message) => message.key !== key), shownReply]);
    };
    let replyId: string | undefined;
    const onBegin = (id: string | undefined) => {
      replyId = id;
    };
    try {
      const question = { eventIdea, conversationId: conversationId.current };
      await recommendVendors(question, { onBegin, onPart: show }, controller.signal);
      goOnFrom(replyId, true);
    } catch (error) {
      // The part of a stopped reply that has arrived stays on the page.
      if (!controller.signal.aborted) {
        setMessages((shown) => shown.filter((message) => message.key !== key));
        notify.error(...failureOf(error));
      }
      const isKept = controller.signal.aborted && reply.content !== '';
      goOnFrom(replyId, isKept);
      setHasFailed(!isKept);
    } finally {
      running.current = undefined;
      setIsReplying(false);
    }
  };

  const begin = (shown: readonly ChatMessage[], continuation: string | undefined) => {
    conversationId.current = continuation;
    abandonedIds.current = [];
    setMessages(shown);
    setHasFailed(false);
  };

  return {
    messages,
    isReplying,
    hasFailed,
    isDeleting: deletion.isPending,
    open: ({ turns, continuation }) => {
      const shown = turns.flatMap(({ question, answer, cards: vendors, lead }): ChatMessage[] => [
        { key: nextKey.current++, role: 'user', content: question ?? '' },
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
    remove: () => {
      const ids = [...abandonedIds.current, ...(conversationId.current === undefined ? [] : [conversationId.current])];
      deletion.mutate(ids, { onSuccess: () => begin([], undefined) });
    },
    send: (text) => {
      const content = text.trim();
      if (content === '' || running.current) return;
      const message: Question = { key: nextKey.current++, role: 'user', content };
      setMessages((shown) => [...shown, message]);
      void ask(content);
    },
    stop: () => running.current?.abort(),
    retry: () => {
      const last = messages.findLast(({ role }) => role === 'user');
      if (last && !running.current) void ask(last.content);
    },
  };
};
