import type { ArchivedFile } from '#platform/archives';
import { copyPath } from '#platform/storage';
import { copiesOf, downloadName, hasVisitorCopy, visitorPath } from './galleries.paths.ts';
import type { GalleryItemRow } from './galleries.rows.ts';

/**
 * The files of an archive, in order: the originals, or the photos in web size. Visitors of a link get files without
 * metadata. Sections become folders; names are unique.
 */
export const archivedFiles = (
  items: readonly GalleryItemRow[],
  variant: 'original' | 'large',
  forVisitors = false,
): readonly ArchivedFile[] => {
  const taken = new Map<string, number>();
  return items.flatMap((item) => {
    const stored = storedFile(item, variant, forVisitors);
    if (!stored) return [];
    const file = safeName(downloadName(item.fileName ?? 'File', stored.path));
    const name = uniqueName(item.section ? `${safeName(item.section)}/${file}` : file, taken);
    return [{ ...stored, name, modifiedAt: new Date(item.createdAt) }];
  });
};

/** The file of an item for an archive; undefined for a video in web size, and until the item is processed. */
const storedFile = (row: GalleryItemRow, variant: 'original' | 'large', forVisitors: boolean) => {
  const { path, kind, fileSize, ...item } = row;
  if (variant === 'original' && forVisitors && hasVisitorCopy(row))
    return withChecksum(visitorPath(path, kind), item.fullSize, item.fullCrc32);
  if (variant === 'original') return withChecksum(path, fileSize, item.originalCrc32);
  return kind === 'image' ? withChecksum(copyPath(copiesOf(path), 1440), item.largeSize, item.largeCrc32) : undefined;
};

const withChecksum = (path: string, size?: number | null, crc32?: number | null) =>
  typeof size === 'number' && typeof crc32 === 'number' ? { path, size, crc32 } : undefined;

/**
 * A file name that no file system interprets as a path, a hidden file or a device, and without characters that change
 * the writing direction.
 */
const safeName = (name: string): string => {
  const safe = name.replaceAll(/[\p{Cc}\p{Bidi_Control}<>:"/\\|?*]/gu, '_').replaceAll(/^[. ]+|[. ]+$/g, '');
  return safe === '' || /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(safe) ? `_${safe}` : safe;
};

/**
 * Adds a number to a name that was taken before; file systems may ignore case. `taken` holds the last number of each
 * name.
 */
const uniqueName = (name: string, taken: Map<string, number>): string => {
  const [, base = name, extension = ''] = /^(.*?)(\.[^./]*)?$/s.exec(name) ?? [];
  let unique = name;
  let count = taken.get(name.toLowerCase()) ?? 0;
  while (count > 0 && taken.has(unique.toLowerCase())) unique = `${base} (${++count})${extension}`;
  taken.set(name.toLowerCase(), Math.max(count, 1));
  taken.set(unique.toLowerCase(), taken.get(unique.toLowerCase()) ?? 1);
  return unique;
};
