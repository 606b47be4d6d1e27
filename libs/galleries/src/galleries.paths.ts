import { uuidFrom } from '#platform/context';
import { type Gallery, withoutExtension } from './contract.ts';

/** The id of a booking's gallery. It follows from the booking's, so that a booking cannot have two. */
export const galleryIdOf = (bookingId: string): Gallery['id'] => `gallery-${uuidFrom(`gallery of ${bookingId}`)}`;

/** The folder of all files of a gallery. */
export const folderOf = (galleryId: string): string => `private/${galleryId}`;

/** The name of a file in the folder of its gallery. */
export const fileIn = (galleryId: string, path: string): string => path.slice(folderOf(galleryId).length + 1);

/** Where the original of an upload is stored: `private/{galleryId}/{timestamp}-{random}.{extension}`. */
export const originalPath = (galleryId: string, upload: { id: string; createdAt: Date; fileName: string }): string =>
  `private/${galleryId}/${upload.createdAt.getTime()}-${upload.id.slice(0, 13).replace('-', '')}${extensionOf(upload.fileName)}`;

/** The extension of a file name in lower case, with its dot; empty without one. */
export const extensionOf = (fileName: string): string => /\.[A-Za-z0-9]{1,10}$/.exec(fileName)?.[0].toLowerCase() ?? '';

/** Where the copies of an original are stored: the path that their names begin with. */
export const copiesOf = (path: string, watermarked = false): string =>
  `${withoutExtension(path)}${copiesEnding(watermarked)}`;

/** What follows the path of an original, without its extension, in the paths of its copies. */
export const copiesEnding = (watermarked: boolean): string => (watermarked ? '-web.marked' : '-web');

/**
 * Where the file is stored that visitors of a link get instead of the original, without metadata, which may say where
 * it was taken: of a photo a JPEG of at most 3,840 pixels, of a video the same video.
 */
export const visitorPath = (path: string, kind: string | null | undefined): string =>
  `${copiesOf(path)}${kind === 'video' ? extensionOf(path) : '.jpg'}`;

/**
 * Whether there is such a file. GIFs have no such metadata, and their copies do not move. A video without metadata has
 * the size of the original; for videos that were processed before these files were made, the size is that of their
 * poster.
 */
export const hasVisitorCopy = ({ kind, fileType, fileSize, fullSize }: WithVisitorCopy): boolean =>
  kind === 'video' ? fullSize === fileSize : kind === 'image' && fileType !== 'image/gif';
type WithVisitorCopy = {
  readonly kind?: string | null | undefined;
  readonly fileType: string;
  readonly fileSize: number;
  readonly fullSize?: number | null | undefined;
};

/** The name of an original for a copy of it: with the copy's extension. */
export const downloadName = (fileName: string, path: string): string =>
  extensionOf(fileName) === extensionOf(path) ? fileName : `${fileName.replace(/\.[^.]*$/, '')}${extensionOf(path)}`;
