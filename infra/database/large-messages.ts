import type pg from 'pg';
import { release } from '../processes/release.ts';

declare module 'pg' {
  interface Connection {
    /** Writes a message; the driver's types leave it out. */
    _send(message: Buffer): boolean;
  }
}

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
