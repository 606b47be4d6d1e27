import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { DataStore, type KvStore, type Upload as TusUpload } from '@tus/server';
import { Config } from '#platform/config';
import { s3Address, s3ClientConfig } from '#platform/storage';
import { type UploadRows, uploadHours } from './upload-rows.ts';

/** The part size of unfinished uploads in S3, in bytes; browsers send chunks of this size. */
const partSize = 8_388_608;

/** Where the bytes of unfinished uploads are. Also the injection token. */
export abstract class Staging extends DataStore {
  abstract read(id: string): Readable | Promise<Readable>;
}

/** The name of an upload in the staging area. */
export const stagedName = (id: string): string => `uploads/${id}`;
/** The id of the upload that has this name. */
export const idOfStaged = (name: string): string => name.replace(/^uploads\//, '');

/** Opens the staging area: in the data folder, or in the bucket of S3_URL. */
export const openStaging = async ({ s3Url, dataFolder }: Config, rows: UploadRows): Promise<Staging> => {
  const expirationPeriodInMilliseconds = uploadHours * 3_600_000;
  if (!s3Url) {
    const { FileStore } = await import('@tus/file-store');
    const directory = join(dataFolder, 'files', '.incomplete');
    // The store would create the folder and its files readable by all users of the machine.
    await mkdir(directory, { recursive: true, mode: 0o700 });
    return new FileStore({ directory, configstore: stateStore(rows), expirationPeriodInMilliseconds });
  }
  const { S3Store } = await import('@tus/s3-store');
  const address = s3Address(s3Url);
  const client = { ...s3ClientConfig(address), bucket: address.bucket };
  return new S3Store({ s3ClientConfig: client, partSize, useTags: false, expirationPeriodInMilliseconds });
};

/** Keeps what tus stores about an upload in its row, so that a process that is killed leaves no half-written file. */
const stateStore = (rows: UploadRows): KvStore<TusUpload> => ({
  get: (name) => rows.state<TusUpload>(idOfStaged(name)),
  set: (name, upload) => rows.setState(idOfStaged(name), upload),
  delete: (name) => rows.setState(idOfStaged(name), null),
});
