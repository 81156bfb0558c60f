import type { QueryClient } from '@tanstack/react-query';
import {
  getContentItemQueryKey,
  getKanbanBoardQueryKey,
  listContentItemsQueryKey,
  listContentTagsQueryKey,
} from '../../../api/generated/client/@tanstack/react-query.gen.ts';
import { listContentTags } from '../../../api/generated/client/sdk.gen.ts';
import type { ListContentTagsResponse } from '../../../api/generated/client/types.gen.ts';
import { useAllRecords } from '../../../lib/all-records.ts';

/** A tag of the partner. */
export type Tag = ListContentTagsResponse['data'][number];

const NONE: readonly Tag[] = [];

/** The partner's tags, by name. */
export function useTags(): readonly Tag[] {
  return useAllRecords(listContentTagsQueryKey(), listContentTags).data ?? NONE;
}

/** Reads again what shows tags, where it is shown. */
export function refreshTags(queryClient: QueryClient) {
  return Promise.all(
    [
      listContentTagsQueryKey(),
      listContentItemsQueryKey(),
      getKanbanBoardQueryKey(),
      // Of all items: the key of one begins so.
      [{ _id: getContentItemQueryKey({ path: { id: 0 } })[0]._id }],
    ].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
}
