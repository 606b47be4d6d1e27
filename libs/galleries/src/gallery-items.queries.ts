import type { EntityManager } from '@mikro-orm/postgresql';
import type { Actor } from '#kernel';
import type { GalleryItemRow, GalleryRow, GalleryVersionRow } from './galleries.rows.ts';

/** The columns of an item that its resource and its URLs need. */
const columns = [
  'item.id',
  'item.gallery_id as galleryId',
  'item.path',
  'item.file_name as fileName',
  'item.file_type as fileType',
  'item.file_size as fileSize',
  'item.sha256',
  'item.title',
  'item.section',
  'item.is_favorite as isFavorite',
  'item.sort_order as sortOrder',
  'item.state',
  'item.refusal',
  'item.kind',
  'item.width',
  'item.height',
  'item.thumbhash',
  'item.duration_ms as durationMs',
  'item.full_size as fullSize',
  'item.created_at as createdAt',
] as const;
export type ShownItem = Omit<GalleryItemRow, 'originalCrc32' | 'largeCrc32' | 'largeSize' | 'fullCrc32'>;

/** Tables with the names of their columns: names that are converted per row take longer than everything else. */
type Tables = { GalleryItemRow: Columns<GalleryItemRow>; GalleryVersionRow: Columns<GalleryVersionRow> };
type Columns<Row> = { readonly [Name in keyof Row & string as ColumnName<Name>]: Row[Name] };
type ColumnName<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${ColumnName<Rest>}`
  : Name;

/** Which items are read: one, the favorites, those after a place in their order, or the first ones. */
type Selection = {
  readonly itemId?: string;
  readonly favorites?: boolean;
  readonly after?: readonly [sortOrder: number, createdAt: string, id: string] | undefined;
  readonly limit?: number;
};

/**
 * The items of a gallery that this person sees, in their order: a delivered gallery's version; before that, clients see
 * only processed ones. Returns plain rows, because creating entities of 1,000 items takes longer than reading them.
 */
export const shownItems = async (
  em: EntityManager,
  { id, status, clientId }: GalleryRow,
  by: Actor,
  { itemId, favorites, after, limit }: Selection = {},
): Promise<ShownItem[]> => {
  let query = em
    .getKysely<Tables>({ tableNamingStrategy: 'entity' })
    .withSchema('read')
    .selectFrom('GalleryItemRow as item')
    .select(columns)
    .where('item.gallery_id', '=', id);
  if (status === 'delivered')
    query = query.where('item.id', 'in', ({ selectFrom }) =>
      selectFrom('GalleryVersionRow as version')
        .select(({ fn }) => fn<string>('jsonb_array_elements_text', ['version.item_ids']).as('item_id'))
        .where('version.id', '=', id),
    );
  else if (by.id === clientId) query = query.where('item.state', '=', 'ready');
  if (itemId !== undefined) query = query.where('item.id', '=', itemId);
  if (favorites) query = query.where('item.is_favorite', '=', true);
  if (after)
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('item.sort_order', 'item.created_at', 'item.id'), '>', tuple(...after)),
    );
  query = query.orderBy('item.sort_order').orderBy('item.created_at').orderBy('item.id');
  const rows = await (limit === undefined ? query : query.limit(limit)).execute();
  return rows.map(converted);
};

/** The driver returns instants as dates, and whole numbers as texts. */
const converted = (row: ShownItem): ShownItem => {
  row.createdAt = new Date(row.createdAt).toISOString();
  row.fileSize = Number(row.fileSize);
  row.sortOrder = Number(row.sortOrder);
  row.width = numberOrNull(row.width);
  row.height = numberOrNull(row.height);
  row.durationMs = numberOrNull(row.durationMs);
  row.fullSize = numberOrNull(row.fullSize);
  return row;
};

const numberOrNull = (value: unknown): number | null => (value === null ? null : Number(value));
