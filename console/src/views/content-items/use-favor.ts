import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import {
  getContentItemQueryKey,
  getKanbanBoardQueryKey,
  listContentItemsQueryKey,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { addFavoriteContentItem, removeFavoriteContentItem } from '../../api/generated/client/sdk.gen.ts';
import type { GetContentItemResponse } from '../../api/generated/client/types.gen.ts';
import { showError } from '../../components/states.tsx';

/** What is known of an item where it can be made a favourite. */
export interface FavorableItem {
  id: number;
  attributes: { title: string; favorite?: boolean };
}

/** Makes an item a favourite of the person, or takes that back. The function stays the same. */
export function useFavor(): (item: FavorableItem) => void {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: async ({ id, isFavorite }: { id: number; isFavorite: boolean }) => {
      const request = { path: { id }, throwOnError: true } as const;
      await (isFavorite ? addFavoriteContentItem(request) : removeFavoriteContentItem(request));
    },
    onSuccess: (_data, { id, isFavorite }) => {
      queryClient.setQueryData<GetContentItemResponse>(
        getContentItemQueryKey({ path: { id } }),
        (before) =>
          before && { data: { ...before.data, attributes: { ...before.data.attributes, favorite: isFavorite } } },
      );
    },
    onError: showError,
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: listContentItemsQueryKey() }),
        queryClient.invalidateQueries({ queryKey: getKanbanBoardQueryKey() }),
      ]),
  });
  return useCallback(({ id, attributes }) => mutate({ id, isFavorite: !attributes.favorite }), [mutate]);
}
