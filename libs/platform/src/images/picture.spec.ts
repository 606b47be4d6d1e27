import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { thumbHashToApproximateAspectRatio } from 'thumbhash';
import { derivePicture, pictureFormat } from './picture.ts';
import { pictureExtension } from './picture-files.ts';
import { decodingError, PictureRefused } from './picture-refused.ts';

const flatPicture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#cc8844' } });
/** A picture that does not compress to nothing. */
const noise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });
const sizes = async (pictures: readonly Buffer[]) =>
  Promise.all(pictures.map(async (picture) => (await sharp(picture).metadata()).width));

describe('a picture', () => {
  test.each(['jpeg', 'png', 'gif', 'webp', 'tiff', 'avif'] as const)('in the format %s is decoded', async (format) => {
    const content = await flatPicture(1_600, 900).toFormat(format, { effort: 1 }).toBuffer();
    const { width, height, jpeg, webp, thumbhash } = await derivePicture(content);
    expect([width, height]).toEqual([1_600, 900]);
    expect((await sharp(jpeg).metadata()).format).toBe('jpeg');
    expect(await sizes([webp[250], webp[720], webp[1440]])).toEqual([250, 720, 1_440]);
    expect(thumbHashToApproximateAspectRatio(Buffer.from(thumbhash, 'base64'))).toBeCloseTo(1_600 / 900, 0);
  });

  test('is never enlarged', async () => {
    const { jpeg, webp } = await derivePicture(await flatPicture(100, 80).png().toBuffer());
    expect(await sizes([jpeg, webp[250], webp[1440]])).toEqual([100, 100, 100]);
  });

  test('of a phone that was turned is shown upright', async () => {
    const content = await flatPicture(400, 300).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { width, height, jpeg } = await derivePicture(content);
    expect([width, height]).toEqual([300, 400]);
    const { width: shownWidth, orientation } = await sharp(jpeg).metadata();
    expect([shownWidth, orientation]).toEqual([300, undefined]);
  });

  test('loses where and with what it was taken, and keeps its colors', async () => {
    const exif = { IFD0: { Make: 'Secret Camera', Copyright: 'Ana' }, IFD3: { GPSLatitude: '48/1 12/1 0/1' } };
    const content = await flatPicture(400, 300).withExif(exif).withIccProfile('p3').jpeg().toBuffer();
    expect((await sharp(content).metadata()).exif).toBeDefined();
    const { jpeg, webp } = await derivePicture(content);
    for (const copy of [jpeg, webp[250], webp[720], webp[1440]]) {
      const { exif: exifLeft, xmp, iptc, icc } = await sharp(copy).metadata();
      expect([exifLeft, xmp, iptc]).toEqual([undefined, undefined, undefined]);
      expect(icc).toBeDefined();
      expect(copy.includes('Secret Camera')).toBe(false);
    }
  });

  test('with transparency has a white background as JPEG', async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 };
    const content = await sharp({ create: { width: 50, height: 50, channels: 4, background: clear } })
      .png()
      .toBuffer();
    const { jpeg } = await derivePicture(content);
    const { channels } = await sharp(jpeg).stats();
    expect(channels.map(({ mean }) => Math.round(mean))).toEqual([255, 255, 255]);
  });
});

const jpeg = () => noise(300, 200).jpeg().toBuffer();
/** A PNG whose header claims a size that its content does not have. */
const pngClaiming = async (width: number, height: number): Promise<Buffer> => {
  const content = await flatPicture(10, 10).png().toBuffer();
  content.writeUInt32BE(width, 16);
  content.writeUInt32BE(height, 20);
  return content;
};

describe('a file is refused', () => {
  const hostile: readonly (readonly [string, () => Promise<Buffer> | Buffer, RegExp])[] = [
    ['that is empty', () => Buffer.alloc(0), /empty/],
    ['of random bytes', () => randomBytes(10_000), /not a photo/],
    ['of text', () => Buffer.from('hello'), /not a photo/],
    [
      'of SVG',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      /not a photo/,
    ],
    ['of HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>'), /not a photo/],
    ['of PDF', () => Buffer.from('%PDF-1.7\n'), /not a photo/],
    ['of PostScript', () => Buffer.from('%!PS-Adobe-3.0\n'), /not a photo/],
    ['of a program', () => Buffer.from('7f454c46', 'hex'), /not a photo/],
    ['of a zip archive', () => Buffer.from('504b0304', 'hex'), /not a photo/],
    ['with only the first bytes of a JPEG', () => Buffer.from('ffd8ffe0', 'hex'), /damaged/],
    [
      'that begins as JPEG and goes on as HTML',
      () => Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.from('<script>')]),
      /dam/,
    ],
    ['that was cut off at the half', async () => (await jpeg()).subarray(0, 20_000), /damaged/],
    ['that was cut off in its header', async () => (await jpeg()).subarray(0, 100), /damaged/],
    ['of PNG that was cut off', async () => (await noise(300, 200).png().toBuffer()).subarray(0, 5_000), /damaged/],
    ['of WebP that was cut off', async () => (await noise(300, 200).webp().toBuffer()).subarray(0, 2_000), /damaged/],
    ['of GIF that was cut off', async () => (await noise(300, 200).gif().toBuffer()).subarray(0, 2_000), /damaged/],
    ['with an edge of 30,000 pixels', async () => flatPicture(30_000, 10).png().toBuffer(), /too large: 30000 × 10/],
    ['of more than 102 megapixels', () => pngClaiming(11_000, 9_500), /more than 102 megapixels/],
    ['that claims 60,000 × 60,000 pixels', () => pngClaiming(60_000, 60_000), /too large|damaged/],
    ['that claims 2,000,000,000 pixels of width', () => pngClaiming(2_000_000_000, 1), /too large|damaged/],
    ['with changed bytes', async () => damagedCopy(await noise(300, 200).png().toBuffer()), /damaged/],
  ];
  test.each(hostile)('%s', async (_, content, message) => {
    const attempt = derivePicture(await content());
    await expect(attempt).rejects.toThrow(PictureRefused);
    await expect(attempt).rejects.toThrow(message);
  });
});

const damagedCopy = (content: Buffer): Buffer => {
  for (let at = 200; at < content.length; at += 97) content[at] = 255 - (content[at] ?? 0);
  return content;
};

test('what follows the end of a picture is not copied', async () => {
  const content = Buffer.concat([await jpeg(), Buffer.from('<script>alert(1)</script>')]);
  const { jpeg: copy, webp } = await derivePicture(content);
  for (const picture of [copy, webp[250]]) expect(picture.includes('<script>')).toBe(false);
});

test('the format is recognized by the content', async () => {
  expect(pictureFormat(await jpeg())).toBe('jpeg');
  expect(pictureFormat(await flatPicture(9, 9).webp().toBuffer())).toBe('webp');
  expect(pictureFormat(Buffer.from('GIF8'))).toBeUndefined();
});

test.each([
  'vips_malloc: out of memory -- size == 640MB',
  'heif: Memory allocation error: Security limit exceeded (6.1000)',
  'unable to create thread',
])('the error %s says nothing about the picture', (message) => {
  const error = new Error(message);
  expect(decodingError(error)).toBe(error);
});

test.each([
  ['First dance.JPG', 'image/jpeg', 'jpg'],
  ['no extension', 'image/png', 'img'],
  ['picture.avif', '', 'avif'],
  ['photo.of.Ann', 'image/png', 'img'],
])('%s of type "%s" is stored with the extension %s', (fileName, contentType, extension) => {
  expect(pictureExtension({ fileName, contentType })).toBe(extension);
});

test.each([
  ['notes.pdf', 'application/pdf'],
  ['picture.jpg', 'text/html'],
  ['drawing.svg', 'image/svg+xml'],
  ['notes.txt', ''],
])('%s of type "%s" is not a picture', (fileName, contentType) => {
  expect(() => pictureExtension({ fileName, contentType })).toThrow('not a photo');
});
