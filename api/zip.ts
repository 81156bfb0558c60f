import { Zip, ZipPassThrough } from 'fflate';

/** Bytes that are checked and sent at once: less than a millisecond of work. */
const PIECE_BYTES = 262_144;

/** A file of an archive. */
export interface ArchivedFile {
  /** Its path within the archive. */
  name: string;
  bytes: Uint8Array;
}

/**
 * A ZIP file, in pieces, written as its files come. They are stored as they are: images are compressed already, and nothing of them is held
 * longer than it takes to send it. `turn` waits for the caller's turn of the event loop.
 */
export async function* zipOf(
  files: AsyncIterable<ArchivedFile>,
  modifiedAt: Date,
  turn: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    ready.push(piece);
  });
  for await (const { name, bytes } of files) {
    const file = new ZipPassThrough(name);
    file.mtime = modifiedAt;
    zip.add(file);
    for (let start = 0; start === 0 || start < bytes.length; start += PIECE_BYTES) {
      await turn();
      const end = start + PIECE_BYTES;
      file.push(bytes.subarray(start, end), end >= bytes.length);
      yield* ready.splice(0);
    }
  }
  zip.end();
  yield* ready.splice(0);
}
