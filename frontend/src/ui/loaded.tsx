import { type ReactNode, useState } from 'react';
import { isMissing } from '../platform/http.ts';
import { type Failure, failureOf } from '../platform/shown-failure.ts';
import { ErrorState } from './states.tsx';

type LoadedProps<Data> = {
  query: { data: Data | undefined; error: unknown; errorUpdatedAt: number; refetch: () => unknown };
  /** The message that is shown if the query fails. */
  failure: string;
  /** Shown if the server does not have what was requested; without it, that is a failure too. */
  missing?: ReactNode;
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
};

/** Shows what a query loaded: a skeleton until then, and if it fails the reason with a button to try again. */
export function Loaded<Data>({ query, failure, missing, skeleton, children }: LoadedProps<Data>) {
  const [last, setLast] = useState<Failure>();
  const { data, refetch } = query;
  const failed = failureOf(query, last);
  if (failed !== last) setLast(failed);
  if (data !== undefined) return children(data);
  if (failed === undefined) return skeleton;
  if (missing && isMissing(failed.error)) return missing;
  const retry = () => {
    setLast({ ...failed, isRetried: true });
    void refetch();
  };
  return <ErrorState what={failure} error={failed.error} onRetry={retry} />;
}
