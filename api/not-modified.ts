import type { IncomingMessage } from 'node:http';
import fresh from 'fresh';

/** The validators of an answer. */
export interface Validators {
  ETag?: string | undefined;
  'Last-Modified'?: string;
}

/**
 * Whether the client's copy of a GET is current (RFC 9110, section 13.2.2). `Cache-Control: no-cache`, which fetch adds to such
 * requests, is for caches on the way and ignored here.
 */
export function isNotModified(
  { 'if-none-match': tags, 'if-modified-since': since }: IncomingMessage['headers'],
  { ETag: etag, 'Last-Modified': modified }: Validators,
): boolean {
  if (etag === undefined && modified === undefined) return false;
  return fresh({ 'if-none-match': tags, 'if-modified-since': since }, { etag, 'last-modified': modified });
}
