import { FileText } from 'lucide-react';
import { type MessageContent, type OutgoingMessage, useDiscardOutgoing, useSendMessage } from './outgoing-api.ts';
import { useUnsentWarning } from './unsent-warning.ts';

/** The user's messages that are being sent, and those that could not be sent. */
export function Outgoing({ threadId, messages }: { threadId: string; messages: readonly OutgoingMessage[] }) {
  const { mutate: send } = useSendMessage(threadId);
  const discard = useDiscardOutgoing();
  useUnsentWarning(messages.length > 0);
  const sendAgain = (message: OutgoingMessage, content: MessageContent) => {
    discard(message);
    send(content);
  };
  return messages.map((message) => {
    const { key, failed, content } = message;
    const { text, files } = content;
    return (
      <div key={key} className="bubble mine">
        <span className="unseen">You: </span>
        {text}
        {files.map(({ id, name }) => (
          <span key={id} className="attachment">
            <FileText aria-hidden="true" />
            <bdi className="attachment-name">{name}</bdi>
          </span>
        ))}
        {failed ? (
          <span className="small" role="alert">
            Not sent.{' '}
            <button type="button" className="link" onClick={() => sendAgain(message, content)}>
              Try again
            </button>{' '}
            {text !== '' && files.length > 0 && (
              <>
                <button
                  type="button"
                  className="link"
                  onClick={() => sendAgain(message, { key: crypto.randomUUID(), text, files: [] })}
                >
                  Send without files
                </button>{' '}
              </>
            )}
            <button type="button" className="link" onClick={() => discard(message)}>
              Discard
            </button>
          </span>
        ) : (
          <span className="small muted">Sending…</span>
        )}
      </div>
    );
  });
}
