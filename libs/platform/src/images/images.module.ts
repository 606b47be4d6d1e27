import { Module } from '@nestjs/common';
import { StorageModule } from '#platform/storage';
import { MediaCopies } from './media-copies.ts';
import { PictureCopies } from './picture-copies.ts';
import { PictureProcesses } from './picture-processes.ts';

/** {@link PictureCopies} and {@link MediaCopies} of the files in the storage. */
@Module({
  imports: [StorageModule],
  providers: [{ provide: PictureProcesses, useFactory: () => new PictureProcesses() }, PictureCopies, MediaCopies],
  exports: [PictureCopies, MediaCopies],
})
export class ImagesModule {}
