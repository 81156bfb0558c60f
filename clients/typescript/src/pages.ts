/** A page of a list, as the API answers it. */
interface ListBody {
  data?: unknown;
  meta?: Readonly<Record<string, unknown>>;
  pagination?: Readonly<Record<string, unknown>>;
}

/** A further page: parameters that replace those of the last one. */
type Next = Record<string, unknown> | undefined;

/** Pages whose records are remembered: what comes new at the top of a list shifts others to its next pages. */
const REMEMBERED_PAGES = 10;

/** The pages of a list, each asked for once the one before was used. `begin`: parameters of the first page. */
export async function* pagesOf<Body extends object>(
  begin: Readonly<Record<string, unknown>>,
  ask: (query: Record<string, unknown>) => Promise<{ body: Body; link: string | null }>,
): AsyncGenerator<Body, void, void> {
  let query: Record<string, unknown> = { ...begin };
  for (;;) {
    const { body, link } = await ask(query);
    yield body;
    const next = nextOf(body, link, query);
    if (!next) return;
    query = next;
  }
}

/** Records of pages, each once where they have an id. */
export async function* recordsOf<Item>(pages: AsyncIterable<object>): AsyncGenerator<Item, void, void> {
  const seen: Set<unknown>[] = [];
  for await (const page of pages) {
    const { data } = page as ListBody;
    if (!Array.isArray(data)) throw new TypeError('The answer is no list.');
    const ids = new Set<unknown>();
    for (const item of data) {
      const id = (item as { id?: unknown } | null)?.id;
      if (id !== undefined && seen.some((earlier) => earlier.has(id))) continue;
      ids.add(id);
      yield item;
    }
    seen.push(ids);
    if (seen.length > REMEMBERED_PAGES) seen.shift();
  }
}

/** By cursor where the list has one, else by its link, else by the number of the page. */
function nextOf(body: object, link: string | null, query: Record<string, unknown>): Next {
  const { data, meta = {}, pagination = {} } = body as ListBody;
  const { page: _page, ...rest } = query;
  if ('next_cursor' in meta)
    return typeof meta['next_cursor'] === 'string' ? { ...rest, cursor: meta['next_cursor'] } : undefined;
  const linked = parametersOfNext(link);
  if (linked) return { ...query, ...linked };
  const page = meta['page'] ?? pagination['current_page'];
  const last = meta['total_pages'] ?? meta['last_page'] ?? pagination['last_page'];
  const isMore = typeof page === 'number' && typeof last === 'number' && page < last;
  return isMore && Array.isArray(data) && data.length > 0 ? { ...query, page: page + 1 } : undefined;
}

/** The parameters of the link with `rel="next"` (RFC 8288). */
function parametersOfNext(link: string | null): Next {
  for (const [, target = '', parameters = ''] of (link ?? '').matchAll(/<([^<>]*)>([^<]*)/g)) {
    if (!/;\s*rel="?next"?/i.test(parameters) || !target.includes('?')) continue;
    const query = new URLSearchParams(target.slice(target.indexOf('?')));
    const given = [...query.keys()].filter((name) => name === 'page' || name === 'cursor');
    if (given.length > 0) return Object.fromEntries(given.map((name) => [name, query.get(name)]));
  }
  return undefined;
}
