/** How a socket fails on which the client has hung up. */
const CODES = new Set([
  'ECONNABORTED',
  'ECONNRESET',
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_WRITE_AFTER_END',
]);

/** Whether sending an answer failed since the client left. Only of errors of the client's own connection: the database's look alike. */
export function isAbort(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && CODES.has(String(error.code));
}

/** Whether a library that reads bodies found that the client left in the middle of one. */
export function isAbortedBody(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'type' in error && error.type === 'request.aborted';
}
