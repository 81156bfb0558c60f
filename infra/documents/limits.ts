/** Processor time that a document may take, milliseconds; an honest one of 5 MiB takes two seconds of a slow core. */
export const MAX_CPU_MS = 20_000;
/** Memory that a document may take on the heap of its thread, MiB. */
export const MAX_HEAP_MIB = 256;
/** Memory that it may take in buffers besides, MiB. */
export const MAX_BUFFERS_MIB = 256;
/** Size of what is read of a compressed file when it is written out, bytes. */
export const MAX_INFLATED_BYTES = 32 * 1_048_576;
/** Longest text of a document, characters. */
export const MAX_CHARACTERS = 6_000_000;
/** Pages of a PDF. */
export const MAX_PAGES = 2_000;
