import type { Socket } from 'node:net';
import type pg from 'pg';
import { releaseLargeMessages, writeInPieces } from './large-messages.ts';
import { UniformClient } from './uniform-client.ts';

declare module 'pg' {
  interface Client {
    /** The server owes no answer; the driver's types leave it out. */
    readyForQuery: boolean;
  }
}

/** Milliseconds; longer than the statement time-out, so a live server has answered by then, if only with an error. */
const SILENCE_MS = 6_000;

/** The server did not respond: it hangs, or the network dropped the connection silently. */
class DatabaseSilent extends Error {
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('The database does not answer.');
    this.name = 'DatabaseSilent';
  }
}

/**
 * Destroys the connection when a response is overdue for `silenceMs`, 6 s by default; pending queries then fail. Statements for which the
 * session has another time-out (`SET statement_timeout`, or `SET LOCAL` until its transaction ends) may take longer.
 */
export function breakWhenSilent(client: pg.Client, silenceMs: number = SILENCE_MS): void {
  const stream = client.connection.stream as Socket;
  const hasOwnTimeout = watchTimeout(client.connection);
  // Counts from the last byte in either direction, so it costs nothing a statement. A callback given to setTimeout would be
  // called only once: after the first idle period nobody would watch the connection.
  stream.setTimeout(silenceMs);
  stream.on('timeout', () => {
    // No response is due; a statement sent before the check below must not count as waiting.
    if (client.readyForQuery || hasOwnTimeout()) return;
    const { bytesRead } = stream;
    // If this process itself was blocked, the response may have arrived unread.
    setImmediate(() => {
      if (stream.bytesRead === bytesRead && !client.readyForQuery) stream.destroy(new DatabaseSilent());
    });
  });
}

const OWN_TIMEOUT = /^SET (LOCAL )?statement_timeout\b/;

/** Whether the session has set a statement time-out of its own. */
function watchTimeout(connection: pg.Connection): () => boolean {
  let ofSession = false;
  let ofTransaction = false;
  const look = (text: string) => {
    const found = text.startsWith('SET ') ? OWN_TIMEOUT.exec(text) : null;
    if (found?.[1]) ofTransaction = true;
    else if (found) ofSession = true;
  };
  const { query, parse } = connection;
  connection.query = (text) => {
    look(text);
    query.call(connection, text);
  };
  connection.parse = (message, more) => {
    look(message.text);
    parse.call(connection, message, more);
  };
  // I: outside of a transaction.
  connection.on('readyForQuery', ({ status }: { status: string }) => {
    if (status === 'I') ofTransaction = false;
  });
  return () => ofSession || ofTransaction;
}

/** A pool connection that does not wait forever and that may break at any moment without crashing the process. */
export class WatchfulClient extends UniformClient {
  constructor(config?: string | pg.ClientConfig, silenceMs?: number) {
    super(config);
    releaseLargeMessages(this.connection);
    // Between the pool and its user nobody listens: a new connection that the server ends with the same packet that
    // greets it would be an uncaught error. Its user hears of it with the first statement.
    this.on('error', () => undefined);
    // Only then is it clear whether TLS has taken the socket's place; the connection time-out covers what comes before.
    this.once('connect', () => {
      writeInPieces(this.connection.stream as Socket);
      breakWhenSilent(this, silenceMs);
    });
  }
}
