import { isLoopback } from '#platform/config';

/** What a provider answers is small. */
const mostBytes = 512 * 1024;
/** In milliseconds. */
const patience = 5_000;

type Options = Omit<RequestInit, 'signal' | 'redirect'> & { readonly signal?: AbortSignal | null | undefined };

/** A provider said something that it may not, or nothing. */
export class ProviderFailed extends Error {}

/**
 * The web as a provider may have it read: by its own documents it names further addresses, and none of them may lead into
 * our own network. Redirects are not followed, and nothing is waited for or read without end.
 */
export const fetchFor =
  (issuer: string) =>
  async (address: string, options: Options = {}): Promise<Response> => {
    onlyOutside(new URL(address), new URL(issuer));
    const { signal, ...rest } = options;
    const limit = AbortSignal.timeout(patience);
    const init = { ...rest, redirect: 'manual', signal: signal ? AbortSignal.any([signal, limit]) : limit } as const;
    const response = await fetch(address, init);
    const { status, headers } = response;
    const body = await bodyOf(response);
    return new Response(body.length > 0 ? body : null, { status, headers });
  };

const onlyOutside = ({ protocol, hostname, href }: URL, issuer: URL): void => {
  const own = isLoopback(issuer.hostname);
  const fits = own ? isLoopback(hostname) : protocol === 'https:' && !isLoopback(hostname) && !isAddress(hostname);
  if (!fits) throw new ProviderFailed(`${issuer.host} names ${href}, where nothing of it may be`);
};

/** A number, not a name: certificates are for names. */
const isAddress = (hostname: string): boolean => /^[\d.]+$|^\[/.test(hostname);

const bodyOf = async (response: Response): Promise<Buffer<ArrayBuffer>> => {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > mostBytes) throw new ProviderFailed(`A provider answered more than ${mostBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
};
