/** The file is not a picture that can be shown. The message says why, for the person who uploaded it. */
export class PictureRefused extends Error {}

/** How the messages of libvips about what it read begin: sharp's own, and those of each decoder. */
const aboutContent =
  /^(Input (buffer|image)|source:|VipsJpeg:|vipspng:|spng|pngload|gifload|webp:|webpload|webp2vips:|tiff|heif)/;
const aboutPixels = /pixel limit/;
const aboutMemory = /memory|allocat/i;

/**
 * What a decoder's error means: {@link PictureRefused} if the file is damaged, and otherwise the error itself, such as
 * too little memory, after which another attempt may succeed.
 */
export const decodingError = (error: unknown): unknown => {
  if (!(error instanceof Error) || !aboutContent.test(error.message) || aboutMemory.test(error.message)) return error;
  const message = aboutPixels.test(error.message)
    ? 'This photo is too large: it has more than 102 megapixels.'
    : 'This photo is damaged or incomplete.';
  return new PictureRefused(message, { cause: error });
};
