import type { z } from 'zod';
import type { Deps, Tx } from '../../kernel/deps.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import { requireSameMode } from '../../kernel/same-mode.ts';
import { holdNamedCampaign } from '../campaign-store.ts';
import { type DescribedSeries, describeSeries } from '../describe-series.ts';
import { retimed } from '../recurrence.ts';
import { type RecurrenceRule, ruleText } from '../recurrence-rule.ts';
import { replaceRule } from '../replace-rule.ts';
import { ownSeries, referencedRecords, requireOwnRecords, seriesParams, updateSeriesBody } from '../schema.ts';
import { lockEventsOfSeries, lockSeries, updateEventsOfSeries, updateSeriesRow } from '../series-store.ts';
import type { GtmEventRow, GtmSeriesRow } from '../table.ts';

const OF_DAYS = 'Must be left out: the events last whole days.';

/** A changed series, and how many of its events were changed. */
type ChangedSeries = DescribedSeries & { changed: number };

type Input = z.output<typeof updateSeriesBody>;

/** Changes the events of a series that are to come, or those from a moment on, but for exceptions. */
export const updateSeries = operation({
  name: 'gtm_schedule.update_series',
  permission: 'manage_content',
  params: seriesParams,
  target: ownSeries,
  references: referencedRecords,
  input: updateSeriesBody,
  async prepare(deps, call, input, series) {
    requireSameMode(call, series);
    await requireOwnRecords(deps, call, input);
  },
  lock: (tx, _call, { id }) => lockSeries(tx.em, id),
  async change(tx, { deps, input, target: { id } }): Promise<ChangedSeries> {
    const before = await lockSeries(tx.em, id);
    if (!before) throw notFound('Series');
    requireTimes(before, input);
    const events = await lockEventsOfSeries(tx.em, tx.now, { series: before, from: input.from });
    const rule = newRuleOf(before, input);
    const { series, changed } = rule
      ? await changeRule(tx, deps, before, events, { ...input, rule })
      : await changeEvents(tx, before, events, input);
    if (series === before) tx.unchanged();
    return { ...(await describeSeries(tx.em, tx.now, series)), changed };
  },
  audit: ({ id, changed }, { input }) => ({
    type: 'gtm_series',
    id,
    details: { fields: Object.keys(input), events: changed },
  }),
});

/** Throws VALIDATION_ERROR where the times of a change do not go with the series or with one another. */
function requireTimes({ all_day }: GtmSeriesRow, input: Input): void {
  const { recurrence, scheduled_at, start_time, duration_minutes } = input;
  const problems = {
    ...(all_day && { start_time: OF_DAYS, duration_minutes: OF_DAYS }),
    ...(scheduled_at !== undefined && { start_time: 'Must be left out: `scheduled_at` has the time of day.' }),
    ...(recurrence === undefined && {
      scheduled_at: 'Needs `recurrence`; `start_time` changes the time of day alone.',
    }),
  };
  const given = { start_time, duration_minutes, scheduled_at };
  const found = Object.entries(problems).filter(([field]) => given[field as keyof typeof given] !== undefined);
  if (found.length > 0) throw invalid(Object.fromEntries(found.map(([field, problem]) => [field, [problem]])));
}

/** The rule by which a series is to go on; undefined: it goes on as it does. */
function newRuleOf(series: GtmSeriesRow, { recurrence, scheduled_at }: Input): RecurrenceRule | undefined {
  if (!recurrence) return undefined;
  const isSame = series.cancelled_from === null && ruleText(recurrence) === series.recurrence;
  return isSame && scheduled_at === undefined ? undefined : recurrence;
}

interface Changed {
  /** The row as it was locked where nothing has changed. */
  series: GtmSeriesRow;
  changed: number;
}

function changeRule(
  tx: Tx,
  deps: Deps,
  series: GtmSeriesRow,
  events: readonly GtmEventRow[],
  { rule, from, scheduled_at: scheduledAt, ...input }: Input & { rule: RecurrenceRule },
): Promise<Changed> {
  const { recurrence: _rule, start_time: _start, duration_minutes: _minutes, ...changes } = input;
  const retime = (event: GtmEventRow) => ({ ...event, ...timesOf(event, input) });
  return replaceRule(tx, deps, series, events, { rule, scheduledAt, from, changes, retime });
}

async function changeEvents(
  tx: Tx,
  series: GtmSeriesRow,
  events: readonly GtmEventRow[],
  { from, recurrence: _rule, scheduled_at: _start, start_time, duration_minutes, ...changes }: Input,
): Promise<Changed> {
  // After the events, as whoever changes one of them does.
  await holdNamedCampaign(tx, changes.campaign_id);
  const times = events.map((event) => ({ ...timesOf(event, { start_time, duration_minutes }), id: event.id }));
  const changed = await updateEventsOfSeries(tx.em, tx.now, series, changes, times);
  // The title of a series is that of all its events.
  const title = from === undefined ? changes.title : undefined;
  if (changed === 0 && (title === undefined || title === series.title)) return { series, changed };
  return { series: await updateSeriesRow(tx.em, tx.now, series, { title }), changed };
}

/** The times of an event with a new time of day or length; what is left out stays. */
function timesOf(
  event: GtmEventRow,
  { start_time, duration_minutes }: Pick<Input, 'start_time' | 'duration_minutes'>,
): ReturnType<typeof retimed> {
  const { scheduled_at, end_at, occupied_from, occupied_until } = event;
  if (start_time === undefined && duration_minutes === undefined)
    return { scheduled_at, end_at, occupied_from, occupied_until };
  return retimed(event, {
    timeOfDayMs: start_time === undefined ? undefined : timeOfDay(start_time),
    lastsMs: duration_minutes == null ? duration_minutes : duration_minutes * MINUTE_MS,
  });
}

/** Milliseconds after midnight of a time such as 09:30. */
function timeOfDay(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return (hours * 60 + minutes) * MINUTE_MS;
}
