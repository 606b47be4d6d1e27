type Download<Item> = {
  readonly items: readonly Item[];
  /** Requests the URL of a file and saves it. */
  readonly save: (item: Item) => Promise<void>;
  readonly onProgress: (count: number) => void;
  readonly signal: AbortSignal;
};

/** Between two files, in milliseconds: browsers drop downloads that start at the same time. */
const pause = 500;

const wait = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, pause);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
  });

/** Saves a file; a failure is only logged. */
export const saveOrLog = async (save: () => Promise<void>): Promise<void> => {
  try {
    await save();
  } catch (error) {
    console.error('Failed to get download URL', error);
  }
};

/** Saves one file after another. Files that fail are logged and left out. */
export const downloadAll = async <Item>({ items, save, onProgress, signal }: Download<Item>): Promise<void> => {
  for (const [index, item] of items.entries()) {
    if (index > 0) await wait(signal);
    if (signal.aborted) return;
    onProgress(index + 1);
    await saveOrLog(() => save(item));
  }
};
