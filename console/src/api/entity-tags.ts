import { client } from './generated/client/client.gen.ts';

/** Tags that are remembered; those that were read longest ago make way. */
const MAX_TAGS = 200;
const PREFIX = '/api/v1';

/** The entity tags of the records that were read last, by path. */
const tags = new Map<string, string>();

// Registered by the views that use them, before they read their record: other views need no tags.
client.interceptors.response.use((response, request) => {
  const tag = response.headers.get('ETag');
  const { pathname } = new URL(request.url);
  if (!response.ok || tag === null || (request.method !== 'GET' && request.method !== 'PATCH')) return response;
  tags.delete(pathname);
  tags.set(pathname, tag);
  const [oldest] = tags.keys();
  if (tags.size > MAX_TAGS && oldest !== undefined) tags.delete(oldest);
  return response;
});

/** Headers that let a request change the record at a path below `/api/v1` only as it was read last. */
export function unlessChanged(path: string): { 'If-Match'?: string } {
  const tag = entityTagAt(path);
  return tag === undefined ? {} : { 'If-Match': tag };
}

/** The entity tag of the record at a path below `/api/v1`, as it was read last. */
export function entityTagAt(path: string): string | undefined {
  return tags.get(PREFIX + path);
}
