import { useMediaQuery } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import type { CalendarView } from './model.ts';
import { type Day, type Days, dayIn, monthOf, plusDays, plusMonths, weekOf, weeksOfMonth } from './times.ts';

const route = getRouteApi('/calendar');
/** A month does not fit into windows narrower than this. */
const NARROW = '(max-width: 48em)';

/** What the address shows of the schedule. */
export function useCalendarView() {
  const search = route.useSearch();
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const view: CalendarView = search.view ?? (isNarrow ? 'agenda' : 'month');
  const date = search.date ?? dayIn(new Date());
  return { view, date, days: daysOf(view, date), search };
}

/** The day that the next or previous page shows. */
export function shiftDate(view: CalendarView, date: Day, pages: number): Day {
  return view === 'week' ? plusDays(date, 7 * pages) : plusMonths(date, pages);
}

function daysOf(view: CalendarView, date: Day): Days {
  if (view === 'week') return weekOf(date);
  return view === 'month' ? weeksOfMonth(date) : monthOf(date);
}
