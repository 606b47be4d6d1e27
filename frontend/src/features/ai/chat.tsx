import { useEffect, useRef } from 'react';
import { ChatInput } from './chat-input.tsx';
import { useConversation } from './conversation.ts';
import { Reply } from './reply.tsx';
import type { PictureOf } from './vendor-cards.tsx';
import './chat.css';

const suggestions = [
  'A photographer for a garden wedding in Austin, TX in June, up to $3,000',
  'A DJ for a birthday with 60 guests next Saturday',
  'Photos and video of a two-day conference, about $5k',
];

/** A conversation with the assistant, which recommends vendors for an event. `pictureOf` shows a vendor's picture. */
export function Chat({ pictureOf }: { pictureOf: PictureOf }) {
  const { messages, isReplying, hasFailed, send, stop, retry } = useConversation();
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
      <div className="chat-log" role="log" aria-label="Conversation" aria-busy={isReplying}>
        {messages.map((message) => {
          const { key, role, content } = message;
          return role === 'user' ? (
            <div key={key} ref={key === lastKey ? lastQuestion : null} className="chat-question">
              <span className="unseen">You: </span>
              {content}
            </div>
          ) : (
            <Reply
              key={key}
              answer={message}
              isComplete={!(isReplying && key === messages.at(-1)?.key)}
              pictureOf={pictureOf}
            />
          );
        })}
      </div>
      <p className="muted small" role="status">
        {isReplying && 'Looking for vendors…'}
      </p>
      {hasFailed && !isReplying && (
        <p>
          <button type="button" className="button" onClick={retry}>
            Try again
          </button>
        </p>
      )}
      <ChatInput isReplying={isReplying} onSend={send} onStop={stop} />
      <p className="muted small">
        Recommendations are made from profiles, prices and calendars on Festoon. Nothing you write here is stored.
      </p>
    </div>
  );
}

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
