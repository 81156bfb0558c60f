import type { Me } from '../shell/me.ts';
import { keepStored, readStored } from './storage.ts';

/** A filter of a list that the person keeps under a name. */
export type SavedFilter = NonNullable<Me['saved_filters']>[number];

/** Rows of a page that people choose from; the first is the default. */
export const PAGE_SIZES = [25, 50, 100] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

const PREFIX = 'marketwright.page-size';
let owner = '';
let filters: readonly SavedFilter[] = [];

/** Makes known who is signed in, and which filters lists open with. Routes read them before their views are rendered. */
export function setListPreferences(person: string, savedFilters: readonly SavedFilter[]): void {
  owner = person;
  filters = savedFilters;
}

/** Parser of the parameter `per_page`: what the person chose last where the address has none. */
export function pageSize(raw: unknown): PageSize {
  return sizeOf(raw) ?? sizeOf(readStored(`${PREFIX}/${owner}`)) ?? PAGE_SIZES[0];
}

function sizeOf(raw: unknown): PageSize | undefined {
  return PAGE_SIZES.find((size) => String(size) === String(raw));
}

/** Keeps the choice in this browser, for this person. */
export function keepPageSize(size: PageSize): void {
  // A full or forbidden storage keeps no choice; the address has it.
  keepStored(`${PREFIX}/${owner}`, String(size));
}

/** Leaves the default out of the address. */
export function withoutDefaults<Search extends object>(search: Search): Search {
  if (!('per_page' in search) || search.per_page !== PAGE_SIZES[0]) return search;
  return { ...search, per_page: undefined };
}

/**
 * The parameters with which a list opens: those of the person's default filter, unless the address has some. `view` is the pattern of the
 * address, such as `/webhooks/$id`.
 */
export function defaultSearch(view: string, search: object): Record<string, unknown> | undefined {
  const isFiltered = Object.entries(search).some(([name, value]) => name !== 'per_page' && value !== undefined);
  if (isFiltered) return undefined;
  const chosen = filters.find((filter) => filter.view === view && filter.is_default);
  return chosen && valuesOf(chosen);
}

/** The parameters of a saved filter as an address has them. */
export function valuesOf({ query }: Pick<SavedFilter, 'query'>): Record<string, string | number | true> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => {
      if (value === 'true') return [name, true];
      return [name, /^[1-9]\d{0,14}$/.test(value) ? Number(value) : value];
    }),
  );
}
