import type { Socket } from 'node:net';
import type pg from 'pg';
import { release } from '../processes/release.ts';

declare module 'pg' {
  interface Connection {
    /** Writes a message; the driver's types leave it out. */
    _send(message: Buffer): boolean;
  }
}

/** What a socket is given at once. The kernel copies it, and hands it to a reader on the same machine, in some 0.3 ms. */
const PIECE_BYTES = 131_072;

/** Shorter messages are garbage like any other. */
const LARGE_BYTES = 262_144;

/**
 * Gives the memory of large messages back as soon as the socket has taken them. The driver makes a buffer for each that it
 * sends, with a copy of the parameters: of a document of 5 MiB as much once more.
 */
export function releaseLargeMessages(connection: pg.Connection): void {
  const send = connection._send.bind(connection);
  connection._send = (message) => {
    if (message.length < LARGE_BYTES || !connection.stream.writable) return send(message);
    return connection.stream.write(message, () => release(whole(message)));
  };
}

/** The driver's buffer, which has some room behind the message. */
function whole({ buffer }: Buffer): Buffer {
  return Buffer.from(buffer);
}

type Done = (error?: Error | null) => void;

/** What a stream is given in one call, as it has it: of bytes, Node says that their encoding is `buffer`. */
interface Part {
  chunk: unknown;
  encoding: BufferEncoding;
}

/**
 * Gives the socket what is long piece by piece, each in a pass of the event loop of its own: the kernel takes megabytes at once,
 * and holds up all other requests for ten milliseconds meanwhile.
 */
export function writeInPieces(stream: Socket): void {
  const [write, writev] = [stream._write.bind(stream), stream._writev?.bind(stream)];
  stream._write = (chunk: unknown, encoding, done) => writeEach(write, piecesOf({ chunk, encoding }), done);
  if (!writev) return;
  stream._writev = (chunks, done) => {
    if (chunks.some(({ chunk }) => isLong(chunk))) writeEach(write, chunks.flatMap(piecesOf), done);
    else writev(chunks, done);
  };
}

function writeEach(write: Socket['_write'], [next, ...rest]: readonly Part[], done: Done): void {
  write(next?.chunk, next?.encoding ?? 'utf8', (error) => {
    if (error || rest.length === 0) done(error);
    else setImmediate(() => writeEach(write, rest, done));
  });
}

function isLong(chunk: unknown): chunk is Uint8Array {
  return chunk instanceof Uint8Array && chunk.length > PIECE_BYTES;
}

function piecesOf(part: Part): Part[] {
  const { chunk, encoding } = part;
  if (!isLong(chunk)) return [part];
  const count = Math.ceil(chunk.length / PIECE_BYTES);
  return Array.from({ length: count }, (_, index) => {
    const piece = chunk.subarray(index * PIECE_BYTES, (index + 1) * PIECE_BYTES);
    return { chunk: piece, encoding };
  });
}
