import { randomUUID } from 'node:crypto';
import { BadRequestException, Injectable, Logger, NotFoundException } from '@nestjs/common';
import { Refusal, refuse } from '#kernel';
import { faultOf } from '#platform/logging';
import { ChecksumMismatch, ObjectExists, Storage } from '#platform/storage';
import { Staging, stagedName } from './staging.ts';
import { type FileChecksum, type Upload, type UploadPurpose, uploadMetadata } from './upload-purpose.ts';
import { type Unfinished, type UploadRow, UploadRows, uploadHours } from './upload-rows.ts';

/** The largest file, in bytes. */
export const maximumSize = 100 * 1_048_576;
/** How much one person may upload at the same time: the number of files, and their bytes when they are complete. */
const maximumUnfinished: Unfinished = { count: 200, bytes: 20 * 1_024 * 1_048_576 };

/** Begins, completes and removes uploads. The bytes themselves arrive through tus. */
@Injectable()
export class Uploads {
  readonly #log = new Logger(Uploads.name);
  readonly #purposes = new Map<string, UploadPurpose>();

  constructor(
    private readonly rows: UploadRows,
    private readonly staging: Staging,
    private readonly storage: Storage,
  ) {}

  /** Registers a purpose that files can be uploaded for. Throws if the purpose is already registered. */
  add(purpose: UploadPurpose): void {
    if (this.#purposes.has(purpose.name)) throw new Error(`Two modules declare uploads for ${purpose.name}`);
    this.#purposes.set(purpose.name, purpose);
  }

  /** Checks and records a new upload. Returns its id. Throws a 400, or refuses. */
  async begin(person: string, metadata: Readonly<Record<string, string | null>>, size: number): Promise<string> {
    const upload = { id: randomUUID(), person, size: sizeWithinLimits(size), ...readMetadata(metadata) };
    const purpose = this.#purposes.get(upload.purpose);
    if (!purpose) throw invalid('purpose', `Unknown upload purpose: ${upload.purpose}`);
    await purpose.requireAllowed({ ...upload, createdAt: new Date() });
    if (!(await this.rows.insertWithin(maximumUnfinished, upload)))
      refuse('upload-quota-exceeded', 'Too many files are being uploaded. Wait until some are finished.');
    return upload.id;
  }

  /** An upload of this person that has not expired. Throws 404 for all others. */
  async requireOwn(id: string, person: string): Promise<UploadRow> {
    const row = await this.rows.find(id);
    if (row?.person !== person || row.createdAt.getTime() < Date.now() - uploadHours * 3_600_000) throw notFound();
    return row;
  }

  /**
   * Completes an upload if all its bytes have arrived. Returns whether it is complete. Throws 404 if its bytes were
   * lost, so that the client begins again.
   */
  async completeIfWhole(upload: UploadRow): Promise<boolean> {
    if (upload.finishedAt) return true;
    const offset = await this.#offsetOf(upload);
    if (offset === undefined) return true;
    if (offset < upload.size) return false;
    await this.complete(upload);
    return true;
  }

  /** How many bytes have arrived; undefined if another request has already completed the upload. */
  async #offsetOf({ id, person }: Upload): Promise<number | undefined> {
    try {
      return (await this.staging.getUpload(stagedName(id))).offset;
    } catch (error) {
      if (!isMissing(error)) throw error;
      if ((await this.requireOwn(id, person)).finishedAt) return undefined;
      throw notFound();
    }
  }

  /**
   * Stores an upload whose bytes have all arrived, and hands it to its module. Idempotent, so that it can be repeated
   * after a crash. Removes the upload if it is refused or has another checksum than announced.
   */
  async complete(upload: Upload): Promise<void> {
    const purpose = this.#purposes.get(upload.purpose);
    if (!purpose) throw notFound();
    try {
      await purpose.requireAllowed(upload);
      const path = purpose.pathOf(upload);
      await this.#store(upload, path);
      await this.#accept(purpose, upload, path);
    } catch (error) {
      if (isFinal(error)) await this.remove(upload.id);
      if (error instanceof ChecksumMismatch)
        refuse('upload-checksum-mismatch', 'The file was damaged during the upload. Upload it again.');
      throw error;
    }
    await this.rows.markFinished(upload.id);
    // Bytes that cannot be removed now are removed when the upload expires.
    await this.#discard(upload.id).catch(() => undefined);
  }

  /** Removes an upload and its bytes. A file that was stored stays. */
  async remove(id: string): Promise<void> {
    await this.#discard(id);
    await this.rows.remove([id]);
  }

  /** Removes all uploads of a person. */
  async removeAllOf(person: string): Promise<void> {
    for (const id of await this.rows.of(person)) await this.remove(id);
  }

  /**
   * Removes uploads that took too long, and the records of those that were finished a day ago. Returns how many. Those
   * whose bytes cannot be removed now stay for the next time.
   */
  async removeExpired(): Promise<number> {
    const removed: string[] = [];
    let failure: unknown;
    for (const id of await this.rows.expired()) {
      try {
        await this.#discard(id);
        removed.push(id);
      } catch (error) {
        failure = error;
      }
    }
    await this.rows.remove(removed);
    if (failure) this.#log.warn(`Some expired uploads were not removed: ${faultOf(failure)}`);
    return removed.length;
  }

  /** How many uploads {@link removeExpired} would remove. */
  async countExpired(): Promise<number> {
    return (await this.rows.expired()).length;
  }

  /**
   * Those of these paths that no upload under way will use and no data refers to. Paths that belong to no purpose are
   * never among them. An upload is finished only after its module's data refers to it, so uploads are looked up first.
   */
  async orphansAmong(paths: readonly string[]): Promise<readonly string[]> {
    const used = new Set(
      (await this.rows.underWay()).map((upload) => this.#purposes.get(upload.purpose)?.pathOf(upload)),
    );
    const orphans: string[] = [];
    for (const purpose of this.#purposes.values()) {
      const own = paths.filter((path) => purpose.owns(path) && !used.has(path));
      const referenced = new Set(own.length > 0 ? await purpose.referenced(own) : []);
      orphans.push(...own.filter((path) => !referenced.has(path)));
    }
    return orphans;
  }

  /** The stored files whose checksums are known, of all purposes. */
  async *checksums(): AsyncIterable<FileChecksum> {
    for (const purpose of this.#purposes.values()) yield* purpose.checksums();
  }

  /** Whether the files of some purpose are stored under such a path. */
  isOwned(path: string): boolean {
    return [...this.#purposes.values()].some((purpose) => purpose.owns(path));
  }

  async #store(upload: Upload, path: string): Promise<void> {
    try {
      await this.storage.write(path, await this.staging.read(stagedName(upload.id)), { sha256: upload.sha256 });
    } catch (error) {
      // `ObjectExists` is not a failure: only this upload uses the path, so an earlier attempt has stored the file.
      if (!(error instanceof ObjectExists)) throw error;
    }
  }

  /** A file that its module refuses belongs to nothing, so it is removed. */
  async #accept(purpose: UploadPurpose, upload: Upload, path: string): Promise<void> {
    try {
      await purpose.accept(upload, path);
    } catch (error) {
      if (isFinal(error)) await this.storage.remove([path]);
      throw error;
    }
  }

  async #discard(id: string): Promise<void> {
    await this.staging.remove(stagedName(id)).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
  }
}

/** The objects that the tus stores throw if an upload or its bytes do not exist. They are not instances of Error. */
const isMissing = (error: unknown): boolean =>
  [404, 410].includes((error as { status_code?: number }).status_code ?? 0);

/** An error that a retry would only repeat. */
const isFinal = (error: unknown): boolean => error instanceof Refusal || error instanceof ChecksumMismatch;

const sizeWithinLimits = (size: number): number => {
  if (!Number.isSafeInteger(size) || size < 0) throw invalid('size', 'The length of the file is missing');
  if (size === 0) throw invalid('size', 'This file is empty');
  if (size > maximumSize) throw invalid('size', 'This file is larger than 100 MB');
  return size;
};

const readMetadata = (metadata: Readonly<Record<string, string | null>>) => {
  const parsedMetadata = uploadMetadata.safeParse(metadata);
  if (!parsedMetadata.success) {
    const [issue] = parsedMetadata.error.issues;
    throw invalid(String(issue?.path[0] ?? ''), issue?.message ?? 'The upload cannot be read');
  }
  const { purpose, targetId = null, filename: fileName, filetype: contentType, sha256 } = parsedMetadata.data;
  return { purpose, targetId, fileName, contentType, sha256 };
};

const invalid = (path: string, message: string) =>
  new BadRequestException({ code: 'invalid', message, issues: [{ path, message }] });

const notFound = () =>
  new NotFoundException({ code: 'upload-not-found', message: 'This upload does not exist or has expired.' });
