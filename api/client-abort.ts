/** Codes of errors from a socket that the client has closed. */
const CODES = new Set([
  'ECONNABORTED',
  'ECONNRESET',
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_WRITE_AFTER_END',
]);

/**
 * Whether sending a response failed because the client disconnected. Pass only errors of the client's own connection:
 * those of the database look alike.
 */
export function isAbort(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && CODES.has(String(error.code));
}

/** Whether a library that reads bodies reports that the client disconnected midway. */
export function isAbortedBody(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'type' in error && error.type === 'request.aborted';
}
