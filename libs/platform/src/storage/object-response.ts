import type { IncomingHttpHeaders } from 'node:http';
import { servedTypeOf } from './object-path.ts';
import type { ByteRange, StoredObject } from './storage.ts';

/**
 * How an object is delivered: `download` is the file name under which a browser saves it, `cacheControl` the header.
 */
export type Delivery = { readonly download?: string; readonly cacheControl: string };

/** A response without its body. `range` says which bytes follow: all, a part, or none. */
export type ObjectResponse = {
  readonly status: 200 | 206 | 304 | 416;
  readonly headers: Readonly<Record<string, string>>;
  readonly range: ByteRange | 'all' | 'none';
};

/** A stored file is shown as a document of its own, which may run and load nothing. */
const contentSecurityPolicy = "default-src 'none'; sandbox; frame-ancestors 'none'";

/** The status and headers for a request of an object, with conditional requests and single ranges (RFC 9110). */
export const objectResponse = (
  object: StoredObject,
  request: IncomingHttpHeaders,
  { download, cacheControl }: Delivery,
): ObjectResponse => {
  const { contentType, inline } = servedTypeOf(object.path);
  const type = inline && download === undefined ? 'inline' : 'attachment';
  const etag = `"${object.etag}"`;
  const common = {
    etag,
    'last-modified': object.modifiedAt.toUTCString(),
    'cache-control': cacheControl,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': contentSecurityPolicy,
  };
  if (matches(request['if-none-match'], etag)) return { status: 304, headers: common, range: 'none' };
  const content = {
    ...common,
    'content-type': contentType,
    'content-disposition': disposition(type, download),
  };
  const range = rangeIn(request, object.size, etag);
  if (range === 'unsatisfiable')
    return { status: 416, headers: { ...common, 'content-range': `bytes */${object.size}` }, range: 'none' };
  if (!range) return { status: 200, headers: { ...content, 'content-length': String(object.size) }, range: 'all' };
  const { start, end } = range;
  const part = { 'content-range': `bytes ${start}-${end}/${object.size}`, 'content-length': String(end - start + 1) };
  return { status: 206, headers: { ...content, ...part }, range };
};

/** RFC 6266: the plain name has only ASCII characters, for programs that do not read the encoded one. */
const disposition = (type: string, name: string | undefined): string => {
  if (name === undefined) return type;
  const plain = name.replaceAll(/[^\x20-\x7e]|["%\\]/g, '_');
  const encodedName = encodeURIComponent(name.replaceAll(/\p{Surrogate}/gu, '\ufffd')).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  return `${type}; filename="${plain}"; filename*=UTF-8''${encodedName}`;
};

const matches = (condition: string | undefined, etag: string): boolean =>
  condition?.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, ''))) ?? false;

/**
 * The wanted part. Undefined for the whole object: without a range, with several, with one that cannot be read, or if
 * `If-Range` names an older version. An object has one version only, so a date in `If-Range` is not compared.
 */
const rangeIn = (request: IncomingHttpHeaders, size: number, etag: string): ByteRange | 'unsatisfiable' | undefined => {
  const { range = '', 'if-range': version } = request;
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range) ?? [];
  if ((first === '' && last === '') || (version !== undefined && version !== etag)) return undefined;
  // `-n` requests the last n bytes, `n-` all from byte n on.
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  return start <= end ? { start, end } : 'unsatisfiable';
};
