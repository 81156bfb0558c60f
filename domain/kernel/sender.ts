/** What came of calling an address that a partner named. */
export interface SendResult {
  /** null: no answer came. */
  responseCode: number | null;
  /**
   * Class of what went wrong; `http` for an answer that is no success; `busy` when calls to the host had no slot free, so that nothing
   * was sent; null for a success.
   */
  errorClass: string | null;
  /** A sentence for the partner; null for a success. */
  error: string | null;
  /** Beginning of the answer's body. */
  excerpt: string | null;
  durationMs: number;
  /** Milliseconds the endpoint asked us to wait; null when it asked for nothing. */
  retryAfterMs: number | null;
}

/** Calls addresses that partners name; the only way out of the service. */
export interface Sender {
  /** Posts a body; each host serves those on whose behalf it is done round robin. Never throws: what went wrong is part of the result. */
  send(message: {
    url: string;
    headers: Record<string, string>;
    body: string;
    onBehalfOf: string;
  }): Promise<SendResult>;
  /** Why the service would not call this address; null when it would. */
  objection(url: string): Promise<string | null>;
}
