/** Buffers up to this length share their memory with others. */
const MAX_SHARED_BYTES = 16_384;

/**
 * Gives the memory of a large buffer back at once; nobody reads it from then on. Megabytes that wait for the collection of
 * garbage bring it forward, and everybody waits for it. Does nothing for a short buffer, or a part of a larger one.
 */
export function release({ buffer, length }: Buffer): void {
  if (!(buffer instanceof ArrayBuffer) || length <= MAX_SHARED_BYTES || buffer.byteLength !== length) return;
  buffer.transfer(0);
}
