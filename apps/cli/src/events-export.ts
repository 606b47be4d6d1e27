import { createHash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type EventFilter, LogReader } from '#platform/audit';
import { EventStore } from '#platform/event-store';
import { createNew } from './creation.ts';
import { withProduct } from './product.ts';
import { pluralize } from './table.ts';

export type ExportOptions = EventFilter & { readonly json?: boolean; readonly from?: bigint };
/** What was written; `sha256` is that of the file, in hex. */
type Written = { readonly events: number; readonly sha256: string };
type StoredEvents = Awaited<ReturnType<LogReader['at']>>;

/**
 * Writes the events of the log, as it is now, to a new file: one JSON object per line, with the hash of the event.
 * Personal data stays encrypted.
 */
export const exportEvents = async (name: string, options: ExportOptions): Promise<void> => {
  const file = resolve(name);
  // Only the operator may read it.
  const handle = await createNew(file, (path) => open(path, 'wx', 0o600));
  try {
    const { events, sha256, through } = await withProduct(async (product) => {
      const head = await product.get(EventStore).head();
      return { ...(await write(handle, product.get(LogReader), head, options)), through: String(head) };
    });
    await handle.sync();
    console.log(
      options.json
        ? JSON.stringify({ file, events, through, sha256 })
        : `${pluralize(events, 'event')} through position ${through} in ${file}\nSHA-256 ${sha256}`,
    );
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
};

const write = async (
  handle: FileHandle,
  reader: LogReader,
  head: bigint,
  { from = 1n, ...filter }: ExportOptions,
): Promise<Written> => {
  const hash = createHash('sha256');
  let events = 0;
  for await (const page of reader.pages(from - 1n, filter, head)) {
    const text = await textOf(reader, page);
    hash.update(text);
    // Unlike `write`, it writes the whole text or throws.
    await handle.appendFile(text);
    events += page.length;
  }
  return { events, sha256: hash.digest('hex') };
};

/** The position is a string, because it can exceed the range of a JSON number. */
const textOf = async (reader: LogReader, events: StoredEvents): Promise<string> => {
  const hashes = await reader.hashesAt(events.map(({ position }) => position));
  return events
    .map(({ position, ...event }) => {
      const line = { position: String(position), hash: hashes.get(position), ...event };
      return `${JSON.stringify(line)}\n`;
    })
    .join('');
};
