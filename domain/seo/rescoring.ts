import { hash } from 'node:crypto';
import { resourceUpdated } from '../kernel/change-events.ts';
import type { Tx } from '../kernel/deps.ts';
import { HOUR_MS } from '../kernel/durations.ts';
import { truncate } from '../kernel/words.ts';
import { findListingNames, lockWatch, updateWatch, type WatchKey } from '../listings/store.ts';
import type { RescoreInterval } from '../listings/table.ts';
import { notifyPeople } from '../notifications/notify-people.ts';
import { CONTENT_ROLES } from '../notifications/rules.ts';
import { findScoreBefore, type ScoreFigures } from './store.ts';
import type { SeoJobRow } from './table.ts';

const INTERVAL_MS: Record<Exclude<RescoreInterval, 'off'>, number> = { daily: 24 * HOUR_MS, weekly: 7 * 24 * HOUR_MS };
/** Share of an interval by which listings are spread, so that those switched on together are not read together. */
const SPREAD = 0.1;
/** Pause after a failure that is not the listing's, milliseconds. */
const RETRY_MS = HOUR_MS;
/** Longest name of a listing in an event, characters; pages may have longer ones. */
const MAX_NAME_LENGTH = 300;
/** Failures of a listing in a row that pause its schedule. */
const MAX_FAILURES = 5;

/** When a listing is scored next: after its interval, give or take a twentieth; null when it is off. */
export function nextRescoreAt(every: RescoreInterval, now: Date, key: WatchKey): Date | null {
  return every === 'off' ? null : spread(now, INTERVAL_MS[every], key);
}

/** When a listing is tried again after a failure that is not its own, such as a lost run. */
export function retryRescoreAt(now: Date, key: WatchKey): Date {
  return spread(now, RETRY_MS, key);
}

/** The spread is computed, not drawn, so that a repeated transaction comes to the same time. */
function spread(now: Date, pauseMs: number, { partner_id, listing_id }: WatchKey): Date {
  const digest = hash('sha256', `${partner_id} ${listing_id} ${now.getTime()}`);
  const share = Number.parseInt(digest.slice(0, 8), 16) / 0xffff_ffff;
  return new Date(now.getTime() + Math.round(pauseMs * (1 + (share - 0.5) * SPREAD)));
}

/** Counts how a scheduled analysis has ended, and pauses the schedule of a listing that fails again and again. */
export async function noteScheduledEnd(tx: Tx, job: SeoJobRow, isListingsFault: boolean): Promise<void> {
  const key: WatchKey = job;
  const watch = await lockWatch(tx.em, key);
  if (!watch?.next_rescore_at) return;
  if (job.status === 'completed') {
    if (watch.rescore_failures > 0) await updateWatch(tx.em, key, { rescore_failures: 0 });
    return;
  }
  if (!isListingsFault) {
    const soon = retryRescoreAt(tx.now, key);
    if (soon < watch.next_rescore_at) await updateWatch(tx.em, key, { next_rescore_at: soon });
    return;
  }
  const rescore_failures = watch.rescore_failures + 1;
  const isPaused = rescore_failures >= MAX_FAILURES;
  await updateWatch(tx.em, key, {
    rescore_failures,
    ...(isPaused && { next_rescore_at: null, rescore_paused_at: tx.now }),
  });
  if (isPaused) await publishPause(tx, job, rescore_failures);
}

async function publishPause(tx: Tx, job: SeoJobRow, failures: number): Promise<void> {
  const { partner_id: partnerId, listing_id, error } = job;
  const name = truncate((await findListingNames(tx.em, listing_id))?.title ?? '', MAX_NAME_LENGTH);
  const data = { listing_id, name, failures_in_a_row: failures, error: error ?? '' };
  tx.publish({ partnerId, type: 'listing.rescoring_paused', data });
  notifyPeople(tx, {
    partnerId,
    kind: 'rescoring_paused',
    to: { roles: CONTENT_ROLES },
    record: { type: 'listing', id: listing_id },
    title: name === '' ? listing_id : name,
  });
  tx.emit(resourceUpdated(partnerId, 'listings', listing_id));
}

/** A new score of a listing, with what the listing is called. */
interface NewScore {
  score: ScoreFigures;
  name: string;
  url: string;
}

/**
 * Publishes that a partner's score of a listing differs from its last one with the same category, keyword and domain.
 * Scores by another version of the rubric do not compare. The caller holds the lock of the listing, so that of analyses
 * that end at once each is compared with the one before it.
 */
export async function publishScoreChange(tx: Tx, job: SeoJobRow, { score, name, url }: NewScore): Promise<void> {
  const before = await findScoreBefore(tx.em, job);
  if (!before || before.rubric_version !== score.rubric_version || before.overall_score === score.overall_score) return;
  tx.publish({
    partnerId: job.partner_id,
    type: 'listing.score_changed',
    data: {
      listing_id: job.listing_id,
      name: truncate(name, MAX_NAME_LENGTH),
      url,
      score: score.overall_score,
      score_before: before.overall_score,
      grade: score.grade,
      grade_before: before.grade,
      analysis_id: job.id,
    },
  });
}
