import type { Stamp } from '../credentials/stamp.ts';
import type { Db } from '../kernel/deps.ts';
import { dayCounter } from './rules.ts';

/** What rate_limit_take takes; `at` counts keys from 1. */
export interface TakeBatch {
  keys: string[];
  daily: boolean[];
  groups: { n: number; at: number[]; limits: number[]; credential: CredentialStamp | null }[];
}

interface CredentialStamp {
  kind: Stamp['kind'];
  id: number;
  version: number;
  partner_version: number | null;
}

/** Its answer; moments in milliseconds of the epoch, by the database's clock. */
export interface TakenBatch {
  now: number;
  /** Of each key, before the batch. */
  counts: number[];
  /** End of each key's window. */
  ends: number[];
  /** Of each group: how many of its requests may go on; -1: its copy of the credential is out of date. */
  admitted: number[];
}

/** Takes from all counters of the batch in one call. */
export async function takeBatch(db: Db, batch: TakeBatch): Promise<TakenBatch> {
  const rows: { taken: TakenBatch }[] = await db.query('SELECT rate_limit_take($1) AS taken', [JSON.stringify(batch)]);
  const taken = rows[0]?.taken;
  if (!taken) throw new Error('rate_limit_take answered nothing.');
  return taken;
}

/** The stamp in the form of the database function. */
export function credentialStamp(stamp: Stamp | null): CredentialStamp | null {
  if (stamp === null) return null;
  return { kind: stamp.kind, id: stamp.id, version: stamp.version, partner_version: stamp.partnerVersion };
}

/** Requests that a partner made on the present UTC day. */
export async function usedToday(db: Db, partnerId: number): Promise<number> {
  const rows: { count: number }[] = await db.query(
    'SELECT count FROM rate_counter WHERE key = $1 AND window_ends_at > clock_timestamp()',
    [dayCounter(partnerId)],
  );
  return rows[0]?.count ?? 0;
}

/** Removes counters whose window ended a while ago; the worker calls it now and then. Returns how many there were. */
export async function purge(db: Db): Promise<number> {
  const rows: { n: number }[] = await db.query(
    `WITH gone AS (
       DELETE FROM rate_counter WHERE key IN (
         SELECT key FROM rate_counter WHERE window_ends_at < clock_timestamp() - interval '10 minutes'
         ORDER BY key LIMIT 10000 FOR UPDATE SKIP LOCKED)
       RETURNING 1
     ) SELECT count(*)::integer AS n FROM gone`,
  );
  return rows[0]?.n ?? 0;
}
