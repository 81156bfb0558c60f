import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

/** Reads a query again whenever `state` changes, such as how far the work is whose results it has; not for the first one. */
export function useFresh(queryKey: QueryKey, state: string | undefined): void {
  const queryClient = useQueryClient();
  const before = useRef(state);
  const key = useRef(queryKey);
  key.current = queryKey;
  useEffect(() => {
    const isNew = before.current !== undefined && before.current !== state;
    before.current = state;
    if (isNew) void queryClient.invalidateQueries({ queryKey: key.current });
  }, [state, queryClient]);
}
