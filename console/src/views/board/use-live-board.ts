import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getKanbanBoardQueryKey } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { streamEvents } from '../../api/stream-events.ts';

/** Refetches the board after every change event. */
export function useLiveBoard(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const controller = new AbortController();
    const refresh = () => queryClient.invalidateQueries({ queryKey: getKanbanBoardQueryKey() });
    const follow = async () => {
      const options = { signal: controller.signal, isLast: () => false };
      for await (const _event of streamEvents('/content-workflow/kanban/events', options)) void refresh();
    };
    // An error of the stream also occurs on the refetch, which shows it.
    void follow().catch(refresh);
    return () => controller.abort();
  }, [queryClient]);
}
