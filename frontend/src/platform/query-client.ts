import {
  MutationCache,
  matchQuery,
  notifyManager,
  onlineManager,
  type Query,
  QueryCache,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { discardPreloads, HttpError, isRefusal, messageOf } from './http.ts';
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

// How long a query waits after too many requests if the server names no time, in seconds.
const defaultRetryAfter = 30;

export type AppQueryClient = QueryClient & {
  /** Connects the client to the page: where messages appear. */
  showNoticesWith(notify: Notify | undefined): void;
  /** Declares which queries show which topic. */
  declareTopics(topics: LiveUpdates['topics']): void;
  /** Marks all queries that show these topics as stale, and resolves once those on the page are read again. */
  invalidateTopics(topics: Iterable<string>): Promise<void>;
  /**
   * As {@link invalidateTopics}, for changes that others make: a read in progress is not cancelled, but followed by
   * another one, because it may return old data. Queries that wait after too many requests are not read. Resolves to
   * the queries on the page that show these topics.
   */
  refreshTopics(topics: Iterable<string>): Promise<readonly Query[]>;
  /** As {@link invalidateTopics}, for all queries. */
  invalidateAll(): Promise<void>;
  /** Calls the listener after `clear`, which discards everything of one account before another one is signed in. */
  onClear(listener: () => void): void;
};

/**
 * Failed requests are repeated twice, unless the server refused them or the browser is offline. Queries that were
 * refused because of too many requests are read again when the server allows it, if the page still shows them. Messages
 * about failed queries and about mutations come from their `meta`.
 */
export const createQueryClient = (): AppQueryClient => {
  let notify: Notify | undefined;
  let topicKeys: LiveUpdates['topics'] = {};
  const showFailure = (error: unknown, meta: QueryMeta | undefined) => {
    if (meta?.failure === undefined) return;
    show(notify?.error, typeof meta.failure === 'string' ? messageOf(error, meta.failure) : meta.failure(error));
  };
  const matching = (keys: readonly QueryKey[]) => (query: Query) =>
    keys.some((queryKey) => matchQuery({ queryKey }, query));
  const keysOf = (topics: Iterable<string>) => [...topics].flatMap((topic) => topicKeys[topic] ?? []);
  // A read that is in progress and not cancelled may return old data, so it is invalidated again when it has ended. The
  // query client never cancels a first read.
  const invalidate = async (matches: (query: Query) => boolean, cancelRefetch: boolean) => {
    discardPreloads();
    const continues = ({ state }: Query) =>
      state.fetchStatus === 'fetching' && (!cancelRefetch || state.data === undefined);
    const reads = client.getQueryCache().findAll({ predicate: (query) => matches(query) && continues(query) });
    await client.invalidateQueries({ predicate: matches }, { cancelRefetch });
    await client.invalidateQueries({ predicate: (query) => reads.includes(query) }, { cancelRefetch });
  };
  const invalidateTopics = (topics: Iterable<string>) => invalidate(matching(keysOf(topics)), true);
  // Queries that were refused because of too many requests, until they are read again.
  const waiting = new Set<unknown>();
  const readLater = (query: Query<unknown, unknown, unknown>, { retryAfter }: HttpError) => {
    if (waiting.has(query)) return;
    waiting.add(query);
    const read = () => {
      waiting.delete(query);
      const isStillRefused = (other: unknown) => other === query && query.state.status === 'error';
      void client.refetchQueries({ type: 'active', predicate: isStillRefused }, { cancelRefetch: false });
    };
    setTimeout(read, (retryAfter || defaultRetryAfter) * 1_000);
  };
  const refreshTopics = async (topics: Iterable<string>) => {
    const isShown = matching(keysOf(topics));
    const isWaiting = (query: Query) =>
      waiting.has(query) && query.state.status === 'error' && query.state.fetchStatus === 'idle';
    await invalidate((query) => isShown(query) && !isWaiting(query), false);
    return client.getQueryCache().findAll({ type: 'active', predicate: isShown });
  };
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        showFailure(error, query.meta);
        if (error instanceof HttpError && error.status === 429) readLater(query, error);
      },
    }),
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
    refreshTopics,
    invalidateAll: () => invalidate(() => true, true),
  });
};

/** The client of this page. */
export const queryClient = createQueryClient();
