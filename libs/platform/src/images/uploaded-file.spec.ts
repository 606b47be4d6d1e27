import { beforeEach, expect, jest, test } from '@jest/globals';
import { DecodingFailed } from './picture-processes.ts';
import { PictureRefused } from './picture-refused.ts';
import { processUploadedFile, type UploadStatus } from './uploaded-file.ts';

let status: UploadStatus;
let calls: string[];
let make: () => Promise<string>;
beforeEach(() => {
  [status, calls, make] = ['waiting', [], async () => 'facts'];
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

const attempt = (number: number, isLast = false) =>
  processUploadedFile(
    {
      status: async () => status,
      makeCopies: () => make(),
      publish: async (facts) => {
        calls.push(`publish ${facts}`);
        status = 'done';
      },
      refuse: async (message) => {
        calls.push(`refuse: ${message}`);
        status = 'done';
      },
      removeFiles: async () => {
        calls.push('remove files');
      },
    },
    { number, isLast },
  );
const failing = (error: Error) => () => Promise.reject(error);
const processingFailed = 'refuse: This file could not be processed. Delete it and upload it again.';

test('a file is published when its copies are stored', async () => {
  await attempt(1);
  expect(calls).toEqual(['publish facts']);
});

test('a file that was processed is left alone', async () => {
  status = 'done';
  await attempt(2);
  expect(calls).toEqual([]);
});

test('a file that cannot be shown is refused with its reason', async () => {
  make = failing(new PictureRefused('This file is empty.'));
  await attempt(1);
  expect(calls).toEqual(['refuse: This file is empty.']);
});

test('another failure is retried, and after the last attempt the file is refused, so that its owner can upload it again', async () => {
  make = failing(new Error('The store does not answer'));
  await expect(attempt(12)).rejects.toThrow('The store does not answer');
  expect(calls).toEqual([]);
  await attempt(13, true);
  expect(calls).toEqual([processingFailed]);
});

test('a file that the decoder fails at three times is refused', async () => {
  make = failing(new DecodingFailed('Decoding this picture takes longer than 60 seconds'));
  await expect(attempt(2)).rejects.toThrow('longer than 60 seconds');
  await attempt(3);
  expect(calls).toEqual([processingFailed]);
});

test('the files of an upload that has been removed are removed, whether or not its copies could be made', async () => {
  status = 'removed';
  await attempt(1);
  status = 'waiting';
  make = async () => {
    status = 'removed';
    throw new Error('No object is stored');
  };
  await attempt(1);
  expect(calls).toEqual(['remove files', 'remove files']);
});
