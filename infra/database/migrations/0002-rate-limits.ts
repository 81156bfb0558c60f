import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counters of the rate limits and the function that takes from many of them in one call. */
export class RateLimits1700000002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COUNTERS);
    await runner.query(takeFunction(KEYS));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION rate_limit_take; DROP TABLE rate_counter;');
  }
}

/** Room in the pages keeps the updates of a hot counter off its index. */
const COUNTERS = `
CREATE TABLE rate_counter (
  key text COLLATE "C" PRIMARY KEY,
  count integer NOT NULL DEFAULT 0,
  window_ends_at timestamptz NOT NULL DEFAULT '-infinity'
) WITH (fillfactor = 50);
`;

/** Of each kind of credential: the query that finds it, with group g's id and versions, where a copy of it is still true. */
export const KEYS = {
  partner_key: `SELECT FROM partner_key k JOIN partner p ON p.id = k.partner_id
        WHERE k.id = ids[g] AND k.version = versions[g] AND k.is_active
          AND p.version = partner_versions[g] AND p.status = 'active'`,
  admin_key: 'SELECT FROM admin_key k WHERE k.id = ids[g] AND k.version = versions[g] AND k.is_active',
};

/**
 * The function, for these kinds of credentials; `isOver` is when a counter's window has ended.
 *
 * keys: the counters, distinct and in byte order; daily: whether each runs a UTC day rather than 60 s; totals: what the whole
 * batch wants of each. requests, limit_counts, kinds, ids, versions, partner_versions: one entry a group; kinds is null or a kind of
 * credential. limit_keys (index into keys from 1) and limits: the limits of all groups, one group after the other.
 * Answer: the counts before the batch, the ends of the windows, and how many requests of each group are admitted (-1: its credential
 * is stale). Moments are milliseconds of the epoch.
 *
 * A request is admitted when every counter of its group has room. Almost always all have, so the batch is counted first and only
 * put right where it did not fit. Rows are locked in the order of keys, so two batches never wait for each other in a circle. A lost
 * second of counting after a crash of the database costs less than an fsync for each batch.
 */
export function takeFunction(kinds: Record<string, string>, isOver = 'c.window_ends_at <= moment'): string {
  const checks = Object.entries(kinds).map(
    ([kind, current]) => `IF kinds[g] = '${kind}' THEN
      is_current := EXISTS (${current});
    END IF;`,
  );
  return `
CREATE OR REPLACE FUNCTION rate_limit_take(
  keys text[], daily boolean[], totals integer[],
  requests integer[], limit_counts integer[], limit_keys integer[], limits integer[],
  kinds text[], ids bigint[], versions integer[], partner_versions integer[],
  OUT now double precision, OUT counts integer[], OUT ends double precision[], OUT admitted integer[]
) LANGUAGE plpgsql AS $$
DECLARE
  moment timestamptz := clock_timestamp();
  midnight timestamptz := (date_trunc('day', moment AT TIME ZONE 'UTC') + interval '1 day') AT TIME ZONE 'UTC';
  fits boolean := true;
  is_current boolean;
  running integer[];
  first integer := 1;
  room integer;
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  now := floor(extract(epoch FROM moment) * 1000);
  admitted := requests;
  FOR g IN 1 .. cardinality(requests) LOOP
    is_current := true;
    ${checks.join('\n    ')}
    IF NOT is_current THEN
      admitted[g] := -1;
      fits := false;
    END IF;
  END LOOP;

  WITH taken AS (
    INSERT INTO rate_counter AS c (key, count, window_ends_at)
    SELECT u.key, u.total, CASE WHEN u.daily THEN midnight ELSE moment + interval '60 seconds' END
    FROM unnest(keys, totals, daily) AS u(key, total, daily)
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN ${isOver} THEN excluded.count ELSE c.count + excluded.count END,
      window_ends_at = CASE WHEN ${isOver} THEN excluded.window_ends_at ELSE c.window_ends_at END
    RETURNING c.key, c.count, c.window_ends_at
  )
  SELECT array_agg(t.count ORDER BY t.key), array_agg(floor(extract(epoch FROM t.window_ends_at) * 1000) ORDER BY t.key)
  INTO running, ends FROM taken t;

  FOR l IN 1 .. cardinality(limits) LOOP
    fits := fits AND running[limit_keys[l]] <= limits[l];
  END LOOP;
  FOR i IN 1 .. cardinality(keys) LOOP
    running[i] := running[i] - totals[i];
  END LOOP;
  counts := running;
  IF fits THEN
    RETURN;
  END IF;

  FOR g IN 1 .. cardinality(requests) LOOP
    IF admitted[g] >= 0 THEN
      room := requests[g];
      FOR l IN first .. first + limit_counts[g] - 1 LOOP
        room := least(room, greatest(limits[l] - running[limit_keys[l]], 0));
      END LOOP;
      admitted[g] := room;
      FOR l IN first .. first + limit_counts[g] - 1 LOOP
        running[limit_keys[l]] := running[limit_keys[l]] + room;
      END LOOP;
    END IF;
    first := first + limit_counts[g];
  END LOOP;
  -- A window begins with a request that counts, not with a refused one.
  UPDATE rate_counter c
  SET count = u.count, window_ends_at = CASE WHEN u.count = 0 THEN '-infinity' ELSE c.window_ends_at END
  FROM unnest(keys, running) AS u(key, count) WHERE c.key = u.key AND c.count <> u.count;
END $$;
`;
}
