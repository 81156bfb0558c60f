import { expect, test } from '@jest/globals';
import { ApiError } from '../api/api-error.ts';
import { fetchAll } from './all-records.ts';

const TOO_LARGE = { error: { code: 'VALIDATION_ERROR', message: 'x', details: { per_page: ['Must be smaller.'] } } };

/** A list whose pages hold at most so many of its records. */
function listOf(total: number, most: (from: number) => number) {
  const asked: [page: number, perPage: number][] = [];
  const fetchPage = async ({ query: { page, per_page } }: { query: { page: number; per_page: number } }) => {
    asked.push([page, per_page]);
    const from = (page - 1) * per_page;
    if (per_page > most(from)) throw new ApiError(TOO_LARGE, new Response(null, { status: 422 }));
    const data = Array.from({ length: Math.max(0, Math.min(per_page, total - from)) }, (_, index) => from + index);
    return { data: { data, meta: { total } } };
  };
  return { asked, fetchPage };
}

test.each([0, 1, 31, 32, 33, 64, 150])('%d records are read, each once', async (total) => {
  const { fetchPage } = listOf(total, () => 100);
  const records = Array.from({ length: total }, (_, index) => index);
  expect(await fetchAll(fetchPage, { most: 200 })).toEqual({ records, total });
});

test('pages get smaller where the API refuses them, and no record is left out', async () => {
  const { asked, fetchPage } = listOf(70, (from) => (from < 32 ? 100 : 5));
  const records = Array.from({ length: 70 }, (_, index) => index);
  expect(await fetchAll(fetchPage, { most: 200 })).toEqual({ records, total: 70 });
  expect(asked.slice(0, 6)).toEqual([
    [1, 32],
    [2, 32],
    [3, 16],
    [5, 8],
    [9, 4],
    [10, 4],
  ]);
});

test('the newest 200 records are read of many', async () => {
  const { asked, fetchPage } = listOf(10_000, () => 100);
  const { records, total } = await fetchAll(fetchPage, { most: 200 });
  expect({ read: records.length, total, asked: asked.length }).toEqual({ read: 224, total: 10_000, asked: 7 });
});

test.each([
  ['a single record that is too large', TOO_LARGE, 422],
  ['another problem', { error: { code: 'FORBIDDEN', message: 'x' } }, 403],
])('%s is an error', async (_name, body, status) => {
  const refuse = () => Promise.reject(new ApiError(body, new Response(null, { status })));
  await expect(fetchAll(refuse, { most: 200 })).rejects.toMatchObject({ status });
});
