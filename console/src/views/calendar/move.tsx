import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { updateGtmEvent } from '../../api/generated/client/sdk.gen.ts';
import type { GtmEvent } from '../../api/generated/client/types.gen.ts';
import { showProblem } from '../../components/show-problem.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/texts.ts';
import { EVENTS_KEY } from './events.ts';
import { texts } from './texts.ts';
import { movedTo } from './times.ts';

type Times = ReturnType<typeof movedTo>;
type Shown = { events: GtmEvent[]; isCut: boolean };

interface Request {
  event: GtmEvent;
  times: Times;
}

/** Moves an event to a time of the viewer's clock at once, takes it back where the API refuses, and offers to undo it. */
export function useMove(): (event: GtmEvent, start: string) => void {
  const say = useTexts(texts);
  const format = useFormat();
  const queries = useQueryClient();
  /** The last move's notice: an undo of an earlier one would not be what it says. */
  const notice = useRef('');
  const again = useRef<(request: Request) => void>(() => undefined);
  const { mutate } = useMutation({
    mutationFn: ({ event, times }: Request) => updateGtmEvent({ path: { id: event.id }, body: times }),
    onMutate: async ({ event, times }) => {
      await queries.cancelQueries({ queryKey: EVENTS_KEY });
      queries.setQueriesData<Shown>({ queryKey: EVENTS_KEY }, (shown) => shown && withTimes(shown, event.id, times));
    },
    onError: showProblem,
    onSuccess: (_answer, { event, times }) => {
      const { title, scheduled_at, end_at, all_day } = event.attributes;
      const takeBack = () => {
        notifications.hide(notice.current);
        again.current({ event, times: { scheduled_at, end_at } });
      };
      const when = all_day ? format.date(times.scheduled_at) : format.dateTime(times.scheduled_at);
      notifications.hide(notice.current);
      notice.current = notifications.show({
        message: (
          <Group justify="space-between" wrap="nowrap">
            <Text size="sm">{say.moved(title, when)}</Text>
            <Button size="compact-sm" variant="default" onClick={takeBack}>
              {say.undo}
            </Button>
          </Group>
        ),
      });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: EVENTS_KEY }),
  });
  again.current = mutate;
  return useCallback((event, start) => mutate({ event, times: movedTo(event.attributes, start) }), [mutate]);
}

function withTimes(shown: Shown, id: string, times: Times): Shown {
  const events = shown.events.map((event) =>
    event.id === id ? { ...event, attributes: { ...event.attributes, ...times } } : event,
  );
  return { ...shown, events };
}
