import type { Actor } from '#kernel';
import { type PlainReads, rawSql, Sql, sql } from '#platform/reads';
import { galleryItemsPageSize } from './contract.ts';
import { type GalleryItemRow, type GalleryRow, galleryItemRows, galleryVersionRows } from './galleries.rows.ts';

/** What lists of items do not show: a page with 1,000 items is read faster without it. */
const unlisted = ['galleryId', 'kind', 'originalCrc32', 'largeCrc32', 'largeSize', 'fullCrc32', 'fullSize'] as const;
/** Only the creator compares files with their checksums, so others get none. */
const unlistedForOthers = [...unlisted, 'sha256'] as const;
export type ListedRow = Omit<GalleryItemRow, (typeof unlistedForOthers)[number]> & { readonly sha256?: string };

/** Which items are read: only favorites, only those after a place in their order, at most `limit`. */
type Selection = {
  readonly favorites?: boolean;
  readonly after?: readonly [sortOrder: number, createdAt: string, id: string] | undefined;
  readonly limit?: number;
};

/** The items of a gallery that this person sees, in their order. */
export const shownItems = (
  reads: PlainReads,
  gallery: GalleryRow,
  by: Actor,
  { favorites, after, limit }: Selection = {},
): Promise<readonly ListedRow[]> => {
  const conditions = shownTo(reads, gallery, by);
  if (favorites) conditions.push(sql`item.is_favorite`);
  if (after) {
    const [sortOrder, createdAt, lastId] = after;
    conditions.push(
      sql`(item.sort_order, item.created_at, item.id) > (${sortOrder}::bigint, ${createdAt}::timestamptz, ${lastId})`,
    );
  }
  const columns = reads.columns(galleryItemRows, 'item', by.id === gallery.creatorId ? unlisted : unlistedForOthers);
  const statement = sql`select ${columns} from ${reads.table(galleryItemRows)} item
      where ${Sql.join(conditions, ' and ')} order by item.sort_order, item.created_at, item.id
      ${rawSql(limit === undefined ? '' : `limit ${Number(limit)}`)}`;
  // Each limit is a statement of its own, and clients can ask for any: those would be too many to prepare.
  const isUsual = limit === undefined || limit === galleryItemsPageSize + 1;
  return isUsual ? reads.prepared(statement) : reads.rows(statement);
};

/** One item of a gallery; undefined if this person does not see it. */
export const shownItem = async (
  reads: PlainReads,
  gallery: GalleryRow,
  by: Actor,
  itemId: string,
): Promise<GalleryItemRow | undefined> => {
  const conditions = [...shownTo(reads, gallery, by), sql`item.id = ${itemId}`];
  const [row] = await reads.prepared<GalleryItemRow>(sql`select ${reads.columns(galleryItemRows, 'item')}
      from ${reads.table(galleryItemRows)} item where ${Sql.join(conditions, ' and ')}`);
  return row;
};

/** Which items this person sees: a delivered gallery's version; before that, clients see only processed ones. */
const shownTo = (reads: PlainReads, { id, status, clientId }: GalleryRow, by: Actor): Sql[] => {
  const inGallery = sql`item.gallery_id = ${id}`;
  if (status === 'delivered')
    return [
      inGallery,
      sql`item.id in (select jsonb_array_elements_text(version.item_ids)
      from ${reads.table(galleryVersionRows)} version where version.id = ${id})`,
    ];
  return by.id === clientId ? [inGallery, sql`item.state = 'ready'`] : [inGallery];
};
