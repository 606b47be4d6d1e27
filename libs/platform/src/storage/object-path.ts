import { z } from 'zod';

/**
 * `public/…` or `private/…` with two to six further segments of letters, digits, dots, hyphens and underscores. A
 * segment begins with a letter or digit, so that no path can leave its folder.
 */
export const objectPath = z
  .string()
  .max(300)
  .regex(/^(public|private)(\/[A-Za-z0-9][A-Za-z0-9._-]*){2,6}$/, 'This is not the path of a stored file');

/** The folder of objects with a common owner: the visibility and one further segment. */
export const objectFolder = z
  .string()
  .max(200)
  .regex(/^(public|private)\/[A-Za-z0-9][A-Za-z0-9._-]*$/, 'This is not a folder of stored files');

/** The first segments that a path can have. */
export const visibilities = ['public', 'private'] as const;

/** The address, on this site, of an object that everyone may read. `path` begins with `public/`. */
export const publicUrl = (path: string): string =>
  `/storage/v1/object/public/galleries/${path.replace(/^public\//, '')}`;

const inlineTypes: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  avi: 'video/x-msvideo',
};

/** How an object is served: types that a browser may show, and everything else as a download. */
export type ServedType = { readonly contentType: string; readonly inline: boolean };

/**
 * The type that belongs to the extension of a path. What is uploaded is checked against its extension before it is
 * stored.
 */
export const servedTypeOf = (path: string): ServedType => {
  const contentType = inlineTypes[path.slice(path.lastIndexOf('.') + 1).toLowerCase()];
  return contentType ? { contentType, inline: true } : { contentType: 'application/octet-stream', inline: false };
};
