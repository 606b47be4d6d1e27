import { expect, test } from '@jest/globals';
import { ConfirmedHeads } from './eventstoredb-heads.ts';

const headsOn = (log: readonly string[]) => {
  const reads: string[] = [];
  const heads = new ConfirmedHeads(async (stream, version) => {
    reads.push(`${stream} ${version}`);
    return log[version - 1];
  });
  return { heads, reads };
};

test('a new stream has no hash, and nothing is read', async () => {
  const { heads, reads } = headsOn([]);
  expect(await heads.hashAt('note-1', 0)).toBe('');
  expect(reads).toEqual([]);
});

test('an event that this process appended is used as soon as it arrives from the log', async () => {
  const { heads, reads } = headsOn(['a']);
  heads.appended('note-1', 1, 'a');
  const hash = heads.hashAt('note-1', 1);
  heads.arrived('note-1', 1, 'a');
  expect(await hash).toBe('a');
  expect(await heads.hashAt('note-1', 1)).toBe('a');
  expect(reads).toEqual([]);
});

test('the first event of a stream is used although it arrives before the response to its append', async () => {
  const { heads, reads } = headsOn(['a']);
  expect(await heads.hashAt('note-1', 0)).toBe('');
  heads.arrived('note-1', 1, 'a');
  heads.appended('note-1', 1, 'a');
  expect(await heads.hashAt('note-1', 1)).toBe('a');
  expect(reads).toEqual([]);
});

test('when an append only repeated an earlier one, the hash is that of the earlier event', async () => {
  const { heads, reads } = headsOn(['earlier']);
  heads.appended('note-1', 1, 'repeated');
  expect(await heads.hashAt('note-1', 1)).toBe('earlier');
  expect(reads).toEqual(['note-1 1']);
  heads.appended('note-1', 1, 'repeated');
  expect(await heads.hashAt('note-1', 1)).toBe('earlier');
  expect(reads).toHaveLength(1);
});

test('events of other processes are kept for used streams only; an older event that arrives late changes nothing', async () => {
  const { heads, reads } = headsOn(['a', 'b']);
  heads.arrived('note-1', 2, 'b');
  expect(await heads.hashAt('note-1', 2)).toBe('b');
  heads.arrived('note-1', 1, 'a');
  heads.arrived('note-1', 3, 'c');
  expect(await heads.hashAt('note-1', 3)).toBe('c');
  expect(reads).toEqual(['note-1 2']);
  expect(await heads.hashAt('note-1', 4)).toBeUndefined();
});
