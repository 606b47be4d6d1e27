import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { queryClient } from '../../platform/query-client.ts';
import { addFiles, localUploads, retryUpload } from './portfolio-uploads.ts';

const none = () => undefined;
beforeAll(() => void Object.assign(globalThis, { addEventListener: none, removeEventListener: none }));
afterAll(() => {
  for (const name of ['addEventListener', 'removeEventListener']) Reflect.deleteProperty(globalThis, name);
});
afterEach(() => void jest.restoreAllMocks());

test('when the account changes, nothing remains of its uploads, and none of them can be sent again', async () => {
  const revoked = jest.spyOn(URL, 'revokeObjectURL');
  const empty = new File([], 'private.jpg');
  addFiles([empty, empty]);
  while (localUploads().some(({ error }) => error === undefined)) await new Promise(setImmediate);
  const failed = localUploads();
  expect(failed.map(({ error }) => error)).toEqual(Array(2).fill('This file is empty'));
  queryClient.clear();
  expect(localUploads()).toEqual([]);
  expect(revoked.mock.calls.flat()).toEqual(failed.map(({ preview }) => preview));
  for (const { id } of failed) retryUpload(id);
  expect(localUploads()).toEqual([]);
});
