/**
 * Why a call got no answer. `invalid_url`, `blocked_address` and `dns` are faults of the address; `connect`, `tls`,
 * `timeout` and `reset` of the endpoint or the way to it; `protocol` means that one of both sides does not speak
 * HTTP/1.1; `aborted` that the caller gave up; `busy` that no slot for a call to the host became free in time, or that the
 * operator's proxy cannot be used, so that nothing was sent and nothing is known of the endpoint.
 */
export type OutboundErrorKind =
  | 'invalid_url'
  | 'blocked_address'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'reset'
  | 'protocol'
  | 'aborted'
  | 'busy';

/** A call that got no answer. The message is fit for the partner who named the address: it reveals nothing about our network. */
export class OutboundError extends Error {
  readonly kind: OutboundErrorKind;
  /** The system's or the library's own code, such as ECONNREFUSED, for logs. */
  readonly code: string | undefined;
  /** From the call to its failure; 0 when the address was refused before anything was tried. */
  durationMs = 0;

  constructor(kind: OutboundErrorKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'OutboundError';
    this.kind = kind;
    this.code = codeOf(cause);
  }
}

/** The code that Node and its libraries put on errors. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
