import { refuse } from '#kernel';

/** The extensions that a stored picture may have. Other extensions come from file names, which users choose freely. */
const extensions = ['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif', 'tif', 'tiff', 'heic', 'heif', 'bmp'];

/**
 * The extension under which an uploaded picture is stored, in lower case. Refuses `picture-type-unsupported` for files
 * whose type and name are not those of a picture, with a sentence for the user; what they contain is checked when they
 * are decoded.
 */
export const pictureExtension = (
  { fileName, contentType }: { fileName: string; contentType: string },
  sentence = 'This file is not a photo that Festoon can show.',
): string => {
  const extension = /\.([a-z0-9]{1,5})$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
  const isPicture = contentType === '' ? extensions.includes(extension) : /^image\/(?!svg)/.test(contentType);
  if (!isPicture) refuse('picture-type-unsupported', sentence);
  return extensions.includes(extension) ? extension : 'img';
};
