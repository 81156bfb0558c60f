import { expect, test } from '@jest/globals';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { keepFew } from './keep-few.ts';

test('of many pages that were left the last ones are kept, and what is shown stays', () => {
  const queries = new QueryClient();
  keepFew(queries);
  const show = (queryKey: string[], updatedAt: number) => {
    queries.setQueryData(queryKey, { data: [] }, { updatedAt });
    return new QueryObserver(queries, { queryKey, staleTime: Number.POSITIVE_INFINITY }).subscribe(() => undefined);
  };
  const leave = show(['me'], 0);
  for (let page = 1; page <= 60; page += 1) show(['executions', String(page)], page)();
  const keys = queries
    .getQueryCache()
    .getAll()
    .map(({ queryKey }) => queryKey.join(' '));
  expect(keys).toEqual(['me', ...Array.from({ length: 10 }, (_none, index) => `executions ${51 + index}`)]);
  leave();
  queries.clear();
});
