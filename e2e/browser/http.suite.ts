import { eventually } from '#platform/testing';

type Body = Record<string, unknown>;
/** Sends JSON and returns the JSON object of the response. Throws if it is refused. `by` is who sends it. */
export type Send = (method: string, path: string, by?: { readonly token: string }, body?: unknown) => Promise<Body>;

/** Sends requests as the screens do: what was written is readable by the next request of a signed-in user. */
export const sender = (url: string): Send => {
  let unreadPosition: string | undefined;
  const waitUntilReadable = async (authorization: string): Promise<void> => {
    const position = unreadPosition;
    if (position === undefined) return;
    const headers = { authorization, 'x-position': position };
    await eventually(async () => (await fetch(`${url}/api/v1/me`, { headers })).status !== 503, 'what was written');
    unreadPosition = undefined;
  };
  const keepPosition = ({ headers }: Response): void => {
    if (headers.get('x-readable') === 'later') unreadPosition = headers.get('x-position') ?? undefined;
  };
  return async (method, path, by, body) => {
    const authorization = by && `Bearer ${by.token}`;
    if (authorization) await waitUntilReadable(authorization);
    const content = body !== undefined && { 'content-type': 'application/json' };
    const headers = { ...content, ...(authorization && { authorization }) };
    const response = await fetch(`${url}${path}`, { method, headers, ...(content && { body: JSON.stringify(body) }) });
    keepPosition(response);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`);
    // Visitors read it too: their requests name no position, and nothing notifies their pages.
    if (authorization) await waitUntilReadable(authorization);
    return text.startsWith('{') ? JSON.parse(text) : {};
  };
};
