/** Result of calling a partner's address. */
export interface SendResult {
  /** null when no response came. */
  responseCode: number | null;
  /**
   * Failure class; `http` for a response that is not a success; `busy` when the host had no free slot, so that nothing
   * was sent; null for a success.
   */
  errorClass: string | null;
  /** A sentence for the partner; null for a success. */
  error: string | null;
  /** Start of the response body. */
  excerpt: string | null;
  durationMs: number;
  /** Retry-After of the endpoint in milliseconds; null when absent. */
  retryAfterMs: number | null;
}

/** Calls partners' addresses; all other outbound calls to them are forbidden. */
export interface Sender {
  /**
   * Posts a body. Each host serves the partners in `onBehalfOf` round robin. Never throws: errors are part of the
   * result.
   */
  send(message: {
    url: string;
    headers: Record<string, string>;
    body: string;
    onBehalfOf: string;
  }): Promise<SendResult>;
  /** Why the service does not call this address; null when it does. */
  objection(url: string): Promise<string | null>;
}
