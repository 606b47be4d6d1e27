import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { dropDraft, readDraft, saveDraft } from '../platform/drafts.ts';
import { useStoredUserId } from '../platform/session-storage.ts';

type MessageField = {
  readonly text: string;
  readonly isEmpty: boolean;
  setText(text: string): void;
  /** For the field: Enter sends, Shift and Enter begin a new line. */
  onKeyDown(event: KeyboardEvent): void;
  /** For the form. */
  onSubmit(event: FormEvent): void;
};

type MessageFieldOptions = {
  /** Names the field. A text that is not sent is kept under this key for the user in this tab. */
  draftKey: string;
  onSend: (text: string) => void;
  /** While this is true, neither Enter nor the button sends. */
  isBlocked?: boolean;
  /** The message has files, so its text may be empty. */
  hasFiles?: boolean;
};

/** The text of a message that is being written. It stays when the page is left, and is cleared when it is sent. */
export const useMessageField = (options: MessageFieldOptions): MessageField => {
  const { draftKey, onSend, isBlocked = false, hasFiles = false } = options;
  const key = `${draftKey}.${useStoredUserId() ?? 'visitor'}`;
  const [text, showText] = useState(() => String(readDraft(key)?.text ?? ''));
  const setText = (typed: string) => {
    showText(typed);
    if (typed === '') dropDraft(key);
    else saveDraft(key, { text: typed });
  };
  const isEmpty = text.trim() === '' && !hasFiles;
  const send = () => {
    if (isEmpty || isBlocked) return;
    setText('');
    onSend(text.trim());
  };
  return {
    text,
    isEmpty,
    setText,
    onKeyDown: (event) => {
      // Safari reports the Enter that ends the input of a composed character as code 229, and not as composing.
      const isComposing = event.nativeEvent.isComposing || event.keyCode === 229;
      if (event.key !== 'Enter' || event.shiftKey || isComposing) return;
      event.preventDefault();
      send();
    },
    onSubmit: (event) => {
      event.preventDefault();
      send();
    },
  };
};
