import { type QueryKey, useQuery } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';

/** Records of a page at first; a power of two, so that half of it divides what was read. */
const PER_PAGE = 32;
/** Most records that are offered for selection, the newest. */
const MAX_RECORDS = 200;

/** Reads a page of a list. */
type FetchPage<Row> = (request: {
  query: { page: number; per_page: number };
  signal?: AbortSignal;
  throwOnError: true;
}) => Promise<{ data: { data: Row[]; meta: { total: number } } }>;

/** The records of a list for a selection. `key` is the key of the list, with which they are invalidated. */
export function useAllRecords<Row>(key: QueryKey, fetchPage: FetchPage<Row>, { enabled = true } = {}) {
  return useQuery({
    enabled,
    queryKey: [...key, 'all'],
    queryFn: async ({ signal }) => (await fetchAll(fetchPage, { most: MAX_RECORDS, signal })).records,
  });
}

/**
 * Reads the first records of a list page by page, at least `most` if there are so many; in smaller pages where the API
 * refuses one because of its size. `total` is the number of all.
 */
export async function fetchAll<Row>(
  fetchPage: FetchPage<Row>,
  { most, signal }: { most: number; signal?: AbortSignal },
): Promise<{ records: Row[]; total: number }> {
  const records: Row[] = [];
  let perPage = PER_PAGE;
  for (;;) {
    const query = { page: records.length / perPage + 1, per_page: perPage };
    try {
      const { data } = await fetchPage({ query, throwOnError: true, ...(signal && { signal }) });
      records.push(...data.data);
      const { total } = data.meta;
      if (data.data.length < perPage || records.length >= Math.min(most, total)) return { records, total };
    } catch (error) {
      if (perPage === 1 || !isTooLarge(error)) throw error;
      perPage /= 2;
    }
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof ApiError && error.status === 422 && 'per_page' in error.details;
}
