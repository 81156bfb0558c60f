import { infiniteQueryOptions } from '@tanstack/react-query';
import { listContentCommentsQueryKey } from '../../../api/generated/client/@tanstack/react-query.gen.ts';
import { listContentComments } from '../../../api/generated/client/sdk.gen.ts';

/** Comments of a page: with whole texts of the longest length, it stays below the 1 MiB of the API. */
const PER_PAGE = 25;

/** Reads the comments of an item page by page, oldest first. */
export function commentsOptions(id: number, isWithResolved: boolean) {
  const path = { id };
  // Editing needs the whole text.
  const query = { include: 'body' as const, per_page: PER_PAGE, ...(!isWithResolved && { resolved: false }) };
  return infiniteQueryOptions({
    queryKey: [...listContentCommentsQueryKey({ path, query }), 'pages'],
    queryFn: async ({ pageParam, signal }) =>
      (await listContentComments({ path, query: { ...query, page: pageParam }, signal, throwOnError: true })).data,
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.page < meta.total_pages ? meta.page + 1 : undefined),
  });
}
