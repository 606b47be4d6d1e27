import {
  MutationCache,
  notifyManager,
  onlineManager,
  type Query,
  QueryCache,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { discardPreloads, HttpError, messageOf } from './http.ts';
import type { LiveUpdates } from './live-updates.ts';
import type { Notice, Notify } from './notices.ts';

/**
 * A string is shown if the error has no message; a function returns the notice. If omitted, failures are not shown.
 */
type Failure = string | ((error: unknown) => Notice);

type QueryMeta = { failure?: Failure };
type MutationMeta = QueryMeta & {
  success?: Notice;
  /**
   * What the mutation changes. After a success it stays pending until the queries on the page that show it are read
   * again.
   */
  topics?: readonly string[];
};

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: QueryMeta;
    mutationMeta: MutationMeta;
  }
}

// Updates reach React within the same task: the second click of a double click has no effect, because the button is
// already busy.
notifyManager.setScheduler(queueMicrotask);

const show = (say: ((text: string, more?: string) => void) | undefined, notice: Notice): void => {
  if (typeof notice === 'string') say?.(notice);
  else say?.(...notice);
};

const isRefusal = (error: unknown): boolean => error instanceof HttpError && error.status >= 400 && error.status < 500;

export type AppQueryClient = QueryClient & {
  /** Connects the client to the page: where messages appear. */
  showNoticesWith(notify: Notify | undefined): void;
  /** Declares which queries show which topic. */
  declareTopics(topics: LiveUpdates['topics']): void;
  /** Marks all queries that show these topics as stale, and resolves once those on the page are read again. */
  invalidateTopics(topics: Iterable<string>): Promise<void>;
  /** As {@link invalidateTopics}, for all queries. */
  invalidateAll(): Promise<void>;
  /** Calls the listener after `clear`, which discards everything of one account before another one is signed in. */
  onClear(listener: () => void): void;
};

/**
 * Failed requests are repeated twice, unless the server refused them or the browser is offline. Messages about failed
 * queries and about mutations come from their `meta`.
 */
export const createQueryClient = (): AppQueryClient => {
  let notify: Notify | undefined;
  let topicKeys: LiveUpdates['topics'] = {};
  const showFailure = (error: unknown, meta: QueryMeta | undefined) => {
    if (meta?.failure === undefined) return;
    show(notify?.error, typeof meta.failure === 'string' ? messageOf(error, meta.failure) : meta.failure(error));
  };
  const invalidateKeys = async (keys: readonly QueryKey[]) => {
    discardPreloads();
    await Promise.all(keys.map(invalidate));
  };
  const invalidateTopics = (topics: Iterable<string>) =>
    invalidateKeys([...topics].flatMap((topic) => topicKeys[topic] ?? []));
  // The query client does not repeat a first read that is already in progress, and that read may return old data. So it
  // is invalidated again when it has ended.
  const invalidate = async (queryKey: QueryKey) => {
    const isFirstRead = ({ state }: Query) => state.data === undefined && state.fetchStatus === 'fetching';
    const firstReads = new Set(client.getQueryCache().findAll({ queryKey, predicate: isFirstRead }));
    await client.invalidateQueries({ queryKey });
    if (firstReads.size > 0) await client.invalidateQueries({ predicate: (query) => firstReads.has(query) });
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: (error, { meta }) => showFailure(error, meta) }),
    mutationCache: new MutationCache({
      onSuccess: (_data, _variables, _result, { meta }) => {
        if (meta?.success !== undefined) show(notify?.success, meta.success);
        return invalidateTopics(meta?.topics ?? []);
      },
      // Not awaited: the mutation would stay pending until the queries are fetched again, and the user could not retry.
      onError: (error, _variables, _result, { meta }) => {
        showFailure(error, meta);
        void invalidateTopics(meta?.topics ?? []);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (count, error) => count < 2 && !isRefusal(error) && onlineManager.isOnline(),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  const clearListeners: (() => void)[] = [];
  const clearCaches = client.clear.bind(client);
  return Object.assign(client, {
    clear: () => {
      clearCaches();
      for (const listener of clearListeners) listener();
    },
    onClear: (listener: () => void) => {
      clearListeners.push(listener);
    },
    showNoticesWith: (next: Notify | undefined) => {
      notify = next;
    },
    declareTopics: (topics: LiveUpdates['topics']) => {
      topicKeys = topics;
    },
    invalidateTopics,
    invalidateAll: () => invalidateKeys([[]]),
  });
};

/** The client of this page. */
export const queryClient = createQueryClient();
