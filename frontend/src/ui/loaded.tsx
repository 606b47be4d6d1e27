import type { ReactNode } from 'react';
import { isMissing } from '../platform/http.ts';
import { ErrorState } from './states.tsx';

type LoadedProps<Data> = {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown };
  /** The message that is shown if the query fails. */
  failure: string;
  /** Shown if the server does not have what was requested; without it, that is a failure too. */
  missing?: ReactNode;
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
};

/** Shows what a query loaded: a skeleton until then, and if it fails the reason with a button to try again. */
export function Loaded<Data>({ query, failure, missing, skeleton, children }: LoadedProps<Data>) {
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  if (missing && isMissing(error)) return missing;
  if (error) return <ErrorState what={failure} error={error} onRetry={() => void refetch()} />;
  return skeleton;
}
