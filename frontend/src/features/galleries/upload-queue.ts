import { checksumOf } from '../../platform/uploads.ts';
import { alreadyStored, type ListedFile, type StoredFile, sortFiles } from './upload-files.ts';

/** `current` is the file that is being sent, and how much of it was sent, in whole percent. */
export type UploadQueueState = {
  readonly files: readonly ListedFile[];
  /** What was chosen last but not added. */
  readonly skipped: readonly File[];
  readonly current: { readonly id: string; readonly sent: number } | null;
  /** The file at which the last upload stopped. */
  readonly failedId: string | null;
};

type Sending = { readonly file: File; readonly pause: AbortSignal; readonly onProgress: (sent: number) => void };

type UploadQueueOptions = {
  /** Uploads one file. `onProgress` receives the sent part, from 0 to 1. */
  send: (sending: Sending) => Promise<unknown>;
  /** The files that the gallery has. */
  storedFiles: () => Promise<readonly StoredFile[]>;
};

/**
 * The list of files that a creator uploads into a gallery, one after another in its order. The list is not kept: after
 * a reload the same files can be chosen again, and those that the gallery has are marked as uploaded.
 */
export class UploadQueue {
  readonly #options: UploadQueueOptions;
  readonly #listeners = new Set<() => void>();
  #state: UploadQueueState = { files: [], skipped: [], current: null, failedId: null };
  #pause: AbortController | undefined;
  #itemCount = 0;

  constructor(options: UploadQueueOptions) {
    this.#options = options;
  }

  readonly state = (): UploadQueueState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Adds files that a gallery can hold and notes the others as skipped. */
  add(chosen: readonly File[]): void {
    const { files } = this.#state;
    const { added, skipped } = sortFiles(chosen, files);
    const entries = added.map((file) => ({ id: crypto.randomUUID(), file, uploaded: false }));
    this.#set({ files: [...files, ...entries], skipped });
    // Only to show it early: the upload itself checks it again.
    if (entries.length > 0) this.#markStored().catch(() => undefined);
  }

  /** How many items the gallery has now. After a reload, the server may show the newest ones a moment later. */
  setItemCount(count: number): void {
    const { files, current } = this.#state;
    const changed = count !== this.#itemCount;
    this.#itemCount = count;
    if (changed && files.length > 0 && !current) this.#markStored().catch(() => undefined);
  }

  dismissSkipped(): void {
    this.#set({ skipped: [] });
  }

  remove(id: string): void {
    this.#set({ files: this.#state.files.filter((entry) => entry.id !== id) });
  }

  clear(): void {
    this.#set({ files: [], skipped: [], failedId: null });
  }

  /** Uploads what is not uploaded yet. Throws the first failure; the next call continues there. */
  async upload(): Promise<void> {
    const pause = new AbortController();
    this.#pause = pause;
    this.#set({ failedId: null });
    try {
      await this.#markStored();
      for (const { id, file } of this.#state.files) if (!this.#isUploaded(id)) await this.#send(id, file, pause.signal);
    } catch (error) {
      this.#set({ failedId: this.#state.current?.id ?? null });
      throw error;
    } finally {
      this.#set({ current: null });
    }
  }

  /** Stops the upload, so that it can be continued later. */
  close(): void {
    this.#pause?.abort();
  }

  async #send(id: string, file: File, pause: AbortSignal): Promise<void> {
    pause.throwIfAborted();
    this.#set({ current: { id, sent: 0 } });
    const onProgress = (part: number) => {
      const sent = Math.floor(part * 100);
      if (sent !== this.#state.current?.sent) this.#set({ current: { id, sent } });
    };
    await this.#options.send({ file, pause, onProgress });
    this.#markUploaded(new Set([id]));
  }

  #isUploaded(id: string): boolean {
    return this.#state.files.some((entry) => entry.id === id && entry.uploaded);
  }

  async #markStored(): Promise<void> {
    const stored = await this.#options.storedFiles();
    const checksum = (file: File) => checksumOf(file).catch(() => undefined);
    this.#markUploaded(await alreadyStored(this.#state.files, stored, checksum));
  }

  #markUploaded(ids: ReadonlySet<string>): void {
    if (ids.size === 0) return;
    this.#set({ files: this.#state.files.map((entry) => (ids.has(entry.id) ? { ...entry, uploaded: true } : entry)) });
  }

  #set(change: Partial<UploadQueueState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
