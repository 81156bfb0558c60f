import type { Page } from '../domain/kernel/page.ts';

/** Parts of a resource object; `links` are paths. */
export interface ResourceParts {
  type: string;
  id: number | string;
  attributes: object;
  links?: Record<string, string>;
  relationships?: Record<string, unknown>;
}

/** A resource object in the house form. */
export function resource(parts: ResourceParts): Record<string, unknown> {
  const { type, id, attributes, links, relationships } = parts;
  return { type, id, attributes, ...(links && { links }), ...(relationships && { relationships }) };
}

/** `{data, meta: {total, page, per_page, total_pages}}`. */
export function listOf<Row>(page: Page<Row>, present: (row: Row) => unknown): Record<string, unknown> {
  return {
    data: page.rows.map(present),
    meta: { total: page.total, page: page.page, per_page: page.per_page, total_pages: pagesOf(page) },
  };
}

/** The second form of pagination: `meta` is `{page, per_page, total, current_page, last_page, from, to}`; `from` and `to` count rows from 1. */
export function listWithRange<Row>(page: Page<Row>, present: (row: Row) => unknown): Record<string, unknown> {
  const first = (page.page - 1) * page.per_page + 1;
  const empty = page.rows.length === 0;
  return {
    data: page.rows.map(present),
    meta: {
      page: page.page,
      per_page: page.per_page,
      total: page.total,
      current_page: page.page,
      last_page: Math.max(1, pagesOf(page)),
      from: empty ? null : first,
      to: empty ? null : first + page.rows.length - 1,
    },
  };
}

/** ISO 8601 in UTC with milliseconds and `Z`. */
export function datetime(value: Date): string;
export function datetime(value: Date | null): string | null;
export function datetime(value: Date | null): string | null {
  return value === null ? null : value.toISOString();
}

function pagesOf(page: Page<unknown>): number {
  return Math.ceil(page.total / page.per_page);
}
