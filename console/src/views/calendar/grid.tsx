import { Text } from '@mantine/core';
import { DatesProvider } from '@mantine/dates';
import { MonthView, type ScheduleEventData, type ScheduleLabelsOverride, WeekView } from '@mantine/schedule';
import '@mantine/schedule/styles.css';
import 'dayjs/locale/de';
import { getRouteApi } from '@tanstack/react-router';
import type { GtmEvent } from '../../api/generated/client/types.gen.ts';
import { useLanguage, useLocale, useTranslations } from '../../i18n/translations.ts';
import { usePermission } from '../../shell/me.ts';
import { carriedText } from './carried-text.ts';
import { MORNING } from './fields.ts';
import { COLORS } from './model.ts';
import { dayIn, displayTimes, wallTime } from './times.ts';
import { translations } from './translations.ts';
import { useMove } from './use-events.tsx';

const route = getRouteApi('/calendar');
const EVENTS_A_DAY = 3;
/** Event rows of 28 px and a "more" button of 24 px as touch targets. The library assumes rows of 24 px. */
const TOUCH_TARGETS = {
  vars: () => ({ monthView: { '--month-view-max-events': '3.75' } }),
  styles: { monthViewEvents: { bottom: 28 } },
  moreEventsProps: { styles: { moreEventsButton: { minHeight: 24, marginBlockStart: 3 } } },
};
/** Keeps all-day events visible below the day names while the hours scroll. */
const ALL_DAY_ROW = {
  position: 'sticky',
  top: 'var(--week-view-week-day-height)',
  zIndex: 4,
  background: 'var(--mantine-color-body)',
} as const;
/** A month or a week as a grid. Dragging reschedules an event, or plans a text; a click opens or adds one. */
export default function Grid({
  view,
  date,
  events,
}: {
  view: 'month' | 'week';
  date: string;
  events: readonly GtmEvent[];
}) {
  const navigate = route.useNavigate();
  const language = useLanguage();
  const locale = useLocale();
  const canManage = usePermission('manage_content');
  const move = useMove();
  const today = dayIn(new Date());
  const open = (event: string, at?: string, content?: number) =>
    void navigate({ search: (previous) => ({ ...previous, event, at, content }) });
  const shared = {
    date: `${date} 00:00:00`,
    events: events.map(dataOf),
    withHeader: false,
    labels: useLabels(),
    renderEventBody: EventBody,
    withEventsDragAndDrop: canManage,
    onEventDrop: ({ eventId, newStart }: { eventId: string | number; newStart: string }) => {
      const event = events.find(({ id }) => id === eventId);
      if (event) move(event, newStart);
    },
    onEventClick: ({ id }: ScheduleEventData) => open(String(id)),
    ...(canManage && {
      onExternalEventDrop: (dragged: DataTransfer, moment: string) => {
        const content = carriedText(dragged);
        // A day has no time yet.
        const at = moment.endsWith('00:00:00')
          ? `${moment.slice(0, 10)}${MORNING}`
          : moment.replace(' ', 'T').slice(0, 16);
        if (content !== undefined) open('new', at, content);
      },
    }),
  };
  return (
    <DatesProvider settings={{ locale: language, firstDayOfWeek: 1, weekendDays: [] }}>
      {view === 'month' ? (
        <MonthView
          {...shared}
          {...TOUCH_TARGETS}
          maxEventsPerDay={EVENTS_A_DAY}
          consistentWeeks={false}
          // The library would mark the day of the browser's time zone.
          highlightToday={false}
          getDayProps={(day) => ({
            'aria-current': day === today ? 'date' : undefined,
            'aria-label': new Date(`${day}T12:00:00`).toLocaleDateString(locale, { dateStyle: 'full' }),
            style: day.slice(0, 7) === date.slice(0, 7) ? undefined : { color: 'var(--mantine-color-dimmed)' },
          })}
          onDayClick={(day) => canManage && open('new', `${day}${MORNING}`)}
        />
      ) : (
        <div ref={(week) => removeDayLabels(week)}>
          <WeekView
            {...shared}
            highlightToday
            getCurrentTime={() => wallTime(new Date())}
            startScrollTime="07:00:00"
            scrollAreaProps={{ mah: '75vh' }}
            styles={{ weekViewAllDaySlots: ALL_DAY_ROW }}
            onTimeSlotClick={({ slotStart }) => canManage && open('new', slotStart.replace(' ', 'T').slice(0, 16))}
            onAllDaySlotClick={(day) => canManage && open('new', `${day}${MORNING}`)}
          />
        </div>
      )}
    </DatesProvider>
  );
}

/** Removes labels of the library that differ from the visible text (WCAG 2.5.3). */
function removeDayLabels(week: HTMLElement | null): void {
  for (const day of week?.querySelectorAll('.mantine-WeekView-weekViewDayLabel') ?? [])
    day.removeAttribute('aria-label');
}

function dataOf(event: GtmEvent): ScheduleEventData {
  const { title, event_type } = event.attributes;
  return {
    id: event.id,
    title,
    color: COLORS[event_type],
    variant: 'light',
    payload: { event },
    ...displayTimes(event.attributes),
  };
}

/** The time stands first in every language; where there is no room for the whole title, its beginning is shown, whichever side that is. */
function EventBody({ title, start, payload }: ScheduleEventData) {
  const { all_day } = (payload as { event: GtmEvent }).event.attributes;
  return (
    <Text span inherit c="var(--mantine-color-text)" dir="ltr" className="event-body">
      {!all_day && <span>{String(start).slice(11, 16)} </span>}
      <span dir="auto">{title}</span>
    </Text>
  );
}

function useLabels(): ScheduleLabelsOverride {
  const t = useTranslations(translations);
  return {
    allDay: t.allDay,
    week: t.week,
    weekday: t.weekday,
    timeSlot: t.timeSlot,
    more: t.more,
    noEvents: t.empty,
    moreLabel: (count) => t.moreEvents(count),
  };
}
