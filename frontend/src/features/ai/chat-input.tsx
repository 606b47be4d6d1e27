import { type RefObject, useLayoutEffect } from 'react';
import { maxEventIdeaLength } from '#ai/contract';
import { useMessageField } from '../../ui/message-field.ts';

type ChatInputProps = {
  field: RefObject<HTMLTextAreaElement | null>;
  isReplying: boolean;
  /** The text can be changed but not sent. */
  isBlocked: boolean;
  onSend: (text: string) => void;
  onStop: () => void;
};

const [lowest, highest] = [60, 120];

/** A field that grows with its text. */
export function ChatInput({ field, isReplying, isBlocked, onSend, onStop }: ChatInputProps) {
  const { text, isEmpty, setText, onKeyDown, onSubmit } = useMessageField({
    draftKey: 'event-idea',
    onSend,
    isBlocked: isReplying || isBlocked,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows from the text
  useLayoutEffect(() => {
    const { current } = field;
    if (!current) return;
    current.style.height = `${lowest}px`;
    // The borders are not part of the scroll height.
    current.style.height = `${Math.min(highest, Math.max(lowest, current.scrollHeight + 2))}px`;
  }, [text]);
  return (
    <form className="chat-form" onSubmit={onSubmit}>
      <textarea
        ref={field}
        aria-label="Your event"
        dir="auto"
        placeholder="What are you planning?"
        maxLength={maxEventIdeaLength}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
      />
      {/* Keys, because one element that turns from Stop into Send during a click would submit the form. */}
      {isReplying ? (
        <button key="stop" type="button" className="button" onClick={onStop}>
          Stop
        </button>
      ) : (
        <button key="send" type="submit" className="button primary" disabled={isEmpty || isBlocked}>
          Send
        </button>
      )}
      <p className="chat-limit muted small" role="status">
        {text.length >= maxEventIdeaLength &&
          `Please use at most ${maxEventIdeaLength.toLocaleString('en-US')} characters`}
      </p>
    </form>
  );
}
