import { useQueryClient } from '@tanstack/react-query';
import {
  getContentItemQueryKey,
  getKanbanBoardQueryKey,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { EditContentItemResponse } from '../../api/generated/client/types.gen.ts';

/** Reads the board again where it is shown next. */
export function useRefreshBoard(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: getKanbanBoardQueryKey() });
}

/** Shows an item as the answer to a change has it, and reads the board again. */
export function useStoreItem(id: number): (answer: EditContentItemResponse) => void {
  const queryClient = useQueryClient();
  const refreshBoard = useRefreshBoard();
  return ({ data }) => {
    // The answer to a change has all but what guardrails found when the text was made.
    queryClient.setQueryData<EditContentItemResponse>(getContentItemQueryKey({ path: { id } }), (before) => ({
      data: { ...data, attributes: { ...before?.data.attributes, ...data.attributes } },
    }));
    void refreshBoard();
  };
}
