import { everyRow } from '#platform/testing';
import {
  type Actor,
  actors,
  actorsWithoutSession,
  guardedRoutes,
  type Row,
  routes,
  rows,
} from './authorization.matrix.ts';

/** A cell of the matrix for which a request is sent, and for some routes a HEAD request in addition. */
export type Cell = { readonly id: string; readonly status: string; readonly sendsHead: boolean };

/** Each has the same rights as another actor, over data of their own. */
const equals: Partial<Record<Actor, Actor>> = {
  'other client': 'owner',
  vendor: 'creator',
  'other vendor': 'other creator',
};
/** Actors whose sessions are refused, one of which sends a request to each route. */
const withoutUsableSession = actorsWithoutSession.filter((actor) => actor !== 'anonymous');
/** One actor of each kind, who send requests where everyone gets the same status. */
const ofEachKind: readonly Actor[] = ['anonymous', 'owner', 'creator', 'staff'];

const hasOneStatus = ({ statuses }: Row): boolean =>
  new Set(actors.map((actor) => statuses[actor]).filter((status) => status !== '.')).size === 1;

/** Each guarded route gets one request without a session and one with a session that is refused. */
const isSentToGuard = (row: Row, actor: Actor): boolean => {
  const { route } = row;
  if (actor !== 'anonymous' && actor !== withoutUsableSession[routes.indexOf(route) % withoutUsableSession.length])
    return false;
  return row === rows.find((each) => each.route === route && each.statuses[actor] !== '.');
};

const isRepresentative = (row: Row, actor: Actor): boolean => {
  const { route, id, statuses } = row;
  const index = rows.indexOf(row);
  if (hasOneStatus(row))
    return ofEachKind.includes(actor) || actor === withoutUsableSession[index % withoutUsableSession.length];
  const equal = equals[actor];
  if (equal && statuses[equal] === statuses[actor])
    return index % 3 === 0 || (id === 'own' && statuses[actor].startsWith('2'));
  return actorsWithoutSession.includes(actor) && guardedRoutes.has(route) ? isSentToGuard(row, actor) : true;
};

/**
 * A part of the cells is enough, because the handlers of the routes do not distinguish the others: the first and the
 * second client or professional have the same rights, and the guard refuses actors without a session before any handler
 * (a test compares the routes that it guards with the matrix). `TEST_ROWS=all` sends all.
 */
const isSent = (row: Row, actor: Actor): boolean =>
  row.statuses[actor] !== '.' && (everyRow || isRepresentative(row, actor));

/** The cells of one actor at a route for which requests are sent. */
export const cellsOf = (route: string, actor: Actor): readonly Cell[] => {
  const headCell = headCellOf(route);
  return rows
    .filter((row) => row.route === route && isSent(row, actor))
    .map(({ id, statuses }) => ({ id, status: statuses[actor], sendsHead: headCell === `${id}, ${actor}` }));
};

/** HEAD is answered as GET is, which one request for each route shows: one that succeeds, if there is one. */
const headCellOf = (route: string): string | undefined => {
  if (!route.startsWith('GET ')) return undefined;
  const sentCells = rows
    .filter((row) => row.route === route)
    .flatMap((row) => actors.filter((actor) => isSent(row, actor)).map((actor) => ({ row, actor })));
  const headCell = sentCells.find(({ row, actor }) => row.statuses[actor] === '200') ?? sentCells[0];
  return headCell && `${headCell.row.id}, ${headCell.actor}`;
};

/** Each role of staff sends requests to the routes that roles are declared for, and to a few of the others. */
export const isSentByRoles = (route: string, hasRoles: boolean): boolean =>
  everyRow || hasRoles || routes.indexOf(route) % 10 === 0;
