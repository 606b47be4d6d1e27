import { Button, Input } from 'antd';
import { type KeyboardEvent, useState } from 'react';
import { maxMessageLength } from '#messages/contract';
import { useSendMessage } from './api.ts';

/** Enter sends, Shift and Enter begin a new line. A text that cannot be sent is put back. */
export function Composer({ threadId }: { threadId: string }) {
  const [text, setText] = useState('');
  const { mutateAsync, isPending } = useSendMessage(threadId);
  const isEmpty = text.trim() === '';
  const send = () => {
    if (isEmpty) return;
    setText('');
    mutateAsync(text.trim()).catch(() => setText((typed) => (typed === '' ? text : `${text}\n${typed}`)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
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
      <Button type="primary" htmlType="submit" loading={isPending} disabled={isEmpty}>
        Send
      </Button>
    </form>
  );
}
