import { galleryFileTypes, largestGalleryFile } from '#galleries/contract';

/** A file in the list. */
export type ListedFile = {
  readonly id: string;
  readonly file: File;
  readonly uploaded: boolean;
};

/** For the `accept` attribute of a file input. */
export const acceptedExtensions = Object.keys(galleryFileTypes).join(',');

/** `JPG, JPEG, PNG` */
export const acceptedNames = Object.keys(galleryFileTypes)
  .map((extension) => extension.slice(1).toUpperCase())
  .join(', ');

/** The type of a file by its extension, because browsers leave the type of some files empty. */
const typeOf = ({ name }: Pick<File, 'name'>): string | undefined => {
  const extension = name.slice(name.lastIndexOf('.')).toLowerCase();
  return Object.hasOwn(galleryFileTypes, extension) ? galleryFileTypes[extension] : undefined;
};

export const isVideo = (file: Pick<File, 'name'>): boolean => typeOf(file)?.startsWith('video/') ?? false;

/** `3.42 MB` */
export const megabytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(2)} MB`;

// The server refuses an empty file, which would stop the upload of all files after it.
const isAccepted = (file: File): boolean =>
  typeOf(file) !== undefined && file.size > 0 && file.size <= largestGalleryFile;

const identityOf = ({ name, size, lastModified }: File): string => JSON.stringify([name, size, lastModified]);

/** Divides chosen files into those to add and those to skip. Files that are in the list already are neither. */
export const sortFiles = (
  chosen: readonly File[],
  listed: readonly ListedFile[],
): { added: readonly File[]; skipped: readonly File[] } => {
  const known = new Set(listed.map(({ file }) => identityOf(file)));
  const added: File[] = [];
  const skipped: File[] = [];
  for (const file of chosen) {
    if (!isAccepted(file)) skipped.push(file);
    else if (!known.has(identityOf(file))) added.push(file);
    known.add(identityOf(file));
  }
  return { added, skipped };
};

/** A file of the gallery on the server; `size` in bytes. */
export type StoredFile = { readonly name: string; readonly size: number };

/** The longest file name that the server accepts. */
const longestName = 255;
/** The server stores a name without folders and invisible characters, so only its letters and digits are compared. */
const comparableName = (name: string): string =>
  (name.split(/[/\\]/).at(-1) ?? '').slice(-longestName).replaceAll(/[^\p{L}\p{N}]/gu, '');

const nameAndSize = ({ name, size }: StoredFile): string => JSON.stringify([comparableName(name), size]);

/**
 * The ids of files that were uploaded before, for example before the page was reloaded. A stored file with the same name
 * and size counts for one file of the list.
 */
export const alreadyStored = (files: readonly ListedFile[], stored: readonly StoredFile[]): ReadonlySet<string> => {
  const counts = new Map<string, number>();
  const count = (file: StoredFile, by: number): number => {
    const key = nameAndSize(file);
    const next = (counts.get(key) ?? 0) + by;
    counts.set(key, next);
    return next;
  };
  for (const file of stored) count(file, 1);
  for (const { file, uploaded } of files) if (uploaded) count(file, -1);
  const found = files.filter(({ file, uploaded }) => !uploaded && count(file, -1) >= 0);
  return new Set(found.map(({ id }) => id));
};

/** How much of the list is uploaded, in whole percent. */
export const percentUploaded = (files: readonly ListedFile[]): number =>
  files.length === 0 ? 0 : Math.floor((files.filter(({ uploaded }) => uploaded).length / files.length) * 100);

/** `3 files were skipped` */
export const skippedLabel = (count: number): string =>
  count === 1 ? '1 file was skipped' : `${count} files were skipped`;
