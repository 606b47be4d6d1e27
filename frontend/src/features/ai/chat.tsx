import { Suspense, useEffect, useRef } from 'react';
import type { LeadFacts } from '#ai/contract';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ChatInput } from './chat-input.tsx';
import { type ChatMessage, useConversation } from './conversation.ts';
import { DeleteButton } from './delete-button.tsx';
import type { PictureOf } from './vendor-cards.tsx';
import './chat.css';

const EarlierConversations = lazyPart(async () => (await import('./earlier-conversations.tsx')).EarlierConversations);

// Loaded with the first reply.
const Reply = lazyPart(async () => (await import('./reply.tsx')).Reply);

const suggestions = [
  'A photographer for a garden wedding in Austin, TX in June, up to $3,000',
  'A DJ for a birthday with 60 guests next Saturday',
  'Photos and video of a two-day conference, about $5k',
];

/** What the assistant understood of an event, and the visitor's own description of it. */
export type DescribedLead = LeadFacts & { description: string };

type ChatProps = {
  /** Shows a vendor's picture. */
  pictureOf: PictureOf;
  /** Opens the form of a new lead. Without it, the conversation cannot become a lead. */
  onPostLead: ((lead: DescribedLead) => void) | undefined;
  isSignedIn: boolean;
};

/** A conversation with the assistant, which recommends vendors for an event. */
export function Chat({ pictureOf, onPostLead, isSignedIn }: ChatProps) {
  const { messages, isReplying, isDeleting, send, stop, retry, open, remove } = useConversation(isSignedIn);
  const field = useRef<HTMLTextAreaElement>(null);
  const focusField = () => field.current?.focus();
  const lastQuestion = useRef<HTMLDivElement>(null);
  const lastKey = messages.findLast(({ role }) => role === 'user')?.key;
  // The reply is read from its beginning, so the question stays at the top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after sending, and when the reply is complete
  useEffect(() => {
    lastQuestion.current?.scrollIntoView({ block: 'start' });
  }, [lastKey, isReplying]);
  return (
    <div className="chat">
      {messages.length === 0 && <Suggestions onChoose={send} />}
      {messages.length === 0 && isSignedIn && (
        <Suspense>
          <EarlierConversations onOpen={open} onEmpty={focusField} />
        </Suspense>
      )}
      <div className="chat-log" role="log" aria-label="Conversation" aria-busy={isReplying}>
        {messages.map((message, index) => {
          const { key, role, content } = message;
          return role === 'user' ? (
            <div key={key} ref={key === lastKey ? lastQuestion : null} className="chat-question">
              <span className="unseen">You: </span>
              <div dir="auto">{content}</div>
              {message.isUnanswered && <Unanswered canRetry={!isReplying && !isDeleting} onRetry={() => retry(key)} />}
            </div>
          ) : (
            <Suspense key={key}>
              <Reply
                answer={message}
                isComplete={!(isReplying && key === messages.at(-1)?.key)}
                pictureOf={pictureOf}
                onPostLead={
                  onPostLead &&
                  ((facts) => onPostLead({ ...facts, description: questionsOf(messages.slice(0, index)) }))
                }
              />
            </Suspense>
          );
        })}
      </div>
      <p className="muted small" role="status">
        {isReplying && 'Looking for vendors…'}
      </p>
      <ChatInput field={field} isReplying={isReplying} isBlocked={isDeleting} onSend={send} onStop={stop} />
      <p className="muted small">
        Recommendations are made from profiles, prices and calendars on Festoon. What you write is kept for 30 days, so
        that you can continue, and then deleted.
      </p>
      {messages.length > 0 && !isReplying && (
        <p>
          <DeleteButton
            label="Delete this conversation"
            name="Delete this conversation"
            isDeleting={isDeleting}
            onDelete={() => remove(focusField)}
          />
        </p>
      )}
    </div>
  );
}

function Unanswered({ canRetry, onRetry }: { canRetry: boolean; onRetry: () => void }) {
  return (
    <div className="actions">
      <span className="muted small">Not answered</span>
      {canRetry && (
        <button type="button" className="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}

/** Everything that the visitor wrote. */
const questionsOf = (messages: readonly ChatMessage[]): string =>
  messages.flatMap(({ role, content }) => (role === 'user' ? [content] : [])).join('\n');

function Suggestions({ onChoose }: { onChoose: (text: string) => void }) {
  return (
    <ul className="chat-suggestions" aria-label="Examples">
      {suggestions.map((text) => (
        <li key={text}>
          <button type="button" className="card" onClick={() => onChoose(text)}>
            {text}
          </button>
        </li>
      ))}
    </ul>
  );
}
