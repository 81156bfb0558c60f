import { queryRows } from '../../infra/database/sql.ts';
import { bigint, date, text } from '../../infra/database/table.ts';
import type { CountedCaller } from '../kernel/callers.ts';
import type { Db } from '../kernel/deps.ts';
import type { UseRow } from './grouped.ts';

/** Entries that are shown by themselves; the others are in the totals. */
const SHOWN_ENTRIES = 20;

const OF_PARTNER = 'partner_id = $1 AND day BETWEEN $2::date AND $3::date';

const BY_CALLER = `
  SELECT caller_id::text AS entry, day, requests, errors, 0::bigint AS credits FROM caller_day
  WHERE ${OF_PARTNER} AND caller_kind = $4
  UNION ALL
  SELECT caller_id::text, day, 0, 0, used FROM credit_caller_day WHERE ${OF_PARTNER} AND caller_kind = $4`;

const BY_CAPABILITY = `
  SELECT capability::text AS entry, day, 0::bigint AS requests, 0::bigint AS errors, used AS credits
  FROM credit_capability_day WHERE ${OF_PARTNER}`;

/**
 * What was used by day: rows of the entries with most credits, then most requests, and of all others together, whose
 * `entry` is null. Reads the rollups by their index, a row for each entry and day, and returns at most 21 for each day.
 */
export async function selectUse(
  db: Db,
  partnerId: number,
  by: CountedCaller | 'capability',
  { from, to }: { from: string; to: string },
): Promise<UseRow[]> {
  const ofCaller = by !== 'capability';
  return queryRows(
    db,
    {
      entry: text().nullable(),
      day: date(),
      requests: bigint(),
      errors: bigint(),
      credits: bigint(),
      entries: bigint(),
    },
    `WITH used AS (${ofCaller ? BY_CALLER : BY_CAPABILITY}), sums AS (
       SELECT entry, sum(credits) AS credits, sum(requests) AS requests FROM used GROUP BY entry
     ), top AS (
       SELECT entry FROM sums ORDER BY credits DESC, requests DESC, entry LIMIT ${SHOWN_ENTRIES}
     )
     SELECT t.entry, u.day, sum(u.requests)::bigint AS requests, sum(u.errors)::bigint AS errors,
            sum(u.credits)::bigint AS credits, (SELECT count(*) FROM sums) AS entries
     FROM used u LEFT JOIN top t ON t.entry = u.entry GROUP BY t.entry, u.day`,
    ofCaller ? [partnerId, from, to, by] : [partnerId, from, to],
  );
}
