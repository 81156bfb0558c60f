import { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/**
 * Most bytes that a server may send for one mail: all its replies have one or two thousand, and the longest chains of certificates
 * some twenty. The library keeps every line until it has looked at it, which takes longer than receiving it, above all of many
 * short ones. Before TLS anybody on the way may send them.
 */
const MAX_BYTES = { plain: 16_384, tls: 65_536 };
/** First byte of a record that begins TLS (RFC 8446, section 5.1); no command begins with it. */
const HANDSHAKE = 0x16;

/**
 * A connection to a mail server that ends with an error once the server has sent too much, or has been silent for too long. It counts
 * beneath TLS, whose socket would otherwise read from the system past every listener.
 */
export class BoundedConnection extends Duplex {
  readonly #socket = new Socket();
  #received = 0;
  #most = MAX_BYTES.plain;

  /** `silenceMs`: longest time between two bytes, until `waitForLast`. */
  constructor(silenceMs: number) {
    super();
    this.#socket
      .setTimeout(silenceMs)
      // Commands are short, and each waits for the reply to the one before.
      .setNoDelay(true)
      .on('data', (chunk) => this.#receive(chunk))
      .on('end', () => this.push(null))
      .on('timeout', () =>
        this.destroy(Object.assign(new Error('The mail server was silent for too long.'), { code: 'ETIMEDOUT' })),
      )
      .on('error', (error) => this.destroy(error))
      .on('close', () => this.destroy());
  }

  /** Connects, as a socket does. */
  connect(port: number, host: string, onConnect: () => void): this {
    this.#socket.connect(port, host, onConnect);
    return this;
  }

  /** The limit of its own holds, within TLS, too. */
  setTimeout(): this {
    return this;
  }

  /** From now on the server may be silent: it has the whole mail, and some examine one before they say that they take it. */
  waitForLast(): void {
    this.#socket.setTimeout(0);
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    if (chunk[0] === HANDSHAKE) this.#most = MAX_BYTES.tls;
    this.#socket.write(chunk, done);
  }

  override _final(done: () => void): void {
    this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy();
    done(error);
  }

  #receive(chunk: Buffer): void {
    this.#received += chunk.length;
    if (this.#received > this.#most) this.destroy(new Error('The mail server sent too much.'));
    else if (!this.push(chunk)) this.#socket.pause();
  }
}
