import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followEvents } from '../../api/events.ts';
import { getKanbanBoardQueryKey } from '../../api/generated/client/@tanstack/react-query.gen.ts';

/** Reads the board again whenever somebody has changed something on it. */
export function useLiveBoard(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const leaving = new AbortController();
    const refresh = () => queries.invalidateQueries({ queryKey: getKanbanBoardQueryKey() });
    const follow = async () => {
      const options = { signal: leaving.signal, ends: () => false };
      for await (const _event of followEvents('/content-workflow/kanban/events', options)) void refresh();
    };
    // What the stream refuses, the read refuses too, and shows.
    void follow().catch(refresh);
    return () => leaving.abort();
  }, [queries]);
}
