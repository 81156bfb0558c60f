import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getKanbanBoardQueryKey } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { streamEvents } from '../../api/stream-events.ts';

/** Reads the board again whenever somebody has changed something on it. */
export function useLiveBoard(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const controller = new AbortController();
    const refresh = () => queryClient.invalidateQueries({ queryKey: getKanbanBoardQueryKey() });
    const follow = async () => {
      const options = { signal: controller.signal, isLast: () => false };
      for await (const _event of streamEvents('/content-workflow/kanban/events', options)) void refresh();
    };
    // What the stream refuses, the read refuses too, and shows.
    void follow().catch(refresh);
    return () => controller.abort();
  }, [queryClient]);
}
