import type { Deps, Tx } from '../kernel/deps.ts';
import { conflict, invalid } from '../kernel/errors.ts';
import { requireWithinLimit } from '../kernel/limits.ts';
import { holdNamedCampaign } from './campaign-store.ts';
import { countAllEvents } from './event-store.ts';
import { firstOfRule, localDay, occurrencesOf } from './recurrence.ts';
import { MAX_OCCURRENCES, type RecurrenceRule, ruleText } from './recurrence-rule.ts';
import type { EventTimes } from './rules.ts';
import {
  insertEventsOfSeries,
  lockLastEvent,
  type NewTimes,
  releaseCancelled,
  releaseEvents,
  type SeriesEventChanges,
  selectPlaces,
  updateEventsOfSeries,
  updateRule,
} from './series-store.ts';
import type { GtmEventRow, GtmSeriesRow } from './table.ts';

/** A rule by which a series goes on, and what changes with it. */
export interface NewRule {
  rule: RecurrenceRule;
  /** The first event by it; undefined: on its first day from the first event that it replaces on. */
  scheduledAt: Date | undefined;
  /** Events from this moment on are replaced; undefined: all that are to come. */
  from: Date | undefined;
  changes: SeriesEventChanges;
  /** The times of an event with a new time of day or length. */
  retime: (event: GtmEventRow) => EventTimes;
}

/**
 * Has a locked series go on by another rule. Of its events that are to come, which are locked, those on days of the new rule
 * stay and the others are cancelled; further ones are added. Days with exceptions, and with events that were cancelled by
 * themselves, stay as they are. Returns the series and how many events have changed. Throws VALIDATION_ERROR and CONFLICT.
 */
export async function replaceRule(
  tx: Tx,
  { limits, ids }: Pick<Deps, 'limits' | 'ids'>,
  series: GtmSeriesRow,
  events: readonly GtmEventRow[],
  { rule, scheduledAt, from, changes, retime }: NewRule,
): Promise<{ series: GtmSeriesRow; changed: number }> {
  const { timezone, partner_id: partnerId } = series;
  const [next] = events.toSorted((a, b) => a.scheduled_at.getTime() - b.scheduled_at.getTime());
  const like = next ?? (await lockLastEvent(tx.em, series));
  if (!like) throw conflict('The series has no event left that others could be like; add another series.');
  const beforeFrom = from && from > tx.now ? new Date(from.getTime() - 1) : tx.now;
  const start = scheduledAt
    ? movedTo(retime(like), scheduledAt, beforeFrom)
    : firstOfRule(rule, retime(like), next ? tx.now : beforeFrom);
  if (!start) throw invalid({ recurrence: ['Has no events: it ends before `scheduled_at`, or never comes.'] });
  const repeated = occurrencesOf(rule, start);
  if ('problems' in repeated) {
    const problems = Object.entries(repeated.problems);
    throw invalid(Object.fromEntries(problems.map(([field, problem]) => [field, [problem]])));
  }

  if (series.cancelled_from) await releaseCancelled(tx.em, series, series.cancelled_from);
  const dayOf = (moment: Date) => localDay(moment, timezone);
  const replaced = new Set(events.map(({ id }) => id));
  const others = (await selectPlaces(tx.em, series)).filter(({ id }) => !replaced.has(id));
  const taken = new Set(others.map(({ occurrence_at }) => dayOf(occurrence_at)));
  const wanted = new Map(
    repeated.occurrences.flatMap((occurrence) => {
      const day = dayOf(occurrence.scheduled_at);
      return taken.has(day) ? [] : [[day, occurrence] as const];
    }),
  );
  const kept = others.filter(({ status }) => status === 'scheduled').length;
  if (kept + wanted.size > MAX_OCCURRENCES)
    throw invalid({ recurrence: [`Must have at most ${MAX_OCCURRENCES} events with those that stay.`] });

  const staying: NewTimes[] = [];
  const leaving: string[] = [];
  for (const { id, occurrence_at, scheduled_at } of events) {
    const day = dayOf(occurrence_at ?? scheduled_at);
    const times = wanted.get(day);
    wanted.delete(day);
    if (times) staying.push({ ...times, id });
    else leaving.push(id);
  }
  const added = [...wanted.values()].map((occurrence) => ({ ...occurrence, id: `evt_${ids.ulid(tx.now)}` }));
  const event = { ...like, ...given(changes) };
  await holdNamedCampaign(tx, event.campaign_id);
  if (added.length > 0) {
    // All of them have to have room.
    const count = async () => (await countAllEvents(tx.em, partnerId)) - leaving.length + added.length - 1;
    await requireWithinLimit(tx.em, limits, 'events', { partnerId, count });
  }
  await releaseEvents(tx.em, tx.now, series, leaving);
  const updated = await updateEventsOfSeries(tx.em, tx.now, series, changes, staying);
  await insertEventsOfSeries(tx.em, tx.now, series, { ...event, sandbox: series.sandbox }, added);
  const stored = await updateRule(tx.em, tx.now, series, {
    recurrence: ruleText(rule),
    starts_at: start.scheduled_at,
    occurrence_count: repeated.occurrences.length,
    // The title of a series is that of all its events.
    ...(from === undefined && changes.title !== undefined && { title: changes.title }),
  });
  return { series: stored, changed: updated + leaving.length + added.length };
}

/** The same times at another moment, which is later than `before`. Throws VALIDATION_ERROR. */
function movedTo(times: EventTimes, scheduledAt: Date, before: Date): EventTimes {
  if (scheduledAt <= before) throw invalid({ scheduled_at: ['Must be in the future, and not before `from`.'] });
  const end = times.end_at && new Date(scheduledAt.getTime() + times.end_at.getTime() - times.scheduled_at.getTime());
  return { ...times, scheduled_at: scheduledAt, end_at: end };
}

function given(changes: SeriesEventChanges): SeriesEventChanges {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
