import { createHash } from 'node:crypto';
import { deflateSync, gzipSync } from 'node:zlib';
import type { Sharp } from 'sharp';
import { everyRow } from '../testing/test-rows.ts';
import { avi, box, mp4 } from './video.suite.ts';

/** A text that every polyglot file contains, and that no copy may contain. */
export const hostilePayload = '<script>HOSTILE-PAYLOAD</script>';

/**
 * A file that could harm the product. `outcome` is what happens to it: it is refused with a sentence, its copies are
 * made, or either, if that depends on the release of a decoder. A file that is `slow` takes a second or more, so only
 * the spec of this folder tests it.
 */
export type HostileFile = {
  readonly name: string;
  readonly fileName: string;
  readonly outcome: 'refused' | 'derived' | 'either';
  readonly content: () => Buffer | Promise<Buffer>;
  readonly isSlow: boolean;
};

/** The same bytes in every run, so that a failure can be repeated. */
const noise = (length: number, seed = 'noise'): Buffer =>
  createHash('shake256', { outputLength: length }).update(seed).digest();
const payload = Buffer.from(hostilePayload);
const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');

// sharp is loaded only by tests that need a file.
const loadSharp = async () => (await import('sharp')).default;
type Format = 'jpeg' | 'png' | 'gif' | 'webp' | 'tiff' | 'avif';
const extensions = { jpeg: 'jpg', png: 'png', gif: 'gif', webp: 'webp', tiff: 'tiff', avif: 'avif' } as const;
const noisy = async (width = 120, height = 80): Promise<Sharp> =>
  (await loadSharp())(noise(width * height * 3), { raw: { width, height, channels: 3 } });
const flat = async (width: number, height: number, background = '#cc8844'): Promise<Sharp> =>
  (await loadSharp())({ create: { width, height, channels: 3, background } });
const encoded = async (format: Format): Promise<Buffer> =>
  (await noisy()).toFormat(format, format === 'avif' ? { effort: 0 } : {}).toBuffer();

// --- PNG by hand: sharp cannot write damaged files.

const crcTable = Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});
const crc = (content: Buffer): number => {
  let c = 0xffffffff;
  for (const byte of content) c = (crcTable[(c ^ byte) & 255] ?? 0) ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
};
const u32 = (value: number): Buffer => {
  const content = Buffer.alloc(4);
  content.writeUInt32BE(value >>> 0);
  return content;
};
const pngChunk = (type: string, content: Buffer): Buffer => {
  const inner = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  return Buffer.concat([u32(content.length), inner, u32(crc(inner))]);
};
const pngSignature = hex('89504e470d0a1a0a');
type PngShape = { width: number; height: number; depth?: number; color?: number; interlaced?: boolean };
const pngHeader = ({ width, height, depth = 8, color = 2, interlaced = false }: PngShape): Buffer =>
  pngChunk('IHDR', Buffer.concat([u32(width), u32(height), Buffer.from([depth, color, 0, 0, interlaced ? 1 : 0])]));
const png = (shape: PngShape, raw: Buffer, ...chunks: readonly Buffer[]): Buffer =>
  Buffer.concat([
    pngSignature,
    pngHeader(shape),
    ...chunks,
    pngChunk('IDAT', deflateSync(raw, { level: 9 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
/** A black picture with one bit per pixel, which compresses to almost nothing. */
const bomb = (width: number, height: number): Buffer =>
  png({ width, height, depth: 1, color: 0 }, Buffer.alloc((Math.ceil(width / 8) + 1) * height));
const tinyPng = (...chunks: readonly Buffer[]): Buffer =>
  png({ width: 2, height: 2 }, Buffer.alloc(2 * (1 + 2 * 3)), ...chunks);

// --- GIF, JPEG, WebP and TIFF by hand.

const u16le = (value: number): Buffer => Buffer.from([value & 255, value >>> 8]);
const gifFrame = (width = 1, height = 1): Buffer =>
  Buffer.concat([hex('21f90400 0100 00 00'), hex('2c 00000000'), u16le(width), u16le(height), hex('00 02 02 4401 00')]);
const gif = (width: number, height: number, ...frames: readonly Buffer[]): Buffer =>
  Buffer.concat([
    Buffer.from('GIF89a'),
    u16le(width),
    u16le(height),
    hex('80 00 00 000000 ffffff'),
    ...frames,
    Buffer.from([0x3b]),
  ]);
const oneFrame = (): Buffer => gif(1, 1, gifFrame());
/** A segment of a JPEG. */
const segment = (marker: number, content: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0xff, marker, (content.length + 2) >>> 8, (content.length + 2) & 255]), content]);
/** Inserts a segment after the first two bytes of a JPEG. */
const withSegment = (jpeg: Buffer, marker: number, content: Buffer): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), segment(marker, content), jpeg.subarray(2)]);
const withExif = async (tiff: Buffer): Promise<Buffer> =>
  withSegment(await encoded('jpeg'), 0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]));
/** A little-endian TIFF directory of LONG entries. */
const directory = (entries: readonly (readonly [tag: number, value: number])[], next = 0, type = 4): Buffer => {
  const content = Buffer.alloc(2 + entries.length * 12 + 4);
  content.writeUInt16LE(entries.length);
  for (const [i, [tag, value]] of entries.entries()) {
    content.writeUInt16LE(tag, 2 + i * 12);
    content.writeUInt16LE(type, 4 + i * 12);
    content.writeUInt32LE(1, 6 + i * 12);
    content.writeUInt32LE(value >>> 0, 10 + i * 12);
  }
  content.writeUInt32LE(next, content.length - 4);
  return content;
};
const tiffHeader = hex('49492a00 08000000');
/** An uncompressed grey TIFF in one strip. `more` adds or replaces directory entries, with any values. */
const tiff = (width: number, height: number, more: readonly (readonly [number, number])[] = [], next = 0): Buffer => {
  const tags = new Map<number, number>([
    [256, width],
    [257, height],
    [258, 8],
    [259, 1],
    [262, 1],
    [273, 200],
    [277, 1],
    [278, height],
    [279, 16],
    ...more,
  ]);
  const sorted = [...tags].toSorted(([a], [b]) => a - b);
  const content = Buffer.alloc(216);
  tiffHeader.copy(content);
  directory(sorted, next).copy(content, 8);
  return content;
};
const riff = (type: string, ...chunks: readonly Buffer[]): Buffer => {
  const inner = Buffer.concat([Buffer.from(type), ...chunks]);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(inner.length);
  return Buffer.concat([Buffer.from('RIFF'), size, inner]);
};
const riffChunk = (type: string, content: Buffer): Buffer => {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(content.length);
  return Buffer.concat([Buffer.from(type), size, content, Buffer.alloc(content.length % 2)]);
};

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${hostilePayload}</svg>`;
const laughs = `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "aaaaaaaaaa">${Array.from(
  { length: 9 },
  (_, i) => `<!ENTITY ${'bcdefghij'[i]} "${`&${'abcdefghi'[i]};`.repeat(10)}">`,
).join('')}]><svg xmlns="http://www.w3.org/2000/svg"><text>&j;</text></svg>`;
const zip = Buffer.concat([hex('504b0304 1400 0000 0000 00000000 00000000 00000000 00000000 0500 0000'), payload]);

type Entry = readonly [
  name: string,
  fileName: string,
  outcome: HostileFile['outcome'],
  content: HostileFile['content'],
];

const formats = Object.keys(extensions) as Format[];
const cuts: readonly Entry[] = formats.flatMap((format) =>
  [0.02, 0.3, 0.6, 0.9].map((share): Entry => {
    const cut = async () => {
      const content = await encoded(format);
      return content.subarray(0, Math.ceil(content.length * share));
    };
    return [`${format} that ends after ${share * 100} %`, `cut.${extensions[format]}`, 'refused', cut];
  }),
);

const fileSignatures: readonly (readonly [string, string, string])[] = [
  ['jpeg', 'jpg', 'ffd8ffe000104a46494600010100000100010000'],
  ['png', 'png', '89504e470d0a1a0a'],
  ['gif', 'gif', '474946383961'],
  ['webp', 'webp', '524946461088000057454250'],
  ['tiff', 'tiff', '49492a0008000000'],
  ['big-endian tiff', 'tif', '4d4d002a00000008'],
  ['avif', 'avif', '0000001c6674797061766966'],
  ['heic', 'heic', '0000001c6674797068656963'],
];
const randomContents: readonly Entry[] = fileSignatures.map(([format, extension, magic]) => [
  `random bytes that begin like ${format}`,
  `random.${extension}`,
  'refused',
  () => Buffer.concat([hex(magic), noise(5_000, format)]),
]);

const noPictures: readonly Entry[] = [
  ['a file of 0 bytes', 'empty.jpg', 'refused', () => Buffer.alloc(0)],
  ['a file of one byte', 'one.png', 'refused', () => Buffer.from([0xff])],
  ['zeros', 'zeros.jpg', 'refused', () => Buffer.alloc(100_000)],
  ['text', 'text.jpg', 'refused', () => Buffer.from('hello')],
  ['SVG with a script, named as JPEG', 'drawing.jpg', 'refused', () => Buffer.from(svg)],
  ['compressed SVG', 'drawing.png', 'refused', () => gzipSync(svg)],
  ['SVG whose entities grow to gigabytes', 'laughs.jpg', 'refused', () => Buffer.from(laughs)],
  ['HTML', 'page.gif', 'refused', () => Buffer.from(`<!doctype html>${hostilePayload}`)],
  ['PDF', 'paper.jpg', 'refused', () => Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj')],
  ['PostScript', 'paper.jpg', 'refused', () => Buffer.from('%!PS-Adobe-3.0\n(/etc/passwd) (r) file')],
  [
    'an MVG file of ImageMagick',
    'a.jpg',
    'refused',
    () => Buffer.from('push graphic-context\nimage over 0,0 0,0 "|id"'),
  ],
  ['a program', 'a.jpg', 'refused', () => hex('7f454c4602010100000000000000000003003e00')],
  ['a zip archive', 'a.jpg', 'refused', () => zip],
];

const bombs: readonly Entry[] = [
  ['a PNG that grows to 100 megapixels', 'bomb.png', 'derived', () => bomb(10_000, 10_000)],
  ['a PNG that grows to 400 megapixels', 'bomb.png', 'refused', () => bomb(20_000, 20_000)],
  [
    'an interlaced PNG of 860 MB',
    'bomb.png',
    'refused',
    () => png({ width: 12_000, height: 9_000, depth: 16, color: 6, interlaced: true }, Buffer.alloc(1_000)),
  ],
  [
    'a PNG that claims 2^31 pixels of width',
    'bomb.png',
    'refused',
    () => png({ width: 0x7fffffff, height: 1 }, Buffer.alloc(100)),
  ],
  ['a PNG without width', 'none.png', 'refused', () => png({ width: 0, height: 9 }, Buffer.alloc(100))],
  [
    'a PNG with a compressed text of 50 MB',
    'text.png',
    'either',
    () =>
      tinyPng(pngChunk('zTXt', Buffer.concat([Buffer.from('a\0\0', 'latin1'), deflateSync(Buffer.alloc(50_000_000))]))),
  ],
  [
    'a PNG with a compressed color profile of 50 MB',
    'profile.png',
    'either',
    () =>
      tinyPng(pngChunk('iCCP', Buffer.concat([Buffer.from('a\0\0', 'latin1'), deflateSync(Buffer.alloc(50_000_000))]))),
  ],
  [
    'a PNG with 20,000 chunks',
    'chunks.png',
    'either',
    () => tinyPng(...Array.from({ length: 20_000 }, () => pngChunk('tEXt', Buffer.from('a\0b', 'latin1')))),
  ],
  [
    'a PNG whose chunk has a length of 4 GB',
    'chunk.png',
    'refused',
    () => Buffer.concat([pngSignature, pngHeader({ width: 9, height: 9 }), hex('ffffffff49444154'), noise(100)]),
  ],
  [
    'a GIF that claims 65,535 × 65,535 pixels',
    'bomb.gif',
    'refused',
    () => gif(65_535, 65_535, gifFrame(65_535, 65_535)),
  ],
  ['a GIF whose frame is larger than the picture', 'bomb.gif', 'either', () => gif(1, 1, gifFrame(65_535, 65_535))],
  ['a GIF of 20,000 × 7,000 pixels', 'bomb.gif', 'refused', () => gif(20_000, 7_000, gifFrame(20_000, 7_000))],
  [
    'a GIF with 10,000 frames',
    'frames.gif',
    'derived',
    () => gif(1, 1, ...Array.from({ length: 10_000 }, () => gifFrame())),
  ],
  ['a GIF without frames', 'none.gif', 'refused', () => gif(9, 9)],
  [
    'a WebP of 16,000 × 9,000 pixels',
    'bomb.webp',
    'refused',
    async () => {
      // The size in the header of lossless WebP is 14 bits each for width and height, less one.
      const content = await (await flat(16, 16)).webp({ lossless: true }).toBuffer();
      const at = content.indexOf('VP8L') + 9;
      content.writeUInt32LE((15_999 | (8_999 << 14) | (content.readUInt32LE(at) & 0xf0000000)) >>> 0, at);
      return content;
    },
  ],
  [
    'a WebP whose canvas is 16,777,216 pixels wide',
    'bomb.webp',
    'refused',
    () => riff('WEBP', riffChunk('VP8X', hex('10000000 ffffff 000000')), riffChunk('VP8L', hex('2f00000000'))),
  ],
  [
    'a WebP without a picture',
    'none.webp',
    'refused',
    () => riff('WEBP', riffChunk('VP8X', hex('00000000 000000 000000'))),
  ],
  ['a TIFF that claims 60,000 × 60,000 pixels', 'bomb.tiff', 'refused', () => tiff(60_000, 60_000)],
  ['a TIFF that claims 10,000 × 10,000 pixels in 16 bytes', 'bomb.tiff', 'refused', () => tiff(10_000, 10_000)],
  [
    'a TIFF whose compressed strip grows to 390 MB',
    'bomb.tiff',
    'either',
    async () => (await flat(13_000, 10_000)).tiff({ compression: 'deflate' }).toBuffer(),
  ],
  ['a TIFF whose directory follows itself', 'loop.tiff', 'either', () => tiff(4, 4, [], 8)],
  ['a TIFF whose strip lies behind the file', 'strip.tiff', 'refused', () => tiff(4, 4, [[273, 0xfffffff0]])],
  [
    'a TIFF with a tile of 2^31 pixels',
    'tile.tiff',
    'refused',
    () =>
      tiff(4, 4, [
        [322, 0x7ffffff0],
        [323, 0x7ffffff0],
        [324, 200],
        [325, 16],
      ]),
  ],
  ['a TIFF with 65,535 samples per pixel', 'samples.tiff', 'refused', () => tiff(4, 4, [[277, 65_535]])],
  ['a TIFF with an unknown compression', 'unknown.tiff', 'refused', () => tiff(4, 4, [[259, 34_567]])],
];

const extremeSizes: readonly Entry[] = [
  ['a PNG with an edge of 30,000 pixels', 'edge.png', 'refused', async () => (await flat(30_000, 10)).png().toBuffer()],
  [
    'a JPEG with an edge of 30,000 pixels',
    'edge.jpg',
    'refused',
    async () => (await flat(10, 30_000)).jpeg().toBuffer(),
  ],
  [
    'a TIFF with an edge of 30,000 pixels',
    'edge.tiff',
    'refused',
    async () => (await flat(30_000, 2)).tiff().toBuffer(),
  ],
  ['a picture of 1 × 1 pixel', 'point.png', 'derived', async () => (await flat(1, 1)).png().toBuffer()],
  ['a picture of 1 × 20,000 pixels', 'line.png', 'derived', async () => (await flat(1, 20_000)).png().toBuffer()],
  ['a picture of 20,000 × 1 pixels', 'line.jpg', 'derived', async () => (await flat(20_000, 1)).jpeg().toBuffer()],
  [
    'a picture of 1,000 × 20,000 pixels',
    'scroll.jpg',
    'derived',
    async () => (await flat(1_000, 20_000)).jpeg().toBuffer(),
  ],
];

const polyglots: readonly Entry[] = [
  [
    'a JPEG that is followed by HTML',
    'page.jpg',
    'derived',
    async () => Buffer.concat([await encoded('jpeg'), payload]),
  ],
  [
    'a JPEG with HTML in its comment',
    'page.jpg',
    'derived',
    async () => withSegment(await encoded('jpeg'), 0xfe, payload),
  ],
  [
    'a JPEG with HTML in its EXIF data',
    'exif.jpg',
    'derived',
    async () =>
      (await noisy())
        .withExif({ IFD0: { ImageDescription: hostilePayload } })
        .jpeg()
        .toBuffer(),
  ],
  [
    'a JPEG with HTML as XMP',
    'xmp.jpg',
    'derived',
    async () =>
      withSegment(await encoded('jpeg'), 0xe1, Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0'), payload])),
  ],
  [
    'a GIF that is also JavaScript',
    'script.gif',
    'either',
    () =>
      Buffer.concat([Buffer.from('GIF89a/*', 'latin1'), oneFrame().subarray(8), Buffer.from(`*/=1;${hostilePayload}`)]),
  ],
  [
    'a GIF with a script in its comment',
    'comment.gif',
    'derived',
    () => gif(1, 1, Buffer.concat([hex('21fe'), Buffer.from([payload.length]), payload, Buffer.from([0])]), gifFrame()),
  ],
  ['a GIF that is followed by a Java archive', 'gifar.gif', 'derived', () => Buffer.concat([oneFrame(), zip])],
  [
    'a PNG that is followed by a zip archive',
    'zip.png',
    'derived',
    async () => Buffer.concat([await encoded('png'), zip]),
  ],
  [
    'a PNG with HTML in a text chunk',
    'text.png',
    'derived',
    () => tinyPng(pngChunk('tEXt', Buffer.concat([Buffer.from('Comment\0', 'latin1'), payload]))),
  ],
  [
    'a WebP with HTML in an unknown chunk',
    'chunk.webp',
    'either',
    async () => {
      const inner = (await encoded('webp')).subarray(12);
      return riff('WEBP', inner, riffChunk('HTML', payload));
    },
  ],
  [
    'a PDF that is also a JPEG',
    'paper.jpg',
    'refused',
    async () => Buffer.concat([Buffer.from('%PDF-1.7\n'), await encoded('jpeg')]),
  ],
  [
    'a JPEG whose first segment is HTML',
    'first.jpg',
    'refused',
    () => Buffer.concat([hex('ffd8ff'), payload, noise(500)]),
  ],
];

const metadataFiles: readonly Entry[] = [
  [
    'EXIF whose directory follows itself',
    'loop.jpg',
    'derived',
    () => withExif(Buffer.concat([tiffHeader, directory([[0x0112, 1]], 8)])),
  ],
  [
    'EXIF whose inner directory is the outer one',
    'loop.jpg',
    'derived',
    () =>
      withExif(
        Buffer.concat([
          tiffHeader,
          directory([
            [0x8769, 8],
            [0x8825, 8],
          ]),
        ]),
      ),
  ],
  [
    'EXIF with offsets behind its end',
    'offsets.jpg',
    'derived',
    () =>
      withExif(
        Buffer.concat([
          tiffHeader,
          directory(
            [
              [0x010f, 0xfffffff0],
              [0x8769, 0xffffffff],
            ],
            0xfffffff0,
            2,
          ),
        ]),
      ),
  ],
  [
    'EXIF with 60,000 entries',
    'entries.jpg',
    'derived',
    () => withExif(Buffer.concat([tiffHeader, hex('60ea'), noise(50_000)])),
  ],
  ['EXIF of random bytes', 'random.jpg', 'derived', () => withExif(noise(1_000))],
  [
    'an orientation of 99',
    'turned.jpg',
    'derived',
    () => withExif(Buffer.concat([tiffHeader, directory([[0x0112, 99]], 0, 3)])),
  ],
  [
    'a color profile of random bytes',
    'profile.jpg',
    'derived',
    async () =>
      withSegment(
        await encoded('jpeg'),
        0xe2,
        Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), noise(3_000)]),
      ),
  ],
  [
    'a color profile of 10 MB',
    'profile.jpg',
    'derived',
    async () => {
      const bytes = noise(65_000);
      const parts = Array.from({ length: 160 }, (_, index) =>
        segment(0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0', 'latin1'), Buffer.from([index + 1, 160]), bytes])),
      );
      const jpeg = await encoded('jpeg');
      return Buffer.concat([jpeg.subarray(0, 2), ...parts, jpeg.subarray(2)]);
    },
  ],
  [
    'a color profile whose parts are missing',
    'profile.jpg',
    'derived',
    async () =>
      withSegment(
        await encoded('jpeg'),
        0xe2,
        Buffer.concat([Buffer.from('ICC_PROFILE\0\x07\x03', 'latin1'), noise(300)]),
      ),
  ],
  [
    'a segment without length',
    'segment.jpg',
    'either',
    async () => {
      const jpeg = await encoded('jpeg');
      return Buffer.concat([jpeg.subarray(0, 2), hex('ffe10000'), jpeg.subarray(2)]);
    },
  ],
];

const colors: readonly Entry[] = [
  ['a JPEG in CMYK', 'print.jpg', 'derived', async () => (await noisy()).toColourspace('cmyk').jpeg().toBuffer()],
  [
    'a JPEG in CMYK with a profile of 1 MB',
    'print.jpg',
    'derived',
    async () => (await noisy()).withIccProfile('cmyk').jpeg().toBuffer(),
  ],
  ['a PNG with 16 bits', 'deep.png', 'derived', async () => (await noisy()).toColourspace('rgb16').png().toBuffer()],
  [
    'a grey TIFF with 16 bits',
    'deep.tiff',
    'derived',
    async () => (await noisy()).toColourspace('grey16').tiff().toBuffer(),
  ],
  ['a TIFF in Lab', 'lab.tiff', 'derived', async () => (await noisy()).toColourspace('lab').tiff().toBuffer()],
  ['a PNG with one bit', 'bit.png', 'derived', () => bomb(64, 64)],
  [
    'a PNG with a palette that is too short',
    'palette.png',
    'either',
    () => png({ width: 2, height: 2, color: 3 }, Buffer.from([0, 200, 201, 0, 202, 203]), pngChunk('PLTE', noise(3))),
  ],
  [
    'a PNG with a palette and without one',
    'palette.png',
    'refused',
    () => png({ width: 2, height: 2, color: 3 }, Buffer.alloc(6)),
  ],
];

const moov = mp4().subarray(24, -72);
const start = mp4().subarray(0, 24);
const withBytesAt = (content: Buffer, at: number, value: string): Buffer => {
  const copy = Buffer.from(content);
  copy.write(value, at, 'hex');
  return copy;
};
const videos: readonly Entry[] = [
  ['a video of 0 bytes', 'empty.mp4', 'refused', () => Buffer.alloc(0)],
  ['a JPEG named as a video', 'photo.mp4', 'refused', () => encoded('jpeg')],
  ['a video named as a photo', 'video.jpg', 'refused', () => mp4()],
  ['a playlist named as a video', 'list.mp4', 'refused', () => Buffer.from('#EXTM3U\nfile:///etc/passwd\n')],
  ['an MP4 without an index', 'index.mp4', 'refused', () => Buffer.concat([start, box('mdat', Buffer.alloc(99))])],
  ['a MOV without content', 'content.mov', 'refused', () => Buffer.concat([start, moov])],
  ['an MP4 whose index is empty', 'index.mp4', 'refused', () => Buffer.concat([start, box('moov'), box('mdat')])],
  ['an MP4 with a box that never ends', 'endless.mp4', 'refused', () => withBytesAt(mp4(), 24, '00000000')],
  [
    'an MP4 with a box of 2^64 bytes',
    'endless.mp4',
    'refused',
    () => withBytesAt(withBytesAt(mp4(), 24, '00000001'), 32, 'f'.repeat(16)),
  ],
  ['a MOV with a box of 4 bytes', 'short.mov', 'refused', () => withBytesAt(mp4(), 24, '00000004')],
  [
    'an MP4 with 2,000 boxes',
    'boxes.mp4',
    'refused',
    () => Buffer.concat([start, ...Array.from({ length: 2_000 }, () => box('free'))]),
  ],
  ['an MP4 with sound only', 'sound.mp4', 'refused', () => mp4({ track: 'soun' })],
  ['an MP4 of 40 days', 'long.mp4', 'refused', () => mp4({ durationMs: 3_456_000_000 })],
  ['an MP4 without a duration', 'unknown.mp4', 'derived', () => mp4({ durationMs: 0 })],
  ['an MP4 that says a wrong duration', 'wrong.mp4', 'derived', () => mp4({ durationMs: 80_000_000 })],
  ['an MP4 whose pictures are zeros', 'zeros.mp4', 'refused', () => mp4({ content: Buffer.alloc(64) })],
  ['an AVI whose content is zeros', 'zeros.avi', 'refused', () => avi({ content: Buffer.alloc(64) })],
  ['an MP4 of 65,535 pixels', 'large.mp4', 'refused', () => mp4({ width: 65_535 })],
  ['a MOV of random bytes', 'random.mov', 'refused', () => Buffer.concat([start, noise(5_000, 'mov')])],
  ['an AVI that was cut off', 'cut.avi', 'refused', () => avi().subarray(0, -20)],
  ['an AVI with a broken list', 'list.avi', 'refused', () => withBytesAt(avi(), 16, 'ffffffff')],
  [
    'an AVI of random bytes',
    'random.avi',
    'refused',
    () => Buffer.concat([avi().subarray(0, 12), noise(5_000, 'avi')]),
  ],
  ['an AVI named as MP4', 'film.mp4', 'refused', () => avi()],
  ['an MP4 named as AVI', 'film.avi', 'refused', () => mp4()],
  ['an AVI of 2^31 pixels', 'large.avi', 'refused', () => avi({ width: 2 ** 31 })],
];

const slowFiles = ['a TIFF whose compressed strip grows to 390 MB', 'a PNG with a compressed color profile of 50 MB'];
const hostileFilesOf = (entries: readonly Entry[]): readonly HostileFile[] =>
  entries.map(([name, fileName, outcome, content]) => {
    const isSlow = slowFiles.includes(name);
    return { name, fileName, outcome, content, isSlow };
  });

/** Files that are uploaded as pictures. */
export const hostilePictures = hostileFilesOf([
  ...noPictures,
  ...cuts,
  ...randomContents,
  ...bombs,
  ...extremeSizes,
  ...polyglots,
  ...metadataFiles,
  ...colors,
]);

/** Files that are uploaded as videos, or as the other kind. */
export const hostileVideos = hostileFilesOf(videos);

/**
 * A few files with different outcomes, or all but the slow ones, for tests of what follows from the outcome of a file.
 * The decoder is tested with all of them.
 */
export const sampleOf = (files: readonly HostileFile[]): readonly HostileFile[] =>
  files.filter(({ isSlow }, index) => !isSlow && (everyRow || index % 14 === 0));
