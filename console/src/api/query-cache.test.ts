import { afterEach, expect, jest, test } from '@jest/globals';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { limitQueryCache } from './query-cache.ts';

afterEach(() => {
  jest.useRealTimers();
});

test('of many pages that were left the last ones are kept, and what is shown stays', () => {
  jest.useFakeTimers();
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  limitQueryCache(queryClient);
  const pageKey = (page: number) => ['executions', page];
  queryClient.setQueryData(['me'], {}, { updatedAt: 1 });
  const me = new QueryObserver(queryClient, { queryKey: ['me'] }).subscribe(() => undefined);
  const list = new QueryObserver(queryClient, { queryKey: pageKey(0), enabled: false });
  const close = list.subscribe(() => undefined);
  for (let page = 1; page <= 60; page += 1) {
    queryClient.setQueryData(pageKey(page), {}, { updatedAt: page + 1 });
    list.setOptions({ queryKey: pageKey(page), enabled: false });
    jest.advanceTimersByTime(0);
    expect(list.getCurrentResult().data).toEqual({});
  }
  const kept = queryClient
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.data !== undefined);
  expect(kept.map(({ queryKey }) => queryKey)).toEqual([
    ['me'],
    ...Array.from({ length: 21 }, (_none, index) => pageKey(40 + index)),
  ]);
  me();
  close();
  queryClient.clear();
});
