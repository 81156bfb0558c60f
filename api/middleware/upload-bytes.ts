import type { IncomingMessage } from 'node:http';
import { release } from '../../infra/processes/release.ts';

/** Resolves when the caller may do the next slice of its work. */
export type Turn = () => Promise<void>;

/** Bytes that are taken in one turn; what has arrived beyond waits in the socket. */
const SLICE_BYTES = 131_072;
/** The first bytes have this room; the whole length when there are more, since a client may say a length and send nothing. */
const FIRST_BYTES = 65_536;

/** A body that is longer than allowed, or than it said; `type` as raw-body has it. */
class UnreadableBody extends Error {
  readonly type = 'entity.too.large';
}

/**
 * The bytes of a large body, in one piece from the start: chunks that are joined in the end would be copied, and cost a large
 * collection of garbage. Others have their turns meanwhile. Throws UnreadableBody, and what the stream throws.
 */
export async function readInTurns(req: IncomingMessage, maxBytes: number, turn: Turn): Promise<Buffer> {
  const declared = Number(req.headers['content-length'] ?? Number.NaN);
  if (declared > maxBytes) throw new UnreadableBody();
  let bytes: Buffer | undefined;
  let [size, taken] = [0, 0];
  // The rest of a refused body is read and dropped by the caller.
  for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    const needed = size + chunk.length;
    if (needed > maxBytes) throw new UnreadableBody();
    bytes ??= Buffer.allocUnsafeSlow(Math.min(FIRST_BYTES, declared >= needed ? declared : FIRST_BYTES));
    if (needed > bytes.length) {
      const room = declared >= needed ? declared : Math.min(Math.max(needed, 2 * bytes.length), maxBytes);
      bytes = grown(bytes, size, room);
    }
    chunk.copy(bytes, size);
    release(chunk);
    taken += needed - size;
    size = needed;
    if (taken >= SLICE_BYTES) {
      taken = 0;
      await turn();
    }
  }
  return bytes?.subarray(0, size) ?? Buffer.alloc(0);
}

function grown(bytes: Buffer, size: number, room: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(room);
  bytes.copy(larger, 0, 0, size);
  release(bytes);
  return larger;
}
