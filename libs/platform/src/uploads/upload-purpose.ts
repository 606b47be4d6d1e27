import { z } from 'zod';

/**
 * Control characters, and characters that change the direction in which the rest of a name is shown or that have no
 * width.
 */
const invisible = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/gu;

/**
 * The name of a file without folders and invisible characters: with them it could look like another type of file than
 * it is. Empty if nothing is left.
 */
const plainName = (name: string): string => {
  const plain = (name.split(/[/\\]/).at(-1) ?? '').replaceAll(invisible, '').trim();
  return /^\.*$/.test(plain) ? '' : plain;
};

/** Text of the tus metadata that a new upload must have. `sha256` in lower-case hexadecimal. */
export const uploadMetadata = z.object({
  purpose: z.string('An upload needs a purpose').max(40),
  targetId: z
    .string()
    .regex(/^([a-z]+-)*[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'Name what the file belongs to with a targetId')
    .optional(),
  filename: z
    .string('An upload needs a file name')
    .max(255, 'The file name is too long')
    .transform(plainName)
    .pipe(z.string().min(1, 'An upload needs a file name')),
  filetype: z
    .string()
    .max(100)
    .regex(/^[\x20-\x7e]*$/, 'The type of the file cannot be read')
    // Browsers know no type for some files; tus then sends a name without a value.
    .nullish()
    .transform((type) => type ?? ''),
  sha256: z
    .string('An upload needs the SHA-256 checksum of the file')
    .regex(/^[0-9a-f]{64}$/, 'A SHA-256 checksum has 64 lower-case hexadecimal digits'),
});

/**
 * A file that a person wants to upload. `id` is a uuid; `size` in bytes; `contentType` and `fileName` as the browser
 * sent them.
 */
export type Upload = {
  readonly id: string;
  readonly person: string;
  readonly purpose: string;
  readonly targetId: string | null;
  readonly fileName: string;
  readonly contentType: string;
  readonly size: number;
  readonly sha256: string;
  readonly createdAt: Date;
};

/** The checksum that a stored file had when it was uploaded, in lower-case hexadecimal. */
export type FileChecksum = { readonly path: string; readonly sha256: string };

/** What a module does with uploaded files of one kind: declared in `uploads` of its definition. */
export abstract class UploadPurpose {
  /** The `purpose` in the metadata of an upload. */
  abstract readonly name: string;

  /**
   * Refuses the upload if this person may not add such a file now. Called before the first byte and after the last one.
   */
  abstract requireAllowed(upload: Upload): Promise<void>;

  /** Whether a path is one under which this purpose's files and everything that is made of them are stored. */
  abstract owns(path: string): boolean;

  /**
   * The given paths that the module's data refers to, including copies that are about to be made. All others are
   * removed as orphans, so it throws if it cannot be sure, for example because a read table has not caught up with the
   * log.
   */
  abstract referenced(paths: readonly string[]): Promise<readonly string[]>;

  /**
   * The stored files whose checksums the module's data has, so that they can be verified. None for files that are
   * replaced by their copies.
   */
  async *checksums(): AsyncIterable<FileChecksum> {}

  /** Where the file is stored; the same path for the same upload. */
  abstract pathOf(upload: Upload): string;

  /**
   * Makes a stored file part of the module's data. Idempotent: it may be called again for the same upload. The stored
   * file is removed if it refuses.
   */
  abstract accept(upload: Upload, path: string): Promise<void>;
}
