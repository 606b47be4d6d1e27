import { useEffect, useState } from 'react';
import type { FeaturedCreator, FeaturedCreators } from '#catalog/contract';
import { api } from '../../platform/http.ts';
import { creatorEndpoints } from './endpoints.ts';

type Featured = { creators?: readonly FeaturedCreator[]; error?: unknown };

const fetchFeatured = async (signal: AbortSignal): Promise<readonly FeaturedCreator[]> =>
  (await api.get<FeaturedCreators>(creatorEndpoints.featured, undefined, signal)).items;

/** Up to three creators for the landing page, which loads no query library. */
export const useFeaturedCreators = (): Featured & { retry: () => void } => {
  const [featured, setFeatured] = useState<Featured>({});
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt requests again.
  useEffect(() => {
    const leaving = new AbortController();
    fetchFeatured(leaving.signal).then(
      (creators) => setFeatured({ creators }),
      (error: unknown) => leaving.signal.aborted || setFeatured({ error }),
    );
    return () => leaving.abort();
  }, [attempt]);
  const retry = () => {
    setFeatured({});
    setAttempt((count) => count + 1);
  };
  return { ...featured, retry };
};
