import { useMemo } from 'react';
import { api, isRefusal } from './http.ts';

/**
 * A POST request of one form. As long as it is not known whether the last one had an effect, the same body is sent with
 * the same idempotency key: a second click after a lost response creates nothing twice.
 */
export const repeatablePost = <Response, Body>(path: string): ((body: Body) => Promise<Response>) => {
  let attempt: { readonly content: string; readonly key: string } | undefined;
  return async (body) => {
    const content = JSON.stringify(body);
    if (attempt?.content !== content) attempt = { content, key: crypto.randomUUID() };
    try {
      const response = await api.post<Response>(path, body, attempt.key);
      attempt = undefined;
      return response;
    } catch (error) {
      // Without a response, or with an error of the server or a proxy, the request may still have had its effect.
      if (isRefusal(error)) attempt = undefined;
      throw error;
    }
  };
};

/** {@link repeatablePost} for a form, as long as it is shown. */
export const useRepeatablePost = <Response, Body>(path: string): ((body: Body) => Promise<Response>) =>
  useMemo(() => repeatablePost<Response, Body>(path), [path]);
