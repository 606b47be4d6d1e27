import { hashKey, type QueryClient } from '@tanstack/react-query';

/** A change of a query's data that is shown before the server has it. */
type ShownChange<Data> = {
  readonly queryKey: readonly string[];
  readonly apply: (data: Data) => Data;
};

const mutationKey = ['shown-changes'] as const;

/**
 * What the mutations of one subject have in common whose changes are shown at once. Their context is the change. They
 * run one after another: two changes of one thing must not reach the server in the other order.
 */
export const shownChanges = (subject: string) => ({ mutationKey, scope: { id: subject } });

let warns = false;

/** A closed tab would lose the changes that are waiting for the ones before them. */
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

/** Data as the server has it, with the changes that it does not have yet. */
export const withPendingChanges = <Data>(client: QueryClient, queryKey: readonly string[], read: Data): Data =>
  client
    .getMutationCache()
    .findAll({ mutationKey, status: 'pending' })
    .map(({ state }) => state.context as ShownChange<Data> | undefined)
    .filter((change) => change !== undefined && hashKey(change.queryKey) === hashKey(queryKey))
    .reduce((data, change) => change?.apply(data) ?? data, read);
