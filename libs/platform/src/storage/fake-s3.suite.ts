import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

type StoredObject = {
  readonly bytes: Buffer;
  readonly type: string;
  readonly at: Date;
  readonly meta: Record<string, string>;
};
type MultipartUpload = { readonly key: string; readonly parts: Map<number, Buffer>; readonly head: IncomingMessage };
type S3Response = { status: number; headers?: Record<string, string>; body?: string | Buffer };

const bucket = 'festoon';
const accessKey = 'test-key';
const pageSize = 2;

const etag = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`;
const xml = (name: string, content: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><${name} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${content}</${name}>`;
const tag = (name: string, content: string | number): string => `<${name}>${content}</${name}>`;
const refusal = (status: number, code: string): S3Response => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?><Error>${tag('Code', code)}${tag('Message', code)}</Error>`,
});
const document = (name: string, content: string): S3Response => ({
  status: 200,
  headers: { 'content-type': 'application/xml' },
  body: xml(name, content),
});
const valuesIn = (body: Buffer, name: string): string[] =>
  [...body.toString().matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, value = '']) => value);

/**
 * The part of the S3 REST API that the product uses, in memory: path-style requests for one bucket, conditional and
 * multipart writes, ranges, lists in pages of two, and deletion of several objects. Lists are short so that paging is
 * tested. `conditionalParts: false` behaves like servers that ignore conditions of writes in several parts.
 */
export const startFakeS3 = async ({ conditionalParts = true } = {}) => {
  const objects = new Map<string, StoredObject>();
  const uploads = new Map<string, MultipartUpload>();

  const store = (key: string, bytes: Buffer, { headers }: IncomingMessage): S3Response => {
    const meta = Object.entries(headers).filter(([name]) => name.startsWith('x-amz-meta-')) as [string, string][];
    const type = headers['content-type'] ?? 'binary/octet-stream';
    objects.set(key, { bytes, type, at: new Date(), meta: Object.fromEntries(meta) });
    return { status: 200, headers: { etag: etag(bytes) } };
  };
  const isRefused = (key: string, { headers }: IncomingMessage) => headers['if-none-match'] === '*' && objects.has(key);

  const get = (key: string, { headers, method }: IncomingMessage): S3Response => {
    const object = objects.get(key);
    if (!object) return refusal(404, 'NoSuchKey');
    const { bytes, type, at, meta } = object;
    const common = { 'content-type': type, etag: etag(bytes), 'last-modified': at.toUTCString(), ...meta };
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
    if (from === undefined || to === undefined || method === 'HEAD')
      return { status: 200, headers: { ...common, 'content-length': String(bytes.length) }, body: bytes };
    const body = bytes.subarray(Number(from), Number(to) + 1);
    const range = { 'content-range': `bytes ${from}-${to}/${bytes.length}`, 'content-length': String(body.length) };
    return { status: 206, headers: { ...common, ...range }, body };
  };

  const list = (query: URLSearchParams): S3Response => {
    const continuationKey = query.get('continuation-token') ?? '';
    const prefix = query.get('prefix') ?? '';
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > continuationKey);
    keys.sort((a, b) => (a < b ? -1 : 1));
    const page = keys.slice(0, pageSize);
    const contents = page.flatMap((key) => {
      const object = objects.get(key);
      if (!object) return [];
      const { bytes, at } = object;
      const fields = [tag('Key', key), tag('Size', bytes.length), tag('LastModified', at.toISOString())];
      return [tag('Contents', [...fields, tag('ETag', etag(bytes))].join(''))];
    });
    const hasMore = keys.length > page.length;
    const nextToken = hasMore ? tag('NextContinuationToken', page.at(-1) ?? '') : '';
    return document('ListBucketResult', [tag('IsTruncated', String(hasMore)), nextToken, ...contents].join(''));
  };

  const completeUpload = (id: string, body: Buffer, request: IncomingMessage): S3Response => {
    const upload = uploads.get(id);
    if (!upload) return refusal(404, 'NoSuchUpload');
    if (conditionalParts && isRefused(upload.key, request)) return refusal(412, 'PreconditionFailed');
    const parts = valuesIn(body, 'PartNumber').map((number) => upload.parts.get(Number(number)));
    if (parts.some((part) => !part)) return refusal(400, 'InvalidPart');
    uploads.delete(id);
    const { headers } = store(upload.key, Buffer.concat(parts as Buffer[]), upload.head);
    return document('CompleteMultipartUploadResult', tag('Key', upload.key) + tag('ETag', headers?.etag ?? ''));
  };

  const listParts = (id: string): S3Response => {
    const upload = uploads.get(id);
    if (!upload) return refusal(404, 'NoSuchUpload');
    const parts = [...upload.parts].map(([number, bytes]) =>
      tag('Part', tag('PartNumber', number) + tag('ETag', etag(bytes)) + tag('Size', bytes.length)),
    );
    return document('ListPartsResult', tag('IsTruncated', 'false') + parts.join(''));
  };

  const deleteObjects = (body: Buffer): S3Response => {
    for (const key of valuesIn(body, 'Key')) objects.delete(key);
    return document('DeleteResult', '');
  };

  const put = (key: string, query: URLSearchParams, body: Buffer, request: IncomingMessage): S3Response => {
    const upload = uploads.get(query.get('uploadId') ?? '');
    if (upload) {
      upload.parts.set(Number(query.get('partNumber')), body);
      return { status: 200, headers: { etag: etag(body) } };
    }
    return isRefused(key, request) ? refusal(412, 'PreconditionFailed') : store(key, body, request);
  };

  const post = (key: string, query: URLSearchParams, body: Buffer, request: IncomingMessage): S3Response => {
    if (query.has('delete')) return deleteObjects(body);
    if (!query.has('uploads')) return completeUpload(query.get('uploadId') ?? '', body, request);
    const id = randomUUID();
    uploads.set(id, { key, parts: new Map(), head: request });
    return document('InitiateMultipartUploadResult', tag('Key', key) + tag('UploadId', id));
  };

  const remove = (key: string, query: URLSearchParams): S3Response => {
    const upload = query.get('uploadId');
    if (upload === null) objects.delete(key);
    else uploads.delete(upload);
    return { status: 204 };
  };

  const readObject = (key: string, query: URLSearchParams, _: Buffer, request: IncomingMessage): S3Response => {
    const upload = query.get('uploadId');
    if (upload !== null) return listParts(upload);
    return key === '' ? list(query) : get(key, request);
  };

  const methods: Readonly<Record<string, typeof readObject>> = {
    PUT: put,
    POST: post,
    DELETE: remove,
    GET: readObject,
    HEAD: readObject,
  };
  const responseTo = (request: IncomingMessage, body: Buffer): S3Response => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://fake');
    const [, named, ...segments] = decodeURIComponent(pathname).split('/');
    if (!request.headers.authorization?.includes(`Credential=${accessKey}/`)) return refusal(403, 'InvalidAccessKeyId');
    if (named !== bucket) return refusal(404, 'NoSuchBucket');
    return (
      methods[request.method ?? '']?.(segments.join('/'), searchParams, body, request) ??
      refusal(405, 'MethodNotAllowed')
    );
  };

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    buffer(request).then(
      (body) => {
        const { status, headers = {}, body: content } = responseTo(request, body);
        response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : content);
      },
      () => response.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };
  return { url: `http://${accessKey}:test-secret@127.0.0.1:${port}/${bucket}`, unfinishedUploads: uploads, stop };
};
