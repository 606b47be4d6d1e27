import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Within how many milliseconds a whole request must have arrived: a chunk of an upload, and every other request. */
export type ArrivalTimes = { readonly upload: number; readonly other: number };

/** A chunk of 8 MB arrives within half an hour over a connection of 40 kbit/s. */
export const arrivalTimes: ArrivalTimes = { upload: 1_800_000, other: 60_000 };

const uploadPaths = /^\/storage\/v1\/upload\//;
/** The session of an upload is checked before its body is read; bodies of other types are read first. */
const uploadType = 'application/offset+octet-stream';

const isUpload = ({ url = '', headers }: IncomingMessage): boolean =>
  uploadPaths.test(url) && headers['content-type'] === uploadType;

/**
 * Ends connections whose request body arrives too slowly, like Node's own limit, which is the same for all requests.
 * The response comes from the server's handler of unreadable requests. The server's own `requestTimeout` must be the
 * longest of these times.
 */
export const limitArrivalTimes = (server: Server, { upload, other }: ArrivalTimes = arrivalTimes): void => {
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request)) return;
    const end = () => {
      if (!request.complete) server.emit('clientError', timedOut(), request.socket);
    };
    let timer = setTimeout(end, isUpload(request) ? upload : other).unref();
    // Node reads the rest of a refused request, for which the longer time is not meant.
    response.once('finish', () => {
      clearTimeout(timer);
      if (!request.complete) timer = setTimeout(end, other).unref();
    });
    request.once('close', () => clearTimeout(timer));
  });
};

const hasBody = ({ headers }: IncomingMessage): boolean =>
  'transfer-encoding' in headers || (headers['content-length'] ?? '0') !== '0';

const timedOut = (): Error =>
  Object.assign(new Error('The request did not arrive in time'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
