import { useSyncExternalStore } from 'react';
import { messageOf } from '../../platform/http.ts';
import { queryClient } from '../../platform/query-client.ts';
import { uploadFile } from '../../platform/uploads.ts';

/**
 * A chosen file until the list of pictures shows it. `sent` is the part that was sent, from 0 to 1; `error` why it
 * failed. `isStored`: the server has it, so it can no longer be cancelled.
 */
export type LocalUpload = {
  readonly id: string;
  readonly file: File;
  readonly preview: string;
  readonly sent: number;
  readonly isStored?: boolean;
  readonly error?: string;
};

// Kept outside of the components, because uploads continue when the user leaves the page or step that began them.
let uploads: readonly LocalUpload[] = [];
const cancellations = new Map<string, AbortController>();
/** Previews of pictures that the server is preparing, by the picture's id. */
const previews = new Map<string, string>();
const listeners = new Set<() => void>();
let running = false;

const set = (next: readonly LocalUpload[]): void => {
  uploads = next;
  for (const listener of listeners) listener();
};
const change = (id: string, values: Partial<LocalUpload>): void =>
  set(uploads.map((upload) => (upload.id === id ? { ...upload, ...values } : upload)));

/** A closed tab would lose what is not sent yet. */
const warn = (event: BeforeUnloadEvent): void => event.preventDefault();

/** Uploads one file after another, in the order in which they were chosen. */
const run = async (): Promise<void> => {
  if (running) return;
  running = true;
  addEventListener('beforeunload', warn);
  for (let next = uploads.find(isWaiting); next; next = uploads.find(isWaiting)) await send(next);
  removeEventListener('beforeunload', warn);
  running = false;
};

const isWaiting = ({ error }: LocalUpload): boolean => error === undefined;

const send = async ({ id, file, preview }: LocalUpload): Promise<void> => {
  const cancellation = new AbortController();
  cancellations.set(id, cancellation);
  try {
    const onProgress = (sent: number) => change(id, { sent });
    // The id of the upload becomes that of the picture.
    previews.set(await uploadFile({ purpose: 'portfolio', file, onProgress, signal: cancellation.signal }), preview);
    change(id, { isStored: true });
    await queryClient.invalidateTopics(['catalog']);
    set(uploads.filter((upload) => upload.id !== id));
  } catch (error) {
    if (!cancellation.signal.aborted) change(id, { error: messageOf(error, 'Failed to upload this file') });
  } finally {
    cancellations.delete(id);
  }
};

/** Uploads these files after those that are waiting. */
export const addFiles = (files: Iterable<File>): void => {
  const chosen = Array.from(files, (file) => ({
    id: crypto.randomUUID(),
    file,
    preview: URL.createObjectURL(file),
    sent: 0,
  }));
  set([...uploads, ...chosen]);
  void run();
};

const waitingAgain = ({ error: _, ...upload }: LocalUpload): LocalUpload => ({ ...upload, sent: 0 });

export const retryUpload = (id: string): void => {
  set(uploads.map((upload) => (upload.id === id ? waitingAgain(upload) : upload)));
  void run();
};

/** Removes a file that is waiting, being sent, or failed. */
export const cancelUpload = (id: string): void => {
  const upload = uploads.find((each) => each.id === id);
  if (!upload || upload.isStored) return;
  set(uploads.filter((each) => each.id !== id));
  cancellations.get(id)?.abort();
  URL.revokeObjectURL(upload.preview);
};

/** Cancels all uploads and discards the previews: they belong to the account that was signed in. */
const discardAll = (): void => {
  for (const cancellation of cancellations.values()) cancellation.abort();
  for (const { preview } of uploads) URL.revokeObjectURL(preview);
  for (const pictureId of previews.keys()) releasePreview(pictureId);
  set([]);
};
queryClient.onClear(discardAll);

/** The preview of a picture that this page uploaded, until {@link releasePreview}. */
export const previewOf = (pictureId: string): string | undefined => previews.get(pictureId);

/** Frees the memory of a preview. */
export const releasePreview = (pictureId: string): void => {
  const preview = previews.get(pictureId);
  previews.delete(pictureId);
  if (preview !== undefined) URL.revokeObjectURL(preview);
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The files that this page is uploading, and those that failed. */
export const localUploads = (): readonly LocalUpload[] => uploads;

/** As {@link localUploads}, for components. */
export const useLocalUploads = (): readonly LocalUpload[] => useSyncExternalStore(subscribe, localUploads);
