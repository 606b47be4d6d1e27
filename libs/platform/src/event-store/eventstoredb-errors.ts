import { ErrorType } from '@eventstore/db-client';

type ErrorFields = { readonly code?: unknown; readonly type?: unknown; readonly message?: string };
const fieldsOf = (error: unknown): ErrorFields => (error ?? {}) as ErrorFields;

/** The gRPC codes of requests that were lost: cancelled, deadline exceeded, aborted, internal, unavailable. */
const lostCodes = new Set<unknown>([1, 4, 10, 13, 14]);

/** The server is unreachable, stopping, starting or electing a leader: the request may or may not have taken effect. */
export const isLost = (error: unknown): boolean => {
  const { code, type, message = '' } = fieldsOf(error);
  return (
    lostCodes.has(code) ||
    type === ErrorType.NOT_LEADER ||
    /not ready|too busy|timed? ?out|failed to discover/i.test(message)
  );
};

/**
 * What operators do about an error of the server or of the connection to it; the first that fits the error's message.
 */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/altnames|ERR_TLS_CERT_ALTNAME/, 'its certificate is for another host name: use the name in the certificate'],
  [/certificate has expired/, 'its certificate has expired'],
  [/certificate/i, 'its certificate is not trusted: name the file of the authority that signed it, with tlsCAFile=…'],
  [/wrong version number|packet length too long/, 'it does not use TLS there: add tls=false, or correct the port'],
  [/Name resolution failed|ENOTFOUND/, 'the host was not found: correct its name'],
  [/UNAUTHENTICATED|Not Authenticated/, 'it does not accept the user and password'],
  [
    /PERMISSION_DENIED|Access Denied/,
    'its user lacks a permission: it must be able to read $all (metadata of the stream $all, $acl, $r) and to write streams',
  ],
  [/Failed to discover/, 'no node of the cluster could be asked for the leader: check hosts, port and TLS'],
  [
    /Failed to connect/,
    'the connection is closed at once: if it uses TLS there, remove tls=false; otherwise correct the port',
  ],
  [/No connection established/, 'no connection can be made: start it, or correct host and port'],
];

/** Why the server cannot be used, for operators; undefined if the error does not say. */
export const reasonOf = (error: unknown): string | undefined => {
  const { message = '' } = fieldsOf(error);
  return reasons.find(([pattern]) => pattern.test(message))?.[1];
};

/** The server does not accept the user, or the user lacks a permission. */
export const isRefused = (error: unknown): boolean => {
  const { code, type } = fieldsOf(error);
  return code === 16 || code === 7 || type === ErrorType.ACCESS_DENIED;
};

/** Nothing was appended because the stream is at another revision. */
export const isConflict = (error: unknown): boolean => fieldsOf(error).type === ErrorType.WRONG_EXPECTED_VERSION;

/** The stream does not exist, or there is no event at that position. */
export const isMissing = (error: unknown): boolean => {
  const { type, message = '' } = fieldsOf(error);
  return type === ErrorType.STREAM_NOT_FOUND || message.endsWith('InvalidPosition');
};

export const timedOut = (): Error => new Error('it does not respond (timed out)');
