import { galleryFileTypes, maxGalleryFileSize } from '#galleries/contract';

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
  typeOf(file) !== undefined && file.size > 0 && file.size <= maxGalleryFileSize;

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
export type StoredFile = { readonly size: number; readonly sha256: string };

/** The checksum of a file; undefined if it cannot be read, which its upload will report. */
type Checksum = (file: File) => Promise<string | undefined>;

/**
 * The ids of files that were uploaded before, for example before the page was reloaded. A stored file with the same
 * bytes counts for one file of the list. Names and sizes are not enough: two cameras can use the same names, and an
 * export can be repeated with different settings. Only files whose size is that of a stored file are read.
 */
export const alreadyStored = async (
  files: readonly ListedFile[],
  stored: readonly StoredFile[],
  checksum: Checksum,
): Promise<ReadonlySet<string>> => {
  const sizes = new Set(stored.map(({ size }) => size));
  const counts = new Map<string | undefined, number>();
  for (const { sha256 } of stored) counts.set(sha256, (counts.get(sha256) ?? 0) + 1);
  const found = new Set<string>();
  const uploadedFirst = files.toSorted((a, b) => Number(b.uploaded) - Number(a.uploaded));
  for (const { id, file, uploaded } of uploadedFirst) {
    const sha256 = sizes.has(file.size) ? await checksum(file) : undefined;
    const count = counts.get(sha256) ?? 0;
    if (count > 0 && !uploaded) found.add(id);
    counts.set(sha256, count - 1);
  }
  return found;
};

/** How much of the list is uploaded, in whole percent. */
export const percentUploaded = (files: readonly ListedFile[]): number =>
  files.length === 0 ? 0 : Math.floor((files.filter(({ uploaded }) => uploaded).length / files.length) * 100);

/** `3 files were skipped` */
export const skippedLabel = (count: number): string =>
  count === 1 ? '1 file was skipped' : `${count} files were skipped`;
