import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { updateGtmEvent } from '../../api/generated/client/sdk.gen.ts';
import type { GtmEvent } from '../../api/generated/client/types.gen.ts';
import { showError } from '../../components/show-error.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { reschedule } from './times.ts';
import { translations } from './translations.ts';
import { EVENTS_KEY } from './use-events.ts';

type Times = ReturnType<typeof reschedule>;
type PeriodTitle = { events: GtmEvent[]; isTruncated: boolean };

interface Request {
  event: GtmEvent;
  times: Times;
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
    mutationFn: ({ event, times }: Request) => updateGtmEvent({ path: { id: event.id }, body: times }),
    onMutate: async ({ event, times }) => {
      await queryClient.cancelQueries({ queryKey: EVENTS_KEY });
      queryClient.setQueriesData<PeriodTitle>(
        { queryKey: EVENTS_KEY },
        (shown) => shown && withTimes(shown, event.id, times),
      );
    },
    onError: showError,
    onSuccess: (_answer, { event, times }) => {
      const { title, scheduled_at, end_at, all_day } = event.attributes;
      const undoMove = () => {
        notifications.hide(notificationId.current);
        mutateRef.current({ event, times: { scheduled_at, end_at } });
      };
      const when = all_day ? format.date(times.scheduled_at) : format.dateTime(times.scheduled_at);
      notifications.hide(notificationId.current);
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

function withTimes(shown: PeriodTitle, id: string, times: Times): PeriodTitle {
  const events = shown.events.map((event) =>
    event.id === id ? { ...event, attributes: { ...event.attributes, ...times } } : event,
  );
  return { ...shown, events };
}
