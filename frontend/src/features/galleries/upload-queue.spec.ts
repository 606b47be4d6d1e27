import { expect, test } from '@jest/globals';
import { checksumOf } from '../../platform/uploads.ts';
import type { StoredFile } from './upload-files.ts';
import { UploadQueue } from './upload-queue.ts';

/** A file of this size that contains its name. */
const file = (name: string, size = 8): File => new File([name.padEnd(size)], name, { lastModified: 0 });
const storedAs = async (original: File): Promise<StoredFile> => ({
  size: original.size,
  sha256: await checksumOf(original),
});

/** A queue whose files are stored at once, except those in `failing`. */
const queueWith = (failing: Set<string> = new Set(), stored: StoredFile[] = []) => {
  const sent: string[] = [];
  const queue = new UploadQueue({
    send: async ({ file, onProgress }) => {
      onProgress(0.5);
      if (failing.has(file.name)) throw new Error(`${file.name} failed`);
      sent.push(file.name);
      stored.push(await storedAs(file));
    },
    storedFiles: async () => stored,
  });
  const uploaded = () =>
    queue
      .state()
      .files.filter((entry) => entry.uploaded)
      .map((entry) => entry.file.name);
  return { queue, sent, uploaded };
};

test('uploads the files in the order of the list', async () => {
  const { queue, sent, uploaded } = queueWith();
  queue.add([file('c.jpg'), file('a.mov')]);
  queue.add([file('b.png')]);
  await queue.upload();
  expect(sent).toEqual(['c.jpg', 'a.mov', 'b.png']);
  expect(uploaded()).toEqual(sent);
  expect(queue.state().current).toBeNull();
});

test('stops at the first failure, and a retry skips what is uploaded', async () => {
  const failing = new Set(['b.jpg']);
  const { queue, sent, uploaded } = queueWith(failing);
  queue.add([file('a.jpg'), file('b.jpg'), file('c.jpg')]);
  await expect(queue.upload()).rejects.toThrow('b.jpg failed');
  expect(uploaded()).toEqual(['a.jpg']);
  expect(queue.state().failedId).toBe(queue.state().files[1]?.id);
  failing.clear();
  await queue.upload();
  expect(sent).toEqual(['a.jpg', 'b.jpg', 'c.jpg']);
  expect(queue.state().failedId).toBeNull();
});

test('files that the gallery has are marked as uploaded and not sent again', async () => {
  const { queue, sent, uploaded } = queueWith(new Set(), [await storedAs(file('a.jpg'))]);
  queue.add([file('a.jpg'), file('a.jpg', 9), file('b.jpg')]);
  await queue.upload();
  expect(sent).toEqual(['a.jpg', 'b.jpg']);
  expect(uploaded()).toHaveLength(3);
});

test('a photo with the name and size of another one is uploaded', async () => {
  const other = new File(['other'.padEnd(8)], 'a.jpg', { lastModified: 0 });
  const { queue, sent } = queueWith(new Set(), [await storedAs(other)]);
  queue.add([file('a.jpg')]);
  await queue.upload();
  expect(sent).toEqual(['a.jpg']);
});

test('files that the gallery shows later are marked then', async () => {
  const stored: StoredFile[] = [];
  const { queue, uploaded } = queueWith(new Set(), stored);
  queue.add([file('a.jpg')]);
  await Promise.resolve();
  stored.push(await storedAs(file('a.jpg')));
  queue.setItemCount(1);
  // The checksum of the file is being computed, which takes longer on a busy machine.
  for (let wait = 0; wait < 200 && uploaded().length === 0; wait += 1)
    await new Promise((resolve) => setTimeout(resolve, 10));
  expect(uploaded()).toEqual(['a.jpg']);
});

test('nothing is sent while the server cannot say what the gallery has', async () => {
  const sent: string[] = [];
  const queue = new UploadQueue({
    send: async ({ file: { name } }) => void sent.push(name),
    storedFiles: () => Promise.reject(new Error('unreachable')),
  });
  queue.add([file('a.jpg')]);
  await expect(queue.upload()).rejects.toThrow('unreachable');
  expect(sent).toEqual([]);
  expect(queue.state().failedId).toBeNull();
});

test('notes what was not added until it is dismissed', () => {
  const { queue } = queueWith();
  queue.add([file('a.jpg'), file('notes.txt'), file('b.exe')]);
  expect(queue.state().files).toHaveLength(1);
  expect(queue.state().skipped.map(({ name }) => name)).toEqual(['notes.txt', 'b.exe']);
  queue.dismissSkipped();
  expect(queue.state().skipped).toEqual([]);
});

test('removed files are not uploaded', async () => {
  const { queue, sent } = queueWith();
  queue.add([file('a.jpg'), file('b.jpg')]);
  queue.remove(queue.state().files[0]?.id ?? '');
  await queue.upload();
  expect(sent).toEqual(['b.jpg']);
  queue.clear();
  expect(queue.state().files).toEqual([]);
});

test('closing it pauses the file that is being sent and sends no further one', async () => {
  const sent: string[] = [];
  const queue = new UploadQueue({
    send: ({ file: { name }, pause }) => {
      sent.push(name);
      return new Promise((_, reject) => pause.addEventListener('abort', () => reject(pause.reason)));
    },
    storedFiles: async () => [],
  });
  queue.add([file('a.jpg'), file('b.jpg')]);
  const upload = queue.upload();
  setTimeout(() => queue.close(), 10);
  await expect(upload).rejects.toThrow('aborted');
  expect(sent).toEqual(['a.jpg']);
});
