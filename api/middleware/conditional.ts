import type { IncomingMessage } from 'node:http';

/** The validators of a response. */
interface Validators {
  ETag?: string;
  'Last-Modified'?: string;
}

/**
 * Whether the client's copy of a GET is current (RFC 9110, section 13.2.2): by the entity tag if one was sent,
 * otherwise by the date. `Cache-Control: no-cache`, which fetch adds to such requests, is for caches on the way and
 * ignored here.
 */
export function isNotModified(
  request: IncomingMessage['headers'],
  { ETag, 'Last-Modified': modified }: Validators,
): boolean {
  const { 'if-none-match': tags, 'if-modified-since': since } = request;
  if (tags !== undefined) {
    return ETag !== undefined && tags.split(',').some((tag) => ['*', ETag].includes(tag.trim().replace(/^W\//, '')));
  }
  return since !== undefined && modified !== undefined && Date.parse(modified) <= Date.parse(since);
}
