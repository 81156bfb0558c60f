import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ServerEvent } from '../../api/event-blocks.ts';
import { followEvents } from '../../api/events.ts';
import { getExecutionQueryKey, listExecutionsQueryKey } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { isOpen, STATUSES } from './words.ts';

/** Reads the execution again with each event of its stream, as long as it goes on. */
export function useLiveExecution(id: number, goesOn: boolean): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!goesOn) return;
    const leaving = new AbortController();
    const refresh = () => queries.invalidateQueries({ queryKey: getExecutionQueryKey({ path: { id } }) });
    const follow = async () => {
      const path = `/content-workflow/executions/${id}/events`;
      for await (const _event of followEvents(path, { signal: leaving.signal, ends: isLast })) await refresh();
      await queries.invalidateQueries({ queryKey: listExecutionsQueryKey() });
    };
    // What the stream refuses, the read refuses too, and shows.
    void follow().catch(refresh);
    return () => leaving.abort();
  }, [id, goesOn, queries]);
}

function isLast({ event, data }: ServerEvent): boolean {
  if (event !== 'status') return false;
  const { status } = JSON.parse(data) as { status?: string };
  const known = STATUSES.find((word) => word === status);
  return known !== undefined && !isOpen(known);
}
