import { Button, Input } from 'antd';
import { Paperclip } from 'lucide-react';
import { type ChangeEvent, type ClipboardEvent, Suspense, useRef } from 'react';
import { maxAttachments, maxMessageLength } from '#messages/contract';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useMessageField } from '../../ui/message-field.ts';
import { useNotify } from '../../ui/notify.tsx';
import { useChosenFiles } from './chosen-files.ts';
import { useSendMessage } from './outgoing-api.ts';
import { useUnsentWarning } from './unsent-warning.ts';

const ChosenFileList = lazyPart(async () => (await import('./chosen-file-list.tsx')).ChosenFileList);

/** The types that file dialogs offer. Phones convert their pictures to one of them. */
const offeredTypes = 'image/jpeg,image/png,image/webp,image/gif,application/pdf';

/** Writes a message with text, pictures and PDFs. It can be sent once all its files are uploaded. */
export function Composer({ threadId }: { threadId: string }) {
  const { mutate } = useSendMessage(threadId);
  const notify = useNotify();
  const { files, add, retry, remove, clear } = useChosenFiles(threadId);
  const hasFiles = files.length > 0;
  const uploaded = files.flatMap(({ id, file: { name } }) => (id ? [{ id, name }] : []));
  const isBlocked = uploaded.length < files.length;
  const { text, isEmpty, setText, onKeyDown, onSubmit } = useMessageField({
    draftKey: `message.${threadId}`,
    onSend: (written) => {
      mutate({ key: crypto.randomUUID(), text: written, files: uploaded });
      clear();
    },
    isBlocked,
    hasFiles,
  });
  useUnsentWarning(hasFiles);
  const choose = (chosen: readonly File[]) => {
    const free = maxAttachments - files.length;
    if (chosen.length > free) notify.error(`A message can have at most ${maxAttachments} files`);
    add(chosen.slice(0, free));
  };
  const paste = (event: ClipboardEvent) => {
    const { files: pasted, types } = event.clipboardData;
    // Some programs add a picture to the text that they copy.
    if (pasted.length === 0 || types.includes('text/plain')) return;
    event.preventDefault();
    choose([...pasted]);
  };
  return (
    <form className="composer" onSubmit={onSubmit}>
      {hasFiles && (
        <Suspense>
          <ChosenFileList files={files} onRetry={retry} onRemove={remove} />
        </Suspense>
      )}
      <AttachButton onChoose={choose} />
      <Input.TextArea
        aria-label="Message"
        placeholder="Write a message"
        autoSize={{ minRows: 1, maxRows: 6 }}
        maxLength={maxMessageLength}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={paste}
      />
      <Button type="primary" htmlType="submit" disabled={isEmpty || isBlocked}>
        Send
      </Button>
    </form>
  );
}

/** Opens the file dialog of the browser. */
function AttachButton({ onChoose }: { onChoose: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onChoose([...(target.files ?? [])]);
    // So that the same file can be chosen again.
    target.value = '';
  };
  return (
    <>
      <Button
        icon={<Paperclip size={18} />}
        aria-label="Attach"
        title="Attach photos or PDFs, up to 100 MB each"
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={offeredTypes}
        aria-label="Choose files"
        data-testid="message-files"
        onChange={change}
      />
    </>
  );
}
