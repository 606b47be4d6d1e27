import { Button, Input } from 'antd';
import { maxMessageLength } from '#messages/contract';
import { useMessageField } from '../../ui/message-field.ts';
import { useSendMessage } from './outgoing-api.ts';

export function Composer({ threadId }: { threadId: string }) {
  const { mutate } = useSendMessage(threadId);
  const { text, isEmpty, setText, onKeyDown, onSubmit } = useMessageField(mutate);
  return (
    <form className="composer" onSubmit={onSubmit}>
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
