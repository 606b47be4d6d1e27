import { Logger } from '@nestjs/common';
import { faultOf } from '#platform/logging';
import { DecodingFailed } from './picture-processes.ts';
import { PictureRefused } from './picture-refused.ts';
import { VideoRefused } from './video.ts';

/** `waiting` until the file is published or refused; `removed` if it was removed or replaced. */
export type UploadStatus = 'waiting' | 'done' | 'removed';

/** An uploaded file whose copies a job makes. All of it is idempotent. */
export type UploadedFile<Facts> = {
  status(): Promise<UploadStatus>;
  makeCopies(): Promise<Facts>;
  publish(facts: Facts): Promise<unknown>;
  /** Records that the file cannot be used; `message` is a sentence for its owner. */
  refuse(message: string): Promise<unknown>;
  removeFiles(): Promise<unknown>;
};

/** Which attempt of its job this is, from 1. */
type Attempt = { readonly number: number; readonly isLast: boolean };

/**
 * How many times a file that crashes the decoder is tried before it is refused. Such a file would fail on every
 * machine.
 */
const decodingAttempts = 3;
const processingFailed = 'This file could not be processed. Delete it and upload it again.';

/**
 * Makes the copies of an uploaded file. Afterwards the file is published or refused. Throws the errors after which the
 * job should be tried again. After the last attempt the file is refused, because its owner could not do anything about
 * a failed job.
 */
export const processUploadedFile = async <Facts>(
  file: UploadedFile<Facts>,
  attempt: Attempt = { number: 1, isLast: false },
): Promise<void> => {
  try {
    if ((await file.status()) === 'waiting') await file.publish(await file.makeCopies());
  } catch (error) {
    // Without its original, which was removed with it, the file cannot be read.
    if ((await file.status()) !== 'removed') await file.refuse(refusalFor(error, attempt));
  }
  // The file was removed while its copies were being made, in this or an earlier attempt. Copies that were stored after
  // that are removed here.
  if ((await file.status()) === 'removed') await file.removeFiles();
};

const refusalFor = (error: unknown, { number, isLast }: Attempt): string => {
  if (error instanceof PictureRefused || error instanceof VideoRefused) return error.message;
  if (!isLast && !(error instanceof DecodingFailed && number >= decodingAttempts)) throw error;
  new Logger('Images').error(`A file is refused after ${number} failed attempts: ${faultOf(error)}`);
  return processingFailed;
};
