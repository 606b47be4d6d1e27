import { Injectable, Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '#platform/config';
import { StorageModule } from '#platform/storage';
import { FileSweep } from './file-sweep.ts';
import { FileVerification } from './file-verification.ts';
import { openStaging, Staging } from './staging.ts';
import { TusServer } from './tus-server.ts';
import { UploadLocks } from './upload-locks.ts';
import { UploadRows } from './upload-rows.ts';
import { UploadsController } from './uploads.controller.ts';
import { Uploads } from './uploads.ts';

const hour = 3_600_000;

/** Removes expired uploads when a process starts and then every hour. */
@Injectable()
class ExpiredUploads implements OnApplicationBootstrap, OnApplicationShutdown {
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<unknown> | undefined;

  constructor(private readonly uploads: Uploads) {}

  onApplicationBootstrap(): void {
    this.#remove();
    this.#timer = setInterval(() => this.#remove(), hour).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  /** What could not be removed now is tried again an hour later. */
  #remove(): void {
    this.#running = this.uploads.removeExpired().catch(() => undefined);
  }
}

/** Resumable uploads. Modules declare the purposes of uploads with `uploads` in their definition. */
@Module({
  imports: [StorageModule],
  controllers: [UploadsController],
  providers: [
    UploadRows,
    UploadLocks,
    { provide: Staging, inject: [Config, UploadRows], useFactory: openStaging },
    TusServer,
    Uploads,
    ExpiredUploads,
    FileSweep,
    FileVerification,
  ],
  exports: [Uploads, FileSweep, FileVerification],
})
export class UploadsModule {}
