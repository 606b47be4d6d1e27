import type { Metadata, Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import type { copyWidths } from '#platform/storage';
import { decodingError, PictureRefused } from './picture-refused.ts';

/**
 * The widths of the smaller copies of a picture, in pixels: those of the storage, which the processes that decode
 * pictures do not load.
 */
export const derivativeWidths: typeof copyWidths = [250, 720, 1440];
export type DerivativeWidth = (typeof derivativeWidths)[number];

/**
 * The longest edge and the maximum number of pixels of a picture that is decoded: what the largest cameras take (11,656
 * × 8,742).
 */
const maxEdge = 20_000;
const maxPixels = 102_000_000;
/** How long one step of decoding may work, in seconds. */
const maxStepSeconds = 20;
/** The most memory that the decoder of one picture may need, in bytes. */
const maxMemory = 400_000_000;
/**
 * A larger color profile is not kept, because every small copy would contain it: the colors are converted to sRGB.
 */
const maxProfileSize = 65_536;
/** The maximum width and height of the JPEG that is kept of a picture, in pixels. */
const maxJpegEdge = 3_840;
/** The maximum width and height of the picture from which the thumbhash is computed, in pixels. */
const placeholderEdge = 100;

/**
 * A completely decoded picture. `width` and `height`: its size in pixels after its orientation was applied.
 * `thumbhash`: a placeholder of about 25 bytes, in base64. `jpeg`: the picture, at most {@link maxJpegEdge} wide and
 * high. `webp`: smaller copies. None contains metadata of the camera, such as GPS coordinates. All contain the color
 * profile, unless it is larger than {@link maxProfileSize}.
 */
export type DerivedPicture = {
  readonly width: number;
  readonly height: number;
  readonly thumbhash: string;
  readonly jpeg: Buffer;
  readonly webp: Readonly<Record<DerivativeWidth, Buffer>>;
};

/** sharp is loaded with the first picture, because most processes of the product never decode one. */
const loadSharp = async () => {
  const { default: sharp } = await import('sharp');
  // libvips caches decoded files by default. A picture is not needed again later, so the cache would only use memory.
  sharp.cache(false);
  return sharp;
};

/** The formats that are decoded, by their first bytes. All others, SVG in particular, never reach a decoder. */
const signatures: readonly (readonly [format: string, offset: number, bytes: string])[] = [
  ['jpeg', 0, 'ffd8ff'],
  ['png', 0, '89504e470d0a1a0a'],
  ['gif', 0, '474946383761'],
  ['gif', 0, '474946383961'],
  ['webp', 8, '57454250'],
  ['tiff', 0, '49492a00'],
  ['tiff', 0, '4d4d002a'],
  ['heif', 4, '6674797061766966'],
  ['heif', 4, '6674797068656963'],
  ['heif', 4, '667479706d696631'],
];

/** The format of a picture by its content, not its name; undefined for everything else. */
export const pictureFormat = (content: Buffer): string | undefined =>
  signatures.find(
    ([, offset, bytes]) => content.subarray(offset, offset + bytes.length / 2).toString('hex') === bytes,
  )?.[0];

/**
 * Decodes a picture and makes its copies. Throws {@link PictureRefused}; other errors may not occur at another attempt.
 */
export const derivePicture = async (content: Buffer): Promise<DerivedPicture> => {
  const { width, height, hasUsableProfile } = await requirePicture(content);
  const sharp = await loadSharp();
  try {
    /** Unless they are read in sequence, all pixels are copied once more before the first of them is used. */
    const pictureOf = (pixels: Buffer) => sharp(pixels, { sequentialRead: true });
    const source = sharp(content, decoding).autoOrient().timeout({ seconds: maxStepSeconds });
    const edge = { width: maxJpegEdge, height: maxJpegEdge, fit: 'inside', withoutEnlargement: true } as const;
    const kept = await pixelsOf((hasUsableProfile ? source.keepIccProfile() : source).resize(edge));
    const largest = derivativeWidths[derivativeWidths.length - 1];
    const [jpeg, large] = await Promise.all([
      pictureOf(kept).keepIccProfile().flatten({ background: '#ffffff' }).jpeg({ quality: 88 }).toBuffer(),
      pixelsOf(pictureOf(kept).keepIccProfile().resize({ width: largest, withoutEnlargement: true })),
    ]);
    const copyOf = (copyWidth: DerivativeWidth) => {
      const resized = pictureOf(large).keepIccProfile().resize({ width: copyWidth, withoutEnlargement: true });
      return resized.webp({ quality: 80 }).toBuffer();
    };
    const [thumbhash, w250, w720, w1440] = await Promise.all([
      placeholderOf(pictureOf(large)),
      copyOf(250),
      copyOf(720),
      copyOf(1440),
    ]);
    return { width, height, thumbhash, jpeg, webp: { 250: w250, 720: w720, 1440: w1440 } };
  } catch (error) {
    throw decodingError(error);
  }
};

/**
 * The pixels of a picture with its color profile, from which several copies are made: the picture itself is decoded
 * only once. sharp cannot attach a profile to raw pixels, so they are an uncompressed TIFF.
 */
const pixelsOf = (picture: Sharp): Promise<Buffer> =>
  picture.toColourspace('srgb').tiff({ compression: 'none' }).toBuffer();

/**
 * A truncated or damaged file is an error, not a picture with a grey part. Only the first frame of an animation is
 * read.
 */
const decoding = { failOn: 'error', limitInputPixels: maxPixels, sequentialRead: true } as const;

const requirePicture = async (
  content: Buffer,
): Promise<{ width: number; height: number; hasUsableProfile: boolean }> => {
  if (content.length === 0) throw new PictureRefused('This file is empty.');
  if (!pictureFormat(content)) throw new PictureRefused('This file is not a photo that Festoon can show.');
  const metadata = await metadataOf(content);
  const { width, height } = orientedSize(metadata);
  const isTooLarge = width > maxEdge || height > maxEdge || width * height > maxPixels;
  if (isTooLarge || memoryOf(metadata) > maxMemory)
    throw new PictureRefused(`This photo is too large: ${width} × ${height} pixels.`);
  return { width, height, hasUsableProfile: (metadata.icc?.length ?? 0) <= maxProfileSize };
};

const sampleSizes: Readonly<Record<string, number>> = { uchar: 1, char: 1, ushort: 2, short: 2, double: 8 };

/**
 * How many bytes a decoder holds at the same time. Simple JPEG and PNG files are decoded line by line; all others
 * are decoded completely in memory, and a progressive JPEG takes twice as much.
 */
const memoryOf = ({ format, isProgressive, width, height, channels, depth }: Metadata): number => {
  if ((format === 'jpeg' || format === 'png') && !isProgressive) return 0;
  return width * height * channels * (format === 'jpeg' ? 2 : (sampleSizes[depth] ?? 4));
};

const metadataOf = async (content: Buffer): Promise<Metadata> => {
  const sharp = await loadSharp();
  try {
    return await sharp(content, decoding).metadata();
  } catch (error) {
    throw decodingError(error);
  }
};

/** EXIF orientations from 5 on turn the picture by 90 degrees. */
const orientedSize = ({ width, height, orientation = 1 }: Metadata): { width: number; height: number } =>
  orientation < 5 ? { width, height } : { width: height, height: width };

const placeholderOf = async (picture: Sharp): Promise<string> => {
  const size = { width: placeholderEdge, height: placeholderEdge, fit: 'inside', withoutEnlargement: true } as const;
  const { data, info } = await picture
    .resize(size)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
};
