import type { Checksum } from './checksum.ts';

/** One file of an archive. `name` is its path in the archive, with `/` between folders. */
export type ZipEntry = Checksum & { readonly name: string; readonly modifiedAt: Date };

/** A part of an archive: bytes of its own, or a range of the content of an entry, both ends inclusive. */
export type ZipPart =
  | { readonly bytes: Buffer }
  | { readonly entry: number; readonly start: number; readonly end: number };

type Placed = ZipEntry & { readonly encodedName: Buffer; readonly offset: number };

/**
 * Sizes and offsets from `longFrom` on, and counts from `manyFrom` on, do not fit in the 32 and 16 bits of the original
 * format. They are written in ZIP64 fields instead.
 */
const longFrom = 0xffffffff;
const manyFrom = 0xffff;
const plainVersion = 20;
const zip64Version = 45;
const unix = 3;
const readableFile = 0o100644;
/** Names are UTF-8. */
const flags = 0x0800;
const [localLength, centralLength, endLength, zip64EndLength] = [30, 46, 22, 76];

/**
 * The bytes of a ZIP archive whose files are stored without compression, because photos and videos do not compress.
 * Everything follows from the entries, so that any range of the archive can be sent again. With ZIP64 where numbers are
 * too large without.
 */
export class ZipLayout {
  readonly #entries: readonly Placed[];
  readonly #directoryOffset: number;
  readonly #tail: Buffer;
  /** In bytes. */
  readonly size: number;

  constructor(entries: readonly ZipEntry[]) {
    let offset = 0;
    this.#entries = entries.map((entry) => {
      const encodedName = Buffer.from(entry.name, 'utf8');
      const placed = { ...entry, encodedName, offset };
      offset += localLength + encodedName.length + entry.size;
      return placed;
    });
    this.#directoryOffset = offset;
    const directory = Buffer.concat(this.#entries.map(centralHeader));
    this.#tail = Buffer.concat([directory, endRecord(this.#entries.length, offset, directory.length)]);
    this.size = offset + this.#tail.length;
  }

  /** What lies between two bytes of the archive, both inclusive, in order. */
  *parts(start: number, end: number): Generator<ZipPart> {
    for (let i = this.#indexAt(start); i < this.#entries.length; i++) {
      const entry = this.#entries[i];
      if (!entry || entry.offset > end) break;
      const header = localHeader(entry);
      yield* bytesWithin(header, entry.offset, start, end);
      const content = entry.offset + header.length;
      const [from, to] = [Math.max(start, content), Math.min(end, content + entry.size - 1)];
      if (from <= to) yield { entry: i, start: from - content, end: to - content };
    }
    yield* bytesWithin(this.#tail, this.#directoryOffset, start, end);
  }

  /** The last entry that begins at this byte or before it. */
  #indexAt(position: number): number {
    let [low, high] = [0, this.#entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#entries[middle]?.offset ?? 0) <= position) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }
}

function* bytesWithin(bytes: Buffer, offset: number, start: number, end: number): Generator<ZipPart> {
  const part = bytes.subarray(Math.max(0, start - offset), Math.max(0, end - offset + 1));
  if (part.length > 0) yield { bytes: part };
}

const localHeader = ({ encodedName, modifiedAt, crc32, size }: Placed): Buffer => {
  const header = Buffer.alloc(localLength);
  header.write('504b0304', 0, 'hex');
  header.writeUInt16LE(plainVersion, 4);
  header.writeUInt16LE(flags, 6);
  writeTime(header, 10, modifiedAt);
  header.writeUInt32LE(crc32, 14);
  header.writeUInt32LE(size, 18);
  header.writeUInt32LE(size, 22);
  header.writeUInt16LE(encodedName.length, 26);
  return Buffer.concat([header, encodedName]);
};

const centralHeader = ({ encodedName, modifiedAt, crc32, size, offset }: Placed): Buffer => {
  const isFar = offset >= longFrom;
  const header = Buffer.alloc(centralLength);
  header.write('504b0102', 0, 'hex');
  header.writeUInt16LE((unix << 8) | zip64Version, 4);
  header.writeUInt16LE(isFar ? zip64Version : plainVersion, 6);
  header.writeUInt16LE(flags, 8);
  writeTime(header, 12, modifiedAt);
  header.writeUInt32LE(crc32, 16);
  header.writeUInt32LE(size, 20);
  header.writeUInt32LE(size, 24);
  header.writeUInt16LE(encodedName.length, 28);
  header.writeUInt16LE(isFar ? 12 : 0, 30);
  header.writeUInt32LE(readableFile * 0x10000, 38);
  header.writeUInt32LE(Math.min(offset, longFrom), 42);
  if (!isFar) return Buffer.concat([header, encodedName]);
  const extra = Buffer.alloc(12);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(8, 2);
  extra.writeBigUInt64LE(BigInt(offset), 4);
  return Buffer.concat([header, encodedName, extra]);
};

/** The record at the end of the archive, with the place of its directory. */
const endRecord = (count: number, directoryOffset: number, directorySize: number): Buffer => {
  const end = Buffer.alloc(endLength);
  end.write('504b0506', 0, 'hex');
  end.writeUInt16LE(Math.min(count, manyFrom), 8);
  end.writeUInt16LE(Math.min(count, manyFrom), 10);
  end.writeUInt32LE(Math.min(directorySize, longFrom), 12);
  end.writeUInt32LE(Math.min(directoryOffset, longFrom), 16);
  const isLarge = count >= manyFrom || directoryOffset >= longFrom || directorySize >= longFrom;
  if (!isLarge) return end;
  const zip64 = Buffer.alloc(zip64EndLength);
  zip64.write('504b0606', 0, 'hex');
  zip64.writeBigUInt64LE(44n, 4);
  zip64.writeUInt16LE((unix << 8) | zip64Version, 12);
  zip64.writeUInt16LE(zip64Version, 14);
  zip64.writeBigUInt64LE(BigInt(count), 24);
  zip64.writeBigUInt64LE(BigInt(count), 32);
  zip64.writeBigUInt64LE(BigInt(directorySize), 40);
  zip64.writeBigUInt64LE(BigInt(directoryOffset), 48);
  // The locator, which says where the record before it begins.
  zip64.write('504b0607', 56, 'hex');
  zip64.writeBigUInt64LE(BigInt(directoryOffset + directorySize), 64);
  zip64.writeUInt32LE(1, 72);
  return Buffer.concat([zip64, end]);
};

/** MS-DOS time, in steps of two seconds and from 1980 on. */
const writeTime = (header: Buffer, at: number, time: Date): void => {
  const [hours, minutes, seconds] = [time.getUTCHours(), time.getUTCMinutes(), time.getUTCSeconds()];
  const year = Math.max(0, time.getUTCFullYear() - 1980);
  header.writeUInt16LE((hours << 11) | (minutes << 5) | (seconds >> 1), at);
  header.writeUInt16LE((year << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate(), at + 2);
};
