import { type Dispatcher, errors } from 'undici';
import type { ConnectionPool } from './connection-pool.ts';
import type { Connection } from './connector.ts';
import { codeOf, OutboundError } from './outbound-error.ts';
import type { Target } from './target.ts';

/** Methods the client sends. */
export type OutboundMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Header fields of an answer, names in lower case; a field sent more than once is an array. */
export type ResponseHeaders = Record<string, string | string[] | undefined>;

/** The response of the remote host. */
export interface OutboundResponse {
  /** May be a redirect, which is not followed. */
  status: number;
  headers: ResponseHeaders;
  /** The first `keepBytes` of the body, as sent: nothing is decompressed. */
  excerpt: Buffer;
  /** Of the body, at most `maxBytes`. */
  bytesRead: number;
  /** The body went on after `maxBytes`; the rest was not read. */
  truncated: boolean;
  /** From the start in a slot to the end of the response; excludes the wait for the slot. */
  durationMs: number;
  /** The address that answered. */
  remoteAddress: string | undefined;
}

/** The request, and read limits. */
export interface ExchangeOptions {
  target: Target;
  method: OutboundMethod;
  headers: Record<string, string>;
  body: Buffer | string | undefined;
  timeoutMs: number;
  maxBytes: number;
  keepBytes: number;
  signal: AbortSignal | undefined;
}

/**
 * Most bytes of an answer, beside its body: heads, and eight for each byte of the body, as many as where each is a chunk of its own. Interim
 * answers and what chunks say of themselves have no limit of their own, and parsing them would take the loop for as long as
 * they come.
 */
const MAX_HEAD_BYTES = 65_536;
const MAX_BYTES_PER_BYTE = 8;

/** One request and its response under one time-out, from the slot to the last byte. */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #options: ExchangeOptions;
  readonly #pool: ConnectionPool;
  readonly #onEnd: (outcome: OutboundResponse | OutboundError) => void;
  readonly #startedAtMs = performance.now();
  readonly #kept: Buffer[] = [];
  #clock: NodeJS.Timeout | undefined;
  #connection: Connection | undefined;
  #over = false;
  #status = 0;
  #headers: ResponseHeaders = {};
  #bytesRead = 0;
  #bytesKept = 0;

  /** `onEnd` is called once, when the exchange is over. */
  constructor(
    options: ExchangeOptions,
    pool: ConnectionPool,
    onEnd: (outcome: OutboundResponse | OutboundError) => void,
  ) {
    this.#options = options;
    this.#pool = pool;
    this.#onEnd = onEnd;
  }

  start(): void {
    const { signal, timeoutMs, target } = this.#options;
    this.#clock = setTimeout(this.#timeOut, timeoutMs);
    signal?.addEventListener('abort', this.abort);
    if (signal?.aborted) this.abort();
    else this.#send(this.#pool.take(target));
  }

  /** Aborts the exchange; no effect when it is over. */
  readonly abort = (): void => this.#fail(new OutboundError('aborted', 'The call was given up'));

  onRequestStart(): void {}

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: ResponseHeaders): void {
    // Interim responses (1xx) precede the final one.
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#over) return;
    const { maxBytes, keepBytes } = this.#options;
    const wanted = chunk.subarray(0, Math.min(maxBytes, keepBytes) - this.#bytesKept);
    // Copied, because a chunk is a view of a much larger read buffer.
    if (wanted.length > 0) this.#kept.push(Buffer.from(wanted));
    this.#bytesKept += wanted.length;
    const room = maxBytes - this.#bytesRead;
    this.#bytesRead += Math.min(room, chunk.length);
    if (chunk.length > room) this.#answer(true);
  }

  onResponseEnd(): void {
    this.#answer(false);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error instanceof OutboundError ? error : exchangeError(error));
  }

  #send(connection: Connection): void {
    const { target, method, headers, body } = this.#options;
    this.#connection = connection;
    connection.begin(this.#onRead);
    const request = { path: target.path, method, headers, body: body ?? null };
    // `reset` asks the other side to close after the answer; without it the two agree by themselves.
    connection.client.dispatch(this.#pool.trusts(target) ? request : { ...request, reset: true }, this);
  }

  readonly #onRead = (bytes: number): void => {
    if (this.#over || bytes <= MAX_HEAD_BYTES + MAX_BYTES_PER_BYTE * this.#options.maxBytes) return;
    if (this.#status > 0) this.#answer(true);
    else this.#fail(new OutboundError('protocol', 'The answer has too much before it'));
  };

  readonly #timeOut = (): void => {
    const { timeoutMs } = this.#options;
    this.#fail(new OutboundError('timeout', `There was no complete answer within ${timeoutMs / 1000} s`));
  };

  #answer(truncated: boolean): void {
    const answer: OutboundResponse = {
      status: this.#status,
      headers: this.#headers,
      excerpt: Buffer.concat(this.#kept),
      bytesRead: this.#bytesRead,
      truncated,
      durationMs: this.#elapsedMs(),
      remoteAddress: this.#connection?.remoteAddress,
    };
    this.#finish(answer, !truncated);
  }

  #fail(error: OutboundError): void {
    error.durationMs = this.#elapsedMs();
    if (error.kind === 'reset' && this.#connection?.used && this.#status === 0)
      this.#pool.distrust(this.#options.target);
    this.#finish(error, false);
  }

  #finish(outcome: OutboundResponse | OutboundError, isReusable: boolean): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#clock);
    this.#options.signal?.removeEventListener('abort', this.abort);
    const { target } = this.#options;
    if (this.#connection && isReusable) this.#pool.release(target, this.#connection);
    else if (this.#connection) this.#pool.discard(target, this.#connection);
    this.#onEnd(outcome);
  }

  #elapsedMs(): number {
    return performance.now() - this.#startedAtMs;
  }
}

/** undici's protocol errors, besides those of its parser; all others are connection failures. */
const protocolCodes = new Set([
  'UND_ERR_HEADERS_OVERFLOW',
  'UND_ERR_INVALID_ARG',
  'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH',
]);

function exchangeError(error: Error): OutboundError {
  if (error instanceof errors.HTTPParserError || protocolCodes.has(codeOf(error) ?? '')) {
    return new OutboundError('protocol', 'The exchange was not valid HTTP/1.1', error);
  }
  return new OutboundError('reset', 'The connection ended before the answer was complete', error);
}
