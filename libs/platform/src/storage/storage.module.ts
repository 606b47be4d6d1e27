import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { Config } from '#platform/config';
import { DiskStorage } from './disk-storage.ts';
import { ObjectsController } from './objects.controller.ts';
import { s3Address } from './s3-address.ts';
import { SignedUrls } from './signed-urls.ts';
import { Storage } from './storage.ts';

/** Stores files in the bucket of S3_URL if it is set, and in the data folder otherwise. */
@Module({
  controllers: [ObjectsController],
  providers: [
    {
      provide: Storage,
      inject: [Config],
      useFactory: async ({ s3Url, dataFolder }: Config) => {
        if (!s3Url) return new DiskStorage(join(dataFolder, 'files'));
        // The S3 client is large, and is loaded only by a product that uses it.
        const { S3Storage } = await import('./s3-storage.ts');
        return new S3Storage(s3Address(s3Url));
      },
    },
    SignedUrls,
  ],
  exports: [Storage, SignedUrls],
})
export class StorageModule {}
