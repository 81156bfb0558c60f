import type { Socket } from 'node:net';
import pg from 'pg';

declare module 'pg' {
  interface Client {
    /** The server owes no answer; the driver's types leave it out. */
    readyForQuery: boolean;
  }
}

/** Longer than the statement time-out: a server that is there has answered by then, if only with an error, milliseconds. */
const SILENCE_MS = 6_000;

/** The server owes an answer and does not give it: it hangs, or the network lost the connection without a word. */
class DatabaseSilent extends Error {
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('The database does not answer.');
    this.name = 'DatabaseSilent';
  }
}

/** Breaks the connection once the server has owed an answer for so long, 6 s unless given; whoever waits for it hears of it then. */
export function breakWhenSilent(client: pg.Client, silenceMs: number = SILENCE_MS): void {
  const stream = client.connection.stream as Socket;
  // Counts from the last byte in either direction, so it costs nothing a statement.
  stream.setTimeout(silenceMs, () => {
    // It owed nothing; a statement that is sent before the look below must not be taken for one that waits.
    if (client.readyForQuery) return;
    const { bytesRead } = stream;
    // Where this process itself stood still, the answer may be there and only unread.
    setImmediate(() => {
      if (stream.bytesRead === bytesRead && !client.readyForQuery) stream.destroy(new DatabaseSilent());
    });
  });
}

/** A connection of the pool that does not wait for ever, and that may break at any moment without ending the process. */
export class WatchfulClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig, silenceMs?: number) {
    super(config);
    // Between the pool and its user nobody listens: a new connection that the server ends with the same packet that
    // greets it would be an uncaught error. Its user hears of it with the first statement.
    this.on('error', () => undefined);
    // Only then is it clear whether TLS has taken the socket's place; the connection time-out covers what comes before.
    this.once('connect', () => breakWhenSilent(this, silenceMs));
  }
}
