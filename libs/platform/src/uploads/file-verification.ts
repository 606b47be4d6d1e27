import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ObjectMissing, Storage } from '#platform/storage';
import { Uploads } from './uploads.ts';

/** What a verification found. `changed` are files with other bytes than those that were uploaded. */
export type VerificationReport = {
  readonly checked: number;
  readonly missing: readonly string[];
  readonly changed: readonly string[];
};

/** Compares stored files with the checksums that they had when they were uploaded. */
@Injectable()
export class FileVerification {
  constructor(
    private readonly storage: Storage,
    private readonly uploads: Uploads,
  ) {}

  /**
   * Reads every file whose checksum is known. A file that is removed during the verification may be reported as
   * missing.
   */
  async verify(): Promise<VerificationReport> {
    let checked = 0;
    const [missing, changed]: [string[], string[]] = [[], []];
    for await (const { path, sha256 } of this.uploads.checksums()) {
      const found = await this.#checksumOf(path);
      checked += 1;
      if (found === undefined) missing.push(path);
      else if (found !== sha256) changed.push(path);
    }
    return { checked, missing, changed };
  }

  async #checksumOf(path: string): Promise<string | undefined> {
    try {
      const hash = createHash('sha256');
      for await (const chunk of await this.storage.read(path)) hash.update(chunk as Buffer);
      return hash.digest('hex');
    } catch (error) {
      if (error instanceof ObjectMissing) return undefined;
      throw error;
    }
  }
}
