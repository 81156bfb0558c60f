import { useMediaQuery } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import type { CalendarView } from './model.ts';
import { type Day, type Days, dayIn, monthOf, plusDays, plusMonths, weekOf, weeksOfMonth } from './times.ts';

const route = getRouteApi('/calendar');
/** Windows narrower than this show the agenda instead of a month. */
const NARROW = '(max-width: 48em)';

/** The view and period in the address. */
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
