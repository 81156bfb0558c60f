import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { keepPreviousData, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { unlessChanged } from '../../api/entity-tags.ts';
import { getGtmEvent, listGtmEvents, updateGtmEvent } from '../../api/generated/client/sdk.gen.ts';
import type { GtmEvent, ListGtmEventsData } from '../../api/generated/client/types.gen.ts';
import { showError } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { fetchAll } from '../../lib/all-records.ts';
import type { Channel, EventType } from './model.ts';
import { type Days, plusDays, reschedule } from './times.ts';
import { translations } from './translations.ts';

/** Filters of the calendar. */
export interface Filters {
  type?: EventType | undefined;
  channel?: Channel | undefined;
  campaign_id?: number | undefined;
}

/** Query key prefix of all that shows when something is on the calendar. */
export const EVENTS_KEY = ['calendar'] as const;
/** That of the events which are shown. */
const SHOWN_KEY = [...EVENTS_KEY, 'events'] as const;

/** That of series as they are. */
export const SERIES_KEY = [{ _id: 'getGtmSeries' }];

/** Forgets events that were read alone, and their series, whose version a change is sent onto: a change of one may change all. */
export function forgetSeries(queryClient: QueryClient): void {
  queryClient.removeQueries({ queryKey: [{ _id: 'getGtmEvent' }] });
  queryClient.removeQueries({ queryKey: SERIES_KEY });
}

/** Events that are read for one view. */
const MAX_EVENTS = 1_000;

/** Query parameters for a range of days and filters. */
export function toQuery({ from, to }: Days, { type, channel, campaign_id }: Filters): ListGtmEventsData['query'] {
  return {
    start_date: from,
    end_date: to,
    ...(type && { event_types: [type] }),
    ...(channel && { channels: [channel] }),
    ...(campaign_id && { campaign_id }),
  };
}

/** All events of the days. `isTruncated` when there are more than are shown. */
export function useEvents({ from, to }: Days, filters: Filters) {
  // The API uses UTC days, which differ from local ones by up to a day.
  const query = toQuery({ from: plusDays(from, -1), to: plusDays(to, 1) }, filters);
  return useQuery({
    queryKey: [...SHOWN_KEY, query],
    queryFn: ({ signal }) => readAll(query, signal),
    placeholderData: keepPreviousData,
  });
}

async function readAll(query: ListGtmEventsData['query'], signal: AbortSignal) {
  const { records, total } = await fetchAll(
    (request) => listGtmEvents({ ...request, query: { ...query, ...request.query } }),
    { most: MAX_EVENTS, signal },
  );
  return { events: records, isTruncated: records.length < total };
}

type Times = ReturnType<typeof reschedule>;
type PeriodTitle = { events: GtmEvent[]; isTruncated: boolean };

interface Request {
  event: GtmEvent;
  times: Times;
}

interface Outcome {
  /** As it is now. */
  event: GtmEvent;
  /** Whether it was moved; not where somebody else was faster. */
  isMoved: boolean;
}

/** Reschedules an event optimistically, reverts on errors and offers to undo it. */
export function useMove(): (event: GtmEvent, start: string) => void {
  const t = useTranslations(translations);
  const format = useFormat();
  const queryClient = useQueryClient();
  /** Id of the last move's notification. Older ones are hidden, because their undo would be outdated. */
  const notificationId = useRef('');
  const mutateRef = useRef<(request: Request) => void>(() => undefined);
  const { mutate } = useMutation({
    mutationFn: async ({ event, times }: Request): Promise<Outcome> => {
      const path = { id: event.id };
      const { data: current } = (await getGtmEvent({ path, throwOnError: true })).data;
      // What is dragged may have been somewhere else for a while.
      if (!isSameTime(current, event)) return { event: current, isMoved: false };
      const headers = unlessChanged(`/gtm-schedule/events/${event.id}`);
      const { data: moved } = (await updateGtmEvent({ path, body: times, headers, throwOnError: true })).data;
      return { event: moved, isMoved: true };
    },
    onMutate: async ({ event, times }) => {
      await queryClient.cancelQueries({ queryKey: EVENTS_KEY });
      queryClient.setQueriesData<PeriodTitle>(
        { queryKey: SHOWN_KEY },
        (shown) => shown && withTimes(shown, event.id, times),
      );
    },
    onError: showError,
    onSuccess: ({ event: now, isMoved }, { event: before }) => {
      const { scheduled_at, end_at } = before.attributes;
      const { title, all_day } = now.attributes;
      const undoMove = () => {
        notifications.hide(notificationId.current);
        mutateRef.current({ event: now, times: { scheduled_at, end_at } });
      };
      const when = (all_day ? format.date : format.dateTime)(now.attributes.scheduled_at);
      notifications.hide(notificationId.current);
      if (!isMoved) {
        notificationId.current = notifications.show({ message: t.movedMeanwhile(title, when) });
        return;
      }
      notificationId.current = notifications.show({
        message: (
          <Group justify="space-between" wrap="nowrap">
            <Text size="sm">{t.moved(title, when)}</Text>
            <Button size="compact-sm" variant="default" onClick={undoMove}>
              {t.undo}
            </Button>
          </Group>
        ),
      });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: EVENTS_KEY }),
  });
  mutateRef.current = mutate;
  return useCallback((event, start) => mutate({ event, times: reschedule(event.attributes, start) }), [mutate]);
}

function isSameTime(one: GtmEvent, other: GtmEvent): boolean {
  const { scheduled_at, end_at } = other.attributes;
  return one.attributes.scheduled_at === scheduled_at && one.attributes.end_at === end_at;
}

function withTimes(shown: PeriodTitle, id: string, times: Times): PeriodTitle {
  const events = shown.events.map((event) =>
    event.id === id ? { ...event, attributes: { ...event.attributes, ...times } } : event,
  );
  return { ...shown, events };
}
