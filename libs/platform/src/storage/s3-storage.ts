import { Readable } from 'node:stream';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { Hashing } from './hashing.ts';
import { objectFolder, objectPath, servedTypeOf, visibilities } from './object-path.ts';
import { type S3Address, s3ClientConfig } from './s3-address.ts';
import {
  type ByteRange,
  type Expected,
  ObjectExists,
  ObjectMissing,
  Storage,
  type StoredObject,
  type WrittenObject,
} from './storage.ts';

/** Larger objects are sent in parts of this many bytes. */
const partSize = 8_388_608;
/** The maximum number of objects that S3 deletes in one request. */
const deletedAtOnce = 1_000;

/** Stores objects in a bucket of an S3-compatible server. */
export class S3Storage extends Storage {
  override readonly name = 's3';
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor(address: S3Address) {
    super();
    this.#client = new S3Client(s3ClientConfig(address));
    this.#bucket = address.bucket;
    this.#refuseReplacingInParts();
  }

  /**
   * Some servers, such as older ones of Ceph, ignore the condition of a write in several parts and would replace the
   * object, so it is looked for before the parts are joined.
   */
  #refuseReplacingInParts(): void {
    this.#client.middlewareStack.add(
      (next, { commandName }) =>
        async (request) => {
          const { Key = '' } = request.input as { Key?: string };
          if (commandName === 'CompleteMultipartUploadCommand' && (await this.stat(Key))) throw new ObjectExists(Key);
          return next(request);
        },
      { step: 'initialize' },
    );
  }

  override async write(path: string, content: Readable | Uint8Array, expected: Expected = {}): Promise<WrittenObject> {
    const object = this.#object(path);
    const hashing = new Hashing(path, expected);
    const source = content instanceof Readable ? content : Readable.from([content]);
    source.on('error', (error) => hashing.destroy(error));
    // Of two writes in parts at the same time, both may succeed on servers that ignore the condition; paths hold a random
    // part, so that none is used twice.
    const condition = { IfNoneMatch: '*', ContentType: servedTypeOf(path).contentType };
    const params = { ...object, ...condition, Body: source.pipe(hashing) };
    try {
      await new Upload({ client: this.#client, params, partSize, queueSize: 1 }).done();
      return hashing.written;
    } catch (error) {
      throw isStatus(error, 412) ? new ObjectExists(path) : error;
    } finally {
      source.destroy();
    }
  }

  override async stat(path: string): Promise<StoredObject | undefined> {
    try {
      const head = await this.#client.send(new HeadObjectCommand(this.#object(path)));
      return storedObject(path, head.ContentLength, head.LastModified, head.ETag);
    } catch (error) {
      if (isStatus(error, 404)) return undefined;
      throw error;
    }
  }

  override async read(path: string, range?: ByteRange): Promise<Readable> {
    const Range = range && `bytes=${range.start}-${range.end}`;
    try {
      const { Body } = await this.#client.send(new GetObjectCommand({ ...this.#object(path), Range }));
      return Body as Readable;
    } catch (error) {
      throw isStatus(error, 404) ? new ObjectMissing(path) : error;
    }
  }

  override async remove(paths: readonly string[]): Promise<void> {
    for (let start = 0; start < paths.length; start += deletedAtOnce) {
      const Objects = paths.slice(start, start + deletedAtOnce).map((path) => ({ Key: objectPath.parse(path) }));
      const Delete = { Objects, Quiet: true };
      const { Errors = [] } = await this.#client.send(new DeleteObjectsCommand({ Bucket: this.#bucket, Delete }));
      const [first] = Errors.filter(({ Code }) => Code !== 'NoSuchKey');
      if (first) throw new Error(`S3 did not delete ${first.Key}: ${first.Message ?? first.Code}`);
    }
  }

  override async *list(folder: string): AsyncIterable<StoredObject> {
    yield* this.#below(`${objectFolder.parse(folder)}/`);
  }

  override async *all(): AsyncIterable<StoredObject> {
    for (const visibility of visibilities) yield* this.#below(`${visibility}/`);
  }

  async *#below(Prefix: string): AsyncIterable<StoredObject> {
    const pages = paginateListObjectsV2({ client: this.#client }, { Bucket: this.#bucket, Prefix });
    for await (const { Contents = [] } of pages)
      for (const { Key = '', Size, LastModified, ETag } of Contents) yield storedObject(Key, Size, LastModified, ETag);
  }

  #object(path: string): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket, Key: objectPath.parse(path) };
  }
}

const storedObject = (path: string, size = 0, modifiedAt = new Date(0), etag = ''): StoredObject => ({
  path,
  size,
  modifiedAt,
  etag: etag.replaceAll('"', ''),
});

const isStatus = (error: unknown, status: number): boolean =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === status;
