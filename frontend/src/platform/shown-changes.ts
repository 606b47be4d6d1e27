import { hashKey, type QueryClient } from '@tanstack/react-query';

/** A change of a query's data that is shown before the server has it. */
type ShownChange<Data> = {
  readonly queryKey: readonly string[];
  readonly apply: (data: Data) => Data;
};

const mutationKey = ['shown-changes'] as const;

/**
 * Options for mutations of one subject whose changes are shown at once. The mutation's context is the change. The
 * mutations run one after another, because two changes of the same subject must reach the server in order.
 */
export const shownChanges = (subject: string) => ({ mutationKey, scope: { id: subject } });

let warns = false;

/** Closing the tab would lose the changes that are waiting for earlier ones. */
const warnOnClose = (client: QueryClient): void => {
  if (warns || typeof addEventListener === 'undefined') return;
  warns = true;
  addEventListener('beforeunload', (event) => {
    if (client.isMutating({ mutationKey }) > 0) event.preventDefault();
  });
};

/** Shows a change at once, before the server has it. */
export const showChange = async <Data>(client: QueryClient, change: ShownChange<Data>): Promise<ShownChange<Data>> => {
  warnOnClose(client);
  await client.cancelQueries({ queryKey: change.queryKey });
  client.setQueryData<Data>(change.queryKey, (data) => data && change.apply(data));
  return change;
};

/** The data from the server, with the changes applied that are still being sent. */
export const withPendingChanges = <Data>(client: QueryClient, queryKey: readonly string[], read: Data): Data =>
  client
    .getMutationCache()
    .findAll({ mutationKey, status: 'pending' })
    .map(({ state }) => state.context as ShownChange<Data> | undefined)
    .filter((change) => change !== undefined && hashKey(change.queryKey) === hashKey(queryKey))
    .reduce((data, change) => change?.apply(data) ?? data, read);
