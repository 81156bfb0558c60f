import { crc32, inflateRawSync } from 'node:zlib';
import { DocumentError, MAX_ENTRIES } from '../port.ts';

const DAMAGED = 'The document is damaged.';

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const FILE_HEADER = 0x04034b50;
const END_SIZE = 22;
const ENTRY_SIZE = 46;
const HEADER_SIZE = 30;
/** Longest comment behind the directory, bytes. */
const MAX_COMMENT = 65_535;
/** A number that stands in an extra field instead. */
const ELSEWHERE = 0xffffffff;
const ZIP64_FIELD = 1;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;

/** A file of an archive as the directory declares it. */
interface Entry {
  flags: number;
  method: number;
  checksum: number;
  packedSize: number;
  size: number;
  /** Where its own header begins. */
  offset: number;
}

/**
 * A ZIP archive in memory. Files are looked up by name and never written; a file is unpacked no further than the directory declares, and
 * all that are unpacked have a limit together. Throws DocumentError.
 */
export class Archive {
  readonly #bytes: Buffer;
  readonly #entries: ReadonlyMap<string, Entry>;
  /** Bytes that may still be unpacked. */
  #left: number;

  constructor(bytes: Uint8Array, maxInflatedBytes: number) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#left = maxInflatedBytes;
    this.#entries = entriesOf(this.#bytes);
  }

  /** Whether there is such a file. */
  has(name: string): boolean {
    return this.#entries.has(keyOf(name));
  }

  /** The content of a file; undefined when there is none of this name. */
  read(name: string): Buffer | undefined {
    const entry = this.#entries.get(keyOf(name));
    if (!entry) return undefined;
    if ((entry.flags & ENCRYPTED) !== 0) throw new DocumentError('The document is protected by a password.');
    this.#left -= entry.size;
    if (this.#left < 0) throw new DocumentError('The document is too large when it is unpacked.');
    const content = unpacked(packedBytes(this.#bytes, entry), entry);
    if (content?.length !== entry.size || crc32(content) !== entry.checksum) throw new DocumentError(DAMAGED);
    return content;
  }
}

/** Names are compared as the packages' standard does: without case, with slashes, from the root. */
function keyOf(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase();
}

function entriesOf(bytes: Buffer): Map<string, Entry> {
  const end = endOfDirectory(bytes);
  const count = bytes.readUInt16LE(end + 10);
  if (count > MAX_ENTRIES) throw new DocumentError('The document has too many files in it.');
  const entries = new Map<string, Entry>();
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (at + ENTRY_SIZE > end || bytes.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new DocumentError(DAMAGED);
    const nameEnd = at + ENTRY_SIZE + bytes.readUInt16LE(at + 28);
    const extraEnd = nameEnd + bytes.readUInt16LE(at + 30);
    const next = extraEnd + bytes.readUInt16LE(at + 32);
    if (next > end) throw new DocumentError(DAMAGED);
    const name = keyOf(bytes.toString('utf8', at + ENTRY_SIZE, nameEnd));
    // Which of two is meant depends on the reader.
    if (entries.has(name)) throw new DocumentError(DAMAGED);
    entries.set(name, entryAt(bytes, at, bytes.subarray(nameEnd, extraEnd)));
    at = next;
  }
  checkOverlaps([...entries.values()], end);
  return entries;
}

function endOfDirectory(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - END_SIZE - MAX_COMMENT);
  for (let at = bytes.length - END_SIZE; at >= first; at -= 1) {
    if (bytes.readUInt32LE(at) === END_OF_DIRECTORY) return at;
  }
  throw new DocumentError(DAMAGED);
}

function entryAt(bytes: Buffer, at: number, extra: Buffer): Entry {
  const entry = {
    flags: bytes.readUInt16LE(at + 8),
    method: bytes.readUInt16LE(at + 10),
    checksum: bytes.readUInt32LE(at + 16),
    packedSize: bytes.readUInt32LE(at + 20),
    size: bytes.readUInt32LE(at + 24),
    offset: bytes.readUInt32LE(at + 42),
  };
  const long = longNumbers(extra);
  // In this order, and each only where it is elsewhere.
  for (const field of ['size', 'packedSize', 'offset'] as const) {
    if (entry[field] !== ELSEWHERE) continue;
    const value = long.shift();
    if (value === undefined || value > BigInt(Number.MAX_SAFE_INTEGER)) throw new DocumentError(DAMAGED);
    entry[field] = Number(value);
  }
  return entry;
}

/** The 64-bit numbers of an entry's extra field. */
function longNumbers(extra: Buffer): bigint[] {
  for (let at = 0; at + 4 <= extra.length; ) {
    const end = at + 4 + extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) === ZIP64_FIELD) {
      const field = extra.subarray(at + 4, end);
      return Array.from({ length: Math.floor(field.length / 8) }, (_, index) => field.readBigUInt64LE(index * 8));
    }
    at = end;
  }
  return [];
}

/** Files that share bytes are how a small archive holds much more than it could. */
function checkOverlaps(entries: Entry[], end: number): void {
  entries.sort((a, b) => a.offset - b.offset);
  for (const [index, { offset, packedSize }] of entries.entries()) {
    const next = entries[index + 1]?.offset ?? end;
    if (offset + HEADER_SIZE + packedSize > next) throw new DocumentError(DAMAGED);
  }
}

function packedBytes(bytes: Buffer, { offset, packedSize }: Entry): Buffer {
  if (bytes.readUInt32LE(offset) !== FILE_HEADER) throw new DocumentError(DAMAGED);
  const start = offset + HEADER_SIZE + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  if (start + packedSize > bytes.length) throw new DocumentError(DAMAGED);
  return bytes.subarray(start, start + packedSize);
}

function unpacked(packed: Buffer, { method, size }: Entry): Buffer | undefined {
  if (method === STORED) return packed;
  if (method !== DEFLATED) return undefined;
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, size) });
  } catch {
    return undefined;
  }
}
