import { importWhenOnline } from './code-loading.ts';
import { authorizationHeaders, HttpError, httpErrorFrom, trackResponse } from './http.ts';
import { hasStoredSession } from './session-storage.ts';

const endpoint = '/storage/v1/upload/resumable';
/** The largest file that the server accepts, in bytes. */
export const maximumFileSize = 104_857_600;
/** Proxies limit the size of a request; a lost connection costs at most one chunk. In bytes. */
const chunkSize = 8_388_608;
/**
 * The pauses before an upload continues after a failure, in milliseconds. Each chunk that arrives starts them again.
 */
const retryDelays = [0, 1_000, 2_000, 5_000, 10_000, ...Array.from({ length: 18 }, () => 30_000)];

/**
 * A file to upload. `purpose` is one that a module of the server declares, `targetId` the id of what the file belongs
 * to, if its purpose needs one. `onProgress` receives the sent part of the file, from 0 to 1. `signal` cancels the
 * upload and removes what was sent; `pause` stops it, and the same file continues there later.
 */
export type FileUpload = {
  readonly purpose: string;
  readonly targetId?: string;
  readonly file: File;
  readonly onProgress?: (sent: number) => void;
  readonly signal?: AbortSignal;
  readonly pause?: AbortSignal;
};

const typesByExtension = new Map([
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['png', 'image/png'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  ['avif', 'image/avif'],
  ['tif', 'image/tiff'],
  ['tiff', 'image/tiff'],
  ['heic', 'image/heic'],
  ['heif', 'image/heif'],
  ['bmp', 'image/bmp'],
  ['svg', 'image/svg+xml'],
  ['pdf', 'application/pdf'],
  ['mp4', 'video/mp4'],
  ['mov', 'video/quicktime'],
  ['avi', 'video/x-msvideo'],
  ['webm', 'video/webm'],
]);

/**
 * The type of a file: the browser’s, or by its extension where the browser reports none. Empty for unknown extensions.
 */
export const typeOfFile = ({ name, type }: Pick<File, 'name' | 'type'>): string =>
  type || (typesByExtension.get(name.slice(name.lastIndexOf('.') + 1).toLowerCase()) ?? '');

/**
 * Uploads a file in chunks. Returns the id of the upload once the server has stored and accepted the whole file. After
 * a reload, the same file for the same purpose continues where it stopped. Throws an `HttpError` if the server refuses
 * the file or cannot be reached for about ten minutes, and the signal's reason if the upload is cancelled or paused.
 */
export const uploadFile = async (options: FileUpload): Promise<string> => {
  const { purpose, targetId, file, onProgress, signal, pause } = options;
  if (file.size > maximumFileSize) throw new HttpError(413, 'too-large', 'This file is larger than 100 MB');
  if (file.size === 0) throw new HttpError(400, 'invalid', 'This file is empty');
  const [{ Upload }, sha256] = await Promise.all([importWhenOnline(() => import('tus-js-client')), checksumOf(file)]);
  signal?.throwIfAborted();
  pause?.throwIfAborted();
  const headersOfRequest = headersOfOneUser();
  const finished = new AbortController();
  return new Promise<string>((resolve, reject) => {
    let current: InstanceType<typeof Upload>;
    // Starts the upload, or continues it where the server's copy ends. What was started before no longer has any
    // effect.
    const start = () => {
      const isCurrent = (): boolean => upload === current && !finished.signal.aborted;
      const upload: InstanceType<typeof Upload> = new Upload(file, {
        endpoint: new URL(endpoint, location.href).href,
        chunkSize,
        retryDelays,
        metadata: {
          purpose,
          ...(targetId && { targetId }),
          filename: file.name.slice(-255),
          filetype: typeOfFile(file),
          sha256,
        },
        // By content, so that the same file chosen again after a reload is recognized.
        fingerprint: async () => ['festoon', purpose, targetId ?? '', sha256].join('.'),
        removeFingerprintOnSuccess: true,
        onBeforeRequest: async (request) => {
          const headers = await headersOfRequest();
          if (!isCurrent()) throw new Error('The upload was stopped or started again');
          for (const [name, value] of Object.entries(headers)) request.setHeader(name, value);
        },
        onAfterResponse: (_, response) => trackResponse(response.getStatus(), (name) => response.getHeader(name)),
        onProgress: (sent, size) => onProgress?.(sent / (size ?? file.size)),
        onShouldRetry: ({ originalResponse, causingError }: UploadError) =>
          isCurrent() &&
          !(causingError instanceof HttpError) &&
          isTemporary(originalResponse?.getStatus() ?? 0, originalResponse?.getBody() ?? ''),
        onSuccess: () => resolve(upload.url?.split('/').at(-1) ?? ''),
        onError: (error) => {
          if (isCurrent()) reject(failureOf(error));
        },
      });
      current = upload;
      void upload.findPreviousUploads().then(([previous]) => {
        if (!isCurrent()) return;
        if (previous) upload.resumeFromPreviousUpload(previous);
        upload.start();
      }, reject);
    };
    const untilFinished = { signal: finished.signal };
    // A request that was sent before the connection was lost may never end, so it is not waited for.
    const startAgain = () => {
      current.abort(false).catch(() => undefined);
      start();
    };
    start();
    globalThis.addEventListener?.('online', startAgain, untilFinished);
    signal?.addEventListener(
      'abort',
      () => {
        // A failure to remove what was sent has no consequence: the server removes unfinished uploads after a day.
        current.abort(true).catch(() => undefined);
        reject(signal.reason);
      },
      untilFinished,
    );
    pause?.addEventListener(
      'abort',
      () => {
        current.abort(false).catch(() => undefined);
        reject(pause.reason);
      },
      untilFinished,
    );
  }).finally(() => finished.abort());
};

/** Reads the headers for each request. Throws if they are no longer those of the user of the first request. */
const headersOfOneUser = (): (() => Promise<Record<string, string>>) => {
  let first: string | undefined;
  return async () => {
    const headers = await authorizationHeaders();
    const user = userOf(headers.authorization);
    first ??= user;
    // Offline the token cannot be renewed; the upload continues later. Another account must not continue it.
    if (!headers.authorization && hasStoredSession()) throw new Error('There is no valid token now');
    if (user !== first) throw new HttpError(401, 'no-session', 'You were signed out during the upload.');
    return headers;
  };
};

const knownChecksums = new WeakMap<File, string>();

/** The SHA-256 checksum of a file in lower-case hexadecimal. Throws an `HttpError` if the file cannot be read. */
export const checksumOf = async (file: File): Promise<string> => {
  const known = knownChecksums.get(file);
  if (known) return known;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await contentOf(file)));
  const checksum = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  knownChecksums.set(file, checksum);
  return checksum;
};

/** The file may have been moved or changed since it was chosen. */
const contentOf = (file: File): Promise<ArrayBuffer> =>
  file.arrayBuffer().catch(() => {
    throw new HttpError(0, 'unreadable', 'This file can’t be read. It may have been moved or changed.');
  });

/**
 * A failure that may pass. A 409 of the protocol itself, which has no code, means that the offset must be read again.
 */
const isTemporary = (status: number, body: string): boolean => {
  if (status === 409) return ['unexpected', 'upload-finished'].includes(httpErrorFrom(status, body).code);
  return status === 0 || status === 423 || status === 429 || status >= 500;
};

type UploadError = Error & {
  readonly causingError?: unknown;
  readonly originalResponse?: { getStatus(): number; getBody(): string } | null;
};

/** The subject of an access token; undefined without one. */
const userOf = (authorization: string | undefined): string | undefined => {
  const [, claims = ''] = authorization?.split('.') ?? [];
  return claims && (JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { sub: string }).sub;
};

const failureOf = ({ originalResponse, causingError }: UploadError): HttpError => {
  if (causingError instanceof HttpError) return causingError;
  return originalResponse
    ? httpErrorFrom(originalResponse.getStatus(), originalResponse.getBody())
    : new HttpError(0, 'unreachable', 'We can’t reach Festoon. Check your connection.');
};
