import type { IncomingMessage } from 'node:http';
import fresh from 'fresh';

/** Longest list of entity tags that is compared, characters: some two hundred tags. The head of a request has 16 KiB in all. */
export const MAX_TAGS_LENGTH = 8_192;

/** The validators of an answer. */
export interface Validators {
  ETag?: string | undefined;
  'Last-Modified'?: string;
}

/**
 * Whether the client's copy of a GET is current (RFC 9110, section 13.2.2). `Cache-Control: no-cache`, which fetch adds to such
 * requests, is for caches on the way and ignored here. A list of tags that is too long counts as none.
 */
export function isNotModified(
  { 'if-none-match': tags, 'if-modified-since': since }: IncomingMessage['headers'],
  { ETag: etag, 'Last-Modified': modified }: Validators,
): boolean {
  if (etag === undefined && modified === undefined) return false;
  if (tags !== undefined && tags.length > MAX_TAGS_LENGTH) return false;
  return fresh({ 'if-none-match': tags, 'if-modified-since': since }, { etag, 'last-modified': modified });
}
