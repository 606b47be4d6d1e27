import { useEffect, useRef, useState } from 'react';
import { attachmentPurpose, type MessageAttachment } from '#messages/contract';
import { importCode } from '../../platform/code-loading.ts';
import { messageOf } from '../../platform/http.ts';

/**
 * A file that the user has chosen for the message that they are writing. `preview` is an object URL of a picture,
 * `sent` the part that was uploaded, from 0 to 1. `id` is known once the server has the file; `error` says why that
 * failed.
 */
export type ChosenFile = {
  readonly key: string;
  readonly file: File;
  readonly preview: string | undefined;
  readonly sent: number;
  readonly id?: MessageAttachment['id'];
  readonly error?: string;
};

const chosenFile = (file: File): ChosenFile => ({
  key: crypto.randomUUID(),
  file,
  preview: file.type.startsWith('image/') ? URL.createObjectURL(file) : undefined,
  sent: 0,
});

const revoke = ({ preview }: ChosenFile): void => {
  if (preview) URL.revokeObjectURL(preview);
};

/** The files of the message that is being written. They are uploaded one after another while the user writes. */
export const useChosenFiles = (threadId: string) => {
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const cancellations = useRef(new Map<string, AbortController>());
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const latest = useRef(files);
  useEffect(() => {
    latest.current = files;
  });
  // The uploads end with the page: their files could no longer be sent.
  useEffect(() => {
    const running = cancellations.current;
    return () => {
      for (const cancellation of running.values()) cancellation.abort();
      latest.current.forEach(revoke);
    };
  }, []);
  const change = (key: string, values: Partial<ChosenFile>): void =>
    setFiles((all) => all.map((each) => (each.key === key ? { ...each, ...values } : each)));
  const upload = async (key: string, file: File, signal: AbortSignal): Promise<void> => {
    try {
      const { uploadFile } = await importCode(() => import('../../platform/uploads.ts'));
      signal.throwIfAborted();
      const onProgress = (sent: number) => change(key, { sent });
      const id = await uploadFile({ purpose: attachmentPurpose, targetId: threadId, file, onProgress, signal });
      change(key, { id: `attachment-${id}` as MessageAttachment['id'] });
    } catch (error) {
      if (!signal.aborted) change(key, { error: messageOf(error, 'Failed to upload this file') });
    }
  };
  const start = ({ key, file }: ChosenFile): void => {
    const cancellation = new AbortController();
    cancellations.current.set(key, cancellation);
    last.current = last.current.then(() => upload(key, file, cancellation.signal));
  };
  return {
    files,
    add(chosen: readonly File[]): void {
      const added = chosen.map(chosenFile);
      setFiles([...files, ...added]);
      added.forEach(start);
    },
    retry(failed: ChosenFile): void {
      const { error: _, ...again } = { ...failed, sent: 0 };
      setFiles(files.map((each) => (each.key === failed.key ? again : each)));
      start(again);
    },
    remove(removed: ChosenFile): void {
      cancellations.current.get(removed.key)?.abort();
      revoke(removed);
      setFiles(files.filter(({ key }) => key !== removed.key));
    },
    /** Removes all, because they were sent. */
    clear(): void {
      files.forEach(revoke);
      setFiles([]);
    },
  };
};
