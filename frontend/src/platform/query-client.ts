import { QueryClient } from '@tanstack/react-query';
import { HttpError } from './http.ts';

const refused = (error: unknown): boolean => error instanceof HttpError && error.status >= 400 && error.status < 500;

/** A refusal is an answer and is not asked again; a lost connection is, twice. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: (count, error) => count < 2 && !refused(error) },
    mutations: { retry: false },
  },
});
