import { parse } from 'node:querystring';

/** Longest address in a `Link`, characters: longer ones would fill the header lines that proxies accept. */
const MAX_LENGTH = 2_000;

/** Where a page stands, as its body says. */
interface PageMeta {
  page?: unknown;
  current_page?: unknown;
  total_pages?: unknown;
  last_page?: unknown;
  next_cursor?: unknown;
}

/** The request for a page: its path as sent, under the public origin, and its query. */
interface PageRequest {
  publicUrl: string;
  path: string;
  querystring: string;
}

/** `Link` of a page of a list: the next and the previous one, with the same filters. Empty where there are none. */
export function pageLinks(request: PageRequest, body: unknown): string[] {
  const { meta, pagination } = (body ?? {}) as { meta?: PageMeta; pagination?: PageMeta };
  if (meta?.next_cursor !== undefined) {
    return typeof meta.next_cursor === 'string' ? link(request, 'next', { cursor: meta.next_cursor }) : [];
  }
  const at = pagination ?? meta ?? {};
  const page = at.page ?? at.current_page;
  const last = at.total_pages ?? at.last_page;
  if (typeof page !== 'number' || typeof last !== 'number') return [];
  return [
    ...(page < last ? link(request, 'next', { page: page + 1 }) : []),
    ...(page > 1 && last > 0 ? link(request, 'prev', { page: Math.min(page - 1, last) }) : []),
  ];
}

function link(
  { publicUrl, path, querystring }: PageRequest,
  relation: string,
  change: Record<string, unknown>,
): string[] {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...parse(querystring), ...change })) {
    for (const one of [value].flat()) query.append(name, String(one));
  }
  const address = `${publicUrl}${path.replace(/[^!-~]|[<>]/g, encodeURIComponent)}?${query}`;
  return address.length > MAX_LENGTH ? [] : [`<${address}>; rel="${relation}"`];
}
