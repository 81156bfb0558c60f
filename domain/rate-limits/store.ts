import { execute, pick, queryRows } from '../../infra/database/sql.ts';
import { double, doubleArray, integerArray } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import type { CredentialVersions } from './credential-versions.ts';
import { dayCounter, type Limit, peopleDayCounter } from './rules.ts';
import { rateCounterTable } from './table.ts';

/** Requests that count alike, for one call. */
export interface GroupTake {
  requests: number;
  limits: readonly Limit[];
  versions: CredentialVersions | null;
}

/** Result of a batch; times in milliseconds since the epoch, by the database's clock. */
export interface TakenBatch {
  now: number;
  /** Of each key, before the batch. */
  counts: number[];
  /** End of each key's window. */
  ends: number[];
  /** Of each group: how many of its requests are admitted; -1: its copy of the credential is out of date. */
  admitted: number[];
}

/** Without keys there are no counts. */
const TAKEN = {
  now: double(),
  counts: integerArray().nullable(),
  ends: doubleArray().nullable(),
  admitted: integerArray(),
};

/** Takes from the counters of all groups in one call; `counts` and `ends` are in the order of `keys`. */
export async function takeBatch(db: Db, groups: readonly GroupTake[]): Promise<TakenBatch & { keys: string[] }> {
  const wanted = new Map<string, { total: number; daily: boolean }>();
  for (const { requests, limits } of groups) {
    for (const { counter, window } of limits) {
      const total = (wanted.get(counter)?.total ?? 0) + requests;
      wanted.set(counter, { total, daily: window === 'day' });
    }
  }
  // Sorted by bytes, the order in which the database locks them.
  const keys = [...wanted.keys()].sort();
  const position = new Map(keys.map((key, index) => [key, index + 1]));
  const limits = groups.flatMap((group) => group.limits);
  const rows = await queryRows(
    db,
    TAKEN,
    'SELECT * FROM rate_limit_take($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
    [
      keys,
      keys.map((key) => wanted.get(key)?.daily),
      keys.map((key) => wanted.get(key)?.total),
      groups.map((group) => group.requests),
      groups.map((group) => group.limits.length),
      limits.map((limit) => position.get(limit.counter)),
      limits.map((limit) => limit.max),
      groups.map((group) => group.versions?.kind ?? null),
      groups.map((group) => group.versions?.id ?? null),
      groups.map((group) => group.versions?.version ?? null),
      groups.map((group) => group.versions?.partnerVersion ?? null),
    ],
  );
  const taken = rows[0];
  if (!taken) throw new Error('rate_limit_take answered nothing.');
  const { now, counts, ends, admitted } = taken;
  return { now, counts: counts ?? [], ends: ends ?? [], admitted, keys };
}

/** Takes one request off each counter whose window still runs. Locks in byte order, as `takeBatch` does. */
export async function refund(db: Db, limits: readonly Limit[]): Promise<void> {
  await execute(
    db,
    `WITH locked AS (
       SELECT key FROM rate_counter WHERE key = ANY ($1) AND count > 0 AND window_ends_at > clock_timestamp()
       ORDER BY key FOR UPDATE
     )
     UPDATE rate_counter c SET count = c.count - 1 FROM locked WHERE c.key = locked.key`,
    [limits.map((limit) => limit.counter)],
  );
}

/** Requests that a partner's programs, and its people at the console, made on the current UTC day. */
export async function usedToday(db: Db, partnerId: number): Promise<{ programs: number; people: number }> {
  const [programs, people] = [dayCounter(partnerId), peopleDayCounter(partnerId)];
  const rows = await queryRows(
    db,
    pick(rateCounterTable, 'key', 'count'),
    'SELECT key, count FROM rate_counter WHERE key = ANY ($1) AND window_ends_at > clock_timestamp()',
    [[programs, people]],
  );
  const countOf = (counter: string) => rows.find(({ key }) => key === counter)?.count ?? 0;
  return { programs: countOf(programs), people: countOf(people) };
}
