import { Module } from '@nestjs/common';
import { StorageModule } from '#platform/storage';
import { PictureCopies } from './picture-copies.ts';

/** {@link PictureCopies} of the pictures in the storage. */
@Module({ imports: [StorageModule], providers: [PictureCopies], exports: [PictureCopies] })
export class ImagesModule {}
