import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listContentItems } from '../../api/generated/client/sdk.gen.ts';
import type { ListContentItemsResponse } from '../../api/generated/client/types.gen.ts';
import { EVENTS_KEY } from './use-events.tsx';

/** A text that can be put on the calendar. */
export type TextToPlan = ListContentItemsResponse['data'][number];

/** Columns whose texts are still to go out, in the order in which they are shown. */
const COLUMNS = ['ready', 'review', 'generated'] as const;
/** Texts that are shown at first, and how many more at a time. */
export const TEXTS_AT_ONCE = 20;
/** Most texts that are shown: the largest page of the API. Others are found by their titles. */
export const MOST_TEXTS = 100;
/** After the last key in the search, milliseconds. */
const DEBOUNCE_MS = 250;

/** So many texts that are not published yet, those that are ready first and of each column the newest first. */
export function useTextsToPlan(search: string, most: number) {
  const [typed] = useDebouncedValue(search, DEBOUNCE_MS);
  const q = typed.trim();
  return useQuery({
    queryKey: [...EVENTS_KEY, 'texts', q, most],
    queryFn: ({ signal }) => readTexts(q, most, signal),
    placeholderData: keepPreviousData,
  });
}

async function readTexts(q: string, most: number, signal: AbortSignal) {
  const texts = new Map<number, TextToPlan>();
  let isMore = false;
  for (const status of COLUMNS) {
    if (isMore) break;
    const { data } = await listContentItems({
      query: { status, per_page: most, ...(q && { q }) },
      signal,
      throwOnError: true,
    });
    // One that moves on meanwhile comes in two columns.
    for (const text of data.data) if (texts.size < most) texts.set(text.id, text);
    isMore = texts.size >= most || data.meta.total > data.data.length;
  }
  return { texts: [...texts.values()], isMore };
}
