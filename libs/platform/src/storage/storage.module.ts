import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { Config } from '#platform/config';
import { DiskStorage } from './disk-storage.ts';
import { ObjectsController } from './objects.controller.ts';
import { s3Address } from './s3-address.ts';
import { SignedUrls } from './signed-urls.ts';
import { Storage } from './storage.ts';

/** The S3 client is large, and is loaded only by a product that uses it. */
const s3Storage = async (url: string): Promise<Storage> => {
  // Not in the decorator, because tsc does not rewrite the extension of an import there.
  const { S3Storage } = await import('./s3-storage.ts');
  return new S3Storage(s3Address(url));
};

/** Stores files in the bucket of S3_URL if it is set, and in the data folder otherwise. */
@Module({
  controllers: [ObjectsController],
  providers: [
    {
      provide: Storage,
      inject: [Config],
      useFactory: ({ s3Url, dataFolder }: Config) =>
        s3Url ? s3Storage(s3Url) : new DiskStorage(join(dataFolder, 'files')),
    },
    SignedUrls,
  ],
  exports: [Storage, SignedUrls],
})
export class StorageModule {}
