import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { maxEventIdeaLength } from '#ai/contract';

type ChatInputProps = { isReplying: boolean; onSend: (text: string) => void; onStop: () => void };

const [lowest, highest] = [60, 120];

/** Enter sends, Shift and Enter begin a new line. The field grows with its text. */
export function ChatInput({ isReplying, onSend, onStop }: ChatInputProps) {
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows from the text
  useLayoutEffect(() => {
    const { current } = field;
    if (!current) return;
    current.style.height = `${lowest}px`;
    // The borders are not part of the scroll height.
    current.style.height = `${Math.min(highest, Math.max(lowest, current.scrollHeight + 2))}px`;
  }, [text]);
  const isEmpty = text.trim() === '';
  const send = () => {
    if (isEmpty || isReplying) return;
    setText('');
    onSend(text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Safari reports the Enter that ends the input of a composed character as code 229, and not as composing.
    const isComposing = event.nativeEvent.isComposing || event.keyCode === 229;
    if (event.key !== 'Enter' || event.shiftKey || isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      className="chat-form"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        ref={field}
        aria-label="Your event"
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
        <button key="send" type="submit" className="button primary" disabled={isEmpty}>
          Send
        </button>
      )}
    </form>
  );
}
