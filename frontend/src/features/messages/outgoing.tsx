import { useEffect } from 'react';
import { type OutgoingMessage, useDiscardOutgoing, useSendMessage } from './outgoing-api.ts';

const warn = (event: BeforeUnloadEvent): void => event.preventDefault();

/** The user's messages that are being sent, and those that could not be sent. */
export function Outgoing({ threadId, messages }: { threadId: string; messages: readonly OutgoingMessage[] }) {
  const { mutate: send } = useSendMessage(threadId);
  const discard = useDiscardOutgoing();
  const hasUnsent = messages.length > 0;
  useEffect(() => {
    if (!hasUnsent) return;
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [hasUnsent]);
  const sendAgain = (message: OutgoingMessage) => {
    discard(message);
    send(message.text);
  };
  return messages.map((message) => (
    <div key={message.key} className="bubble mine">
      <span className="unseen">You: </span>
      {message.text}
      {message.failed ? (
        <span className="small" role="alert">
          Not sent.{' '}
          <button type="button" className="link" onClick={() => sendAgain(message)}>
            Try again
          </button>{' '}
          <button type="button" className="link" onClick={() => discard(message)}>
            Discard
          </button>
        </span>
      ) : (
        <span className="small muted">Sending…</span>
      )}
    </div>
  ));
}
