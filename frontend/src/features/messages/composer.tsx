import { Button, Input } from 'antd';
import { type KeyboardEvent, useState } from 'react';
import { maxMessageLength } from '#messages/contract';
import { useSendMessage } from './outgoing-api.ts';

/** Enter sends, Shift and Enter begin a new line. */
export function Composer({ threadId }: { threadId: string }) {
  const [text, setText] = useState('');
  const { mutate } = useSendMessage(threadId);
  const isEmpty = text.trim() === '';
  const send = () => {
    if (isEmpty) return;
    setText('');
    mutate(text.trim());
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
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Input.TextArea
        aria-label="Message"
        placeholder="Write a message"
        autoSize={{ minRows: 1, maxRows: 6 }}
        maxLength={maxMessageLength}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button type="primary" htmlType="submit" disabled={isEmpty}>
        Send
      </Button>
    </form>
  );
}
