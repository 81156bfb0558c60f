import { fetch as undiciFetch } from 'undici';

/**
 * `fetch` for the addresses that the operator sets, which may be internal. It is the package's: an answer with six content encodings
 * whose connection breaks ends the process with Node's own (24.21; the package has mended it).
 */
export const operatorFetch = undiciFetch as unknown as (
  url: string | URL | Request,
  options?: RequestInit,
) => Promise<Response>;
