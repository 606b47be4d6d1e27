import { isLoopback } from '#platform/config';

/** The largest response that is read from a provider. */
const maxBytes = 512 * 1024;
/** How long a request to a provider may take, in milliseconds. */
const timeLimit = 5_000;

type Options = Omit<RequestInit, 'signal' | 'redirect'> & { readonly signal?: AbortSignal | null | undefined };

/** A provider named an address that is not allowed, or its response was too large. */
export class ProviderFailed extends Error {}

/**
 * A restricted `fetch` for the addresses that a provider's documents name: none of them may resolve to our own network.
 * Redirects are not followed, and the time and size of responses are limited.
 */
export const fetchFor =
  (issuer: string) =>
  async (address: string, options: Options = {}): Promise<Response> => {
    requireAllowedAddress(new URL(address), new URL(issuer));
    const { signal, ...rest } = options;
    const limit = AbortSignal.timeout(timeLimit);
    const init = { ...rest, redirect: 'manual', signal: signal ? AbortSignal.any([signal, limit]) : limit } as const;
    const response = await fetch(address, init);
    const { status, headers } = response;
    const body = await bodyOf(response);
    return new Response(body.length > 0 ? body : null, { status, headers });
  };

const requireAllowedAddress = ({ protocol, hostname, href }: URL, issuer: URL): void => {
  const isLocalProvider = isLoopback(issuer.hostname);
  const isAllowed = isLocalProvider
    ? isLoopback(hostname)
    : protocol === 'https:' && !isLoopback(hostname) && !isAddress(hostname);
  if (!isAllowed) throw new ProviderFailed(`${issuer.host} names ${href}, which is not allowed for this provider`);
};

/** Whether the host is an IP address instead of a name. Provider certificates are issued for names. */
const isAddress = (hostname: string): boolean => /^[\d.]+$|^\[/.test(hostname);

const bodyOf = async (response: Response): Promise<Buffer<ArrayBuffer>> => {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > maxBytes) throw new ProviderFailed(`A provider returned more than ${maxBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
};
