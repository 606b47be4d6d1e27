import { type FormEvent, type KeyboardEvent, useState } from 'react';

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
  onSend: (text: string) => void;
  /** Nothing is sent now. */
  isBlocked?: boolean;
  /** The message has files, so its text may be empty. */
  hasFiles?: boolean;
};

/** The text of a message that is being written. It is cleared when it is sent. */
export const useMessageField = ({ onSend, isBlocked = false, hasFiles = false }: MessageFieldOptions): MessageField => {
  const [text, setText] = useState('');
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
