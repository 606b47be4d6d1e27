/** The caller's span, as the header `traceparent` of W3C Trace Context names it. */
export type TraceParent = { readonly traceId: string; readonly spanId: string; readonly traceFlags: number };

// Later versions may append fields to those of version 00.
const form =
  /^(?!ff)(?<version>[\da-f]{2})-(?!0{32})(?<traceId>[\da-f]{32})-(?!0{16})(?<spanId>[\da-f]{16})-(?<flags>[\da-f]{2})(?<rest>-.*)?$/;

/** The caller's span; undefined if the header is missing or not well-formed. */
export const parseTraceparent = (header: unknown): TraceParent | undefined => {
  const { version, traceId, spanId, flags, rest } = (typeof header === 'string' && form.exec(header)?.groups) || {};
  if (!(traceId && spanId && flags) || (version === '00' && rest !== undefined)) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1 };
};
