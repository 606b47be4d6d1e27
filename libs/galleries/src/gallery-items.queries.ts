import type { Actor } from '#kernel';
import { type PlainReads, rawSql, Sql, sql } from '#platform/reads';
import { galleryItemsPageSize } from './contract.ts';
import { type GalleryItemRow, type GalleryRow, galleryItemRows, galleryVersionRows } from './galleries.rows.ts';

/** What only archives need: a page with 1,000 items is read faster without it. */
const archiveColumns = ['originalCrc32', 'largeCrc32', 'largeSize', 'fullCrc32'] as const;
export type ShownItem = Omit<GalleryItemRow, (typeof archiveColumns)[number]>;

/** Which items are read: one, the favorites, those after a place in their order, or the first ones. */
type Selection = {
  readonly itemId?: string;
  readonly favorites?: boolean;
  readonly after?: readonly [sortOrder: number, createdAt: string, id: string] | undefined;
  readonly limit?: number;
};

/**
 * The items of a gallery that this person sees, in their order: a delivered gallery's version; before that, clients see
 * only processed ones.
 */
export const shownItems = (
  reads: PlainReads,
  { id, status, clientId }: GalleryRow,
  by: Actor,
  { itemId, favorites, after, limit }: Selection = {},
): Promise<readonly ShownItem[]> => {
  const conditions = [sql`item.gallery_id = ${id}`];
  if (status === 'delivered')
    conditions.push(sql`item.id in (select jsonb_array_elements_text(version.item_ids)
      from ${reads.table(galleryVersionRows)} version where version.id = ${id})`);
  else if (by.id === clientId) conditions.push(sql`item.state = 'ready'`);
  if (itemId !== undefined) conditions.push(sql`item.id = ${itemId}`);
  if (favorites) conditions.push(sql`item.is_favorite`);
  if (after) {
    const [sortOrder, createdAt, lastId] = after;
    conditions.push(
      sql`(item.sort_order, item.created_at, item.id) > (${sortOrder}::bigint, ${createdAt}::timestamptz, ${lastId})`,
    );
  }
  const statement = sql`select ${reads.columns(galleryItemRows, 'item', archiveColumns)} from ${reads.table(galleryItemRows)} item
      where ${Sql.join(conditions, ' and ')} order by item.sort_order, item.created_at, item.id
      ${rawSql(limit === undefined ? '' : `limit ${Number(limit)}`)}`;
  // Each limit is a statement of its own, and clients can ask for any: those would be too many to prepare.
  const isUsual = limit === undefined || limit === galleryItemsPageSize + 1;
  return isUsual ? reads.prepared(statement) : reads.rows(statement);
};
