import { isSandbox } from '../../kernel/call.ts';
import type { Deps, Tx } from '../../kernel/deps.ts';
import { invalid } from '../../kernel/errors.ts';
import { eventLoopScheduler } from '../../kernel/event-loop-scheduler.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { requireWithinLimits } from '../../kernel/limits.ts';
import { operation } from '../../kernel/operation.ts';
import { holdNamedCampaign } from '../campaign-store.ts';
import { countAllEvents, insertEvents } from '../event-store.ts';
import type { FileProblem } from '../import/entry.ts';
import { type PlannedEntry, planImport, recurrenceOf } from '../import/plan.ts';
import { selectKnownUids } from '../import-store.ts';
import { occupiedRange } from '../rules.ts';
import { importBody, referencedRecords, requireOwnRecords } from '../schema.ts';
import { countSeries, insertEventsOfSeries, insertSeries } from '../series-store.ts';

/** Problems of a file that an error names; the preview has all. */
const MAX_NAMED = 20;

/** What an import has made. */
export interface ImportResult {
  eventIds: string[];
  seriesIds: number[];
  /** Events of the series. */
  repeated: number;
  /** Entries that the schedule had already. */
  known: number;
  problems: FileProblem[];
}

/** Adds the events of a file to the schedule, all in one transaction; those of an earlier import are not added again. */
export const importEvents = operation({
  name: 'gtm_schedule.import_events',
  permission: 'manage_content',
  params: nothing,
  references: referencedRecords,
  input: importBody,
  async prepare(deps, call, { skip_problems, ...input }) {
    await requireOwnRecords(deps, call, input);
    const plan = await planImport(input, () => eventLoopScheduler.take(String(partnerOf(call))));
    if (plan.problems.length > 0 && !skip_problems)
      throw invalid({ content: plan.problems.slice(0, MAX_NAMED).map(lineOf) });
    return plan;
  },
  async change(tx, { deps, call, input, prepared: { entries, problems } }): Promise<ImportResult> {
    const owner = { partner_id: partnerOf(call), sandbox: isSandbox(call) };
    const partnerId = owner.partner_id;
    const unknownOf = async (among: readonly PlannedEntry[]) => {
      const known = await selectKnownUids(
        tx.em,
        { partnerId, sandbox: owner.sandbox },
        among.map(({ uid }) => uid),
      );
      return among.filter(({ uid }) => !known.has(uid));
    };
    const wanted = await unknownOf(entries);
    await holdNamedCampaign(tx, input.campaign_id);
    if (wanted.length > 0) await requireWithinLimitOf(tx, deps, partnerId, wanted);
    // Of two imports of one file at once the second waits for the limits of the partner, and then knows what the first has added.
    const news = await unknownOf(wanted);
    if (news.length === 0) tx.unchanged();
    const events = news.flatMap((entry) => (entry.series ? [] : [eventOf(entry, deps.ids.ulid(tx.now))]));
    await insertEvents(
      tx.em,
      tx.now,
      events.map((event) => ({ ...event, ...owner })),
    );
    const series: { id: number; repeated: number }[] = [];
    for (const entry of news) {
      if (entry.series) series.push(await addSeries(tx, entry, { ...owner, ulid: () => deps.ids.ulid(tx.now) }));
    }
    return {
      eventIds: events.map(({ id }) => id),
      seriesIds: series.map(({ id }) => id),
      repeated: series.reduce((sum, one) => sum + one.repeated, 0),
      known: entries.length - news.length,
      problems,
    };
  },
  audit: ({ eventIds, seriesIds }) => [
    ...eventIds.map((id) => ({ type: 'gtm_event', id })),
    ...seriesIds.map((id) => ({ type: 'gtm_series', id })),
  ],
});

function requireWithinLimitOf(
  tx: Tx,
  { limits }: Pick<Deps, 'limits'>,
  partnerId: number,
  entries: readonly PlannedEntry[],
): Promise<void> {
  const added = entries.reduce((sum, { series }) => sum + (series?.occurrences.length ?? 1), 0);
  const series = entries.filter((entry) => entry.series).length;
  return requireWithinLimits(tx.em, limits, partnerId, {
    // All of them have to have room.
    ...(series > 0 && { event_series: async () => (await countSeries(tx.em, partnerId)) + series - 1 }),
    events: async () => (await countAllEvents(tx.em, partnerId)) + added - 1,
  });
}

function lineOf({ line, title, problems }: FileProblem): string {
  const texts = Object.entries(problems).map(([field, [problem = '']]) => `${field}: ${problem}`);
  return `Line ${line}${title === null ? '' : ` (${title.slice(0, 60)})`}: ${texts.join(' ')}`;
}

function fieldsOf({
  event: { title, description = null, event_type, channel, campaign_id = null, ...times },
}: PlannedEntry) {
  const { scheduled_at, end_at, all_day, timezone } = times;
  const content_item_id = null;
  return {
    title,
    description,
    event_type,
    channel,
    campaign_id,
    content_item_id,
    scheduled_at,
    end_at,
    all_day,
    timezone,
  };
}

function eventOf(entry: PlannedEntry, ulid: string) {
  const fields = fieldsOf(entry);
  return { id: `evt_${ulid}`, ...fields, ...occupiedRange(fields), import_uid: entry.uid };
}

async function addSeries(
  tx: Tx,
  entry: PlannedEntry,
  { ulid, ...owner }: { partner_id: number; sandbox: boolean; ulid: () => string },
): Promise<{ id: number; repeated: number }> {
  const { scheduled_at, ...fields } = fieldsOf(entry);
  const occurrences = entry.series?.occurrences ?? [];
  const series = await insertSeries(tx.em, tx.now, {
    ...owner,
    title: fields.title,
    recurrence: recurrenceOf(entry) ?? '',
    starts_at: scheduled_at,
    all_day: fields.all_day,
    timezone: fields.timezone,
    occurrence_count: occurrences.length,
    import_uid: entry.uid,
  });
  const identified = occurrences.map((occurrence) => ({ ...occurrence, id: `evt_${ulid()}` }));
  await insertEventsOfSeries(tx.em, tx.now, series, { ...fields, ...owner }, identified);
  return { id: series.id, repeated: occurrences.length };
}
