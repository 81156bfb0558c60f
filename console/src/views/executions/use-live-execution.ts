import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getExecutionQueryKey, listExecutionsQueryKey } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { ServerEvent } from '../../api/server-sent-events.ts';
import { streamEvents } from '../../api/stream-events.ts';
import { isOpen, STATUSES } from './model.ts';

/** Refetches the execution after every event while it is running. */
export function useLiveExecution(id: number, isRunning: boolean): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isRunning) return;
    const controller = new AbortController();
    const refresh = () => queryClient.invalidateQueries({ queryKey: getExecutionQueryKey({ path: { id } }) });
    const consume = async () => {
      const path = `/content-workflow/executions/${id}/events`;
      for await (const _event of streamEvents(path, { signal: controller.signal, isLast })) await refresh();
      await queryClient.invalidateQueries({ queryKey: listExecutionsQueryKey() });
    };
    // An error of the stream also occurs on the refetch, which shows it.
    void consume().catch(refresh);
    return () => controller.abort();
  }, [id, isRunning, queryClient]);
}

function isLast({ event, data }: ServerEvent): boolean {
  if (event !== 'status') return false;
  const { status } = JSON.parse(data) as { status?: string };
  const known = STATUSES.find((word) => word === status);
  return known !== undefined && !isOpen(known);
}
