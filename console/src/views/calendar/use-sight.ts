import { useMediaQuery } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { type Day, type Days, dayIn, monthOf, plusDays, plusMonths, weekOf, weeksOfMonth } from './times.ts';
import type { Sight } from './words.ts';

const route = getRouteApi('/calendar');
/** A month does not fit into windows narrower than this. */
const NARROW = '(max-width: 48em)';

/** What the address shows of the schedule. */
export function useSight() {
  const search = route.useSearch();
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const sight: Sight = search.view ?? (isNarrow ? 'agenda' : 'month');
  const date = search.date ?? dayIn(new Date());
  return { sight, date, days: daysOf(sight, date), search };
}

/** The day that the next or previous page shows. */
export function turned(sight: Sight, date: Day, pages: number): Day {
  return sight === 'week' ? plusDays(date, 7 * pages) : plusMonths(date, pages);
}

function daysOf(sight: Sight, date: Day): Days {
  if (sight === 'week') return weekOf(date);
  return sight === 'month' ? weeksOfMonth(date) : monthOf(date);
}
