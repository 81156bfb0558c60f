import type { IncomingMessage } from 'node:http';

/** What an answer says of its state. */
interface Validators {
  ETag?: string;
  'Last-Modified'?: string;
}

/**
 * Whether a GET asks for what the client has already (RFC 9110, section 13.2.2): the entity tag decides where one was sent, the date
 * otherwise. A `Cache-Control: no-cache`, which fetch adds to such requests, is for caches on the way and of no account here.
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
