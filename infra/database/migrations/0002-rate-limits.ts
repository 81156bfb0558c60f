import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counters of the rate limits and the function that takes from many of them in one call. */
export class RateLimits1700000002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COUNTERS);
    await runner.query(TAKE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION rate_limit_take(jsonb); DROP TABLE rate_counter;');
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

/**
 * batch: {keys: [text, distinct, in byte order], daily: [boolean], groups: [{n, at: [index into keys from 1], limits: [integer],
 * credential: null | {kind: 'partner_key' | 'admin_key', id, version, partner_version}}]}.
 * Answer: {now, counts: [before the batch], ends: [end of each window], admitted: [requests of each group, -1: stale credential]};
 * moments in milliseconds of the epoch.
 *
 * All requests of a group count alike; one is admitted when every counter of its group has room. Missing counters are
 * inserted before any is locked, and rows are locked in the order of keys, so two batches never wait for each other in a
 * circle. A lost second of counting after a crash of the database costs less than an fsync for each batch.
 */
const TAKE = `
CREATE FUNCTION rate_limit_take(batch jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  keys text[] := ARRAY(SELECT jsonb_array_elements_text(batch->'keys'));
  daily boolean[] := ARRAY(SELECT value::boolean FROM jsonb_array_elements(batch->'daily'));
  size integer := cardinality(keys);
  counts integer[];
  before integer[];
  ends timestamptz[];
  taken_from boolean[] := array_fill(false, ARRAY[size]);
  admitted integer[] := '{}';
  request record;
  room integer;
  spot integer;
  moment timestamptz;
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  LOOP
    INSERT INTO rate_counter (key) SELECT unnest(keys) ON CONFLICT DO NOTHING;
    SELECT array_agg(locked.count), array_agg(locked.window_ends_at) INTO counts, ends
    FROM (SELECT c.count, c.window_ends_at FROM rate_counter c WHERE c.key = ANY (keys) ORDER BY c.key FOR UPDATE) AS locked;
    -- Fewer: a purge took one in between.
    EXIT WHEN cardinality(counts) = size;
  END LOOP;
  moment := clock_timestamp();
  FOR i IN 1 .. size LOOP
    IF ends[i] <= moment THEN
      counts[i] := 0;
      ends[i] := CASE WHEN daily[i] THEN (date_trunc('day', moment AT TIME ZONE 'UTC') + interval '1 day') AT TIME ZONE 'UTC'
                      ELSE moment + interval '60 seconds' END;
    END IF;
  END LOOP;
  before := counts;

  FOR request IN
    SELECT n, "at" AS positions, limits, credential->>'kind' AS kind, (credential->>'id')::bigint AS id,
           (credential->>'version')::integer AS version, (credential->>'partner_version')::integer AS partner_version
    FROM jsonb_to_recordset(batch->'groups') AS g(n integer, "at" integer[], limits integer[], credential jsonb)
  LOOP
    IF request.kind = 'partner_key' AND NOT EXISTS (
         SELECT FROM partner_key k JOIN partner p ON p.id = k.partner_id
         WHERE k.id = request.id AND k.version = request.version AND k.is_active
           AND p.version = request.partner_version AND p.status = 'active')
       OR request.kind = 'admin_key' AND NOT EXISTS (
         SELECT FROM admin_key k WHERE k.id = request.id AND k.version = request.version AND k.is_active) THEN
      admitted := admitted || -1;
      CONTINUE;
    END IF;
    room := request.n;
    FOR i IN 1 .. cardinality(request.positions) LOOP
      room := least(room, request.limits[i] - counts[request.positions[i]]);
    END LOOP;
    room := greatest(room, 0);
    admitted := admitted || room;
    IF room > 0 THEN
      FOREACH spot IN ARRAY request.positions LOOP
        counts[spot] := counts[spot] + room;
        taken_from[spot] := true;
      END LOOP;
    END IF;
  END LOOP;

  UPDATE rate_counter c SET count = new.count, window_ends_at = new.ends
  FROM unnest(keys, counts, ends, taken_from) AS new(key, count, ends, taken) WHERE c.key = new.key AND new.taken;
  RETURN jsonb_build_object(
    'now', floor(extract(epoch FROM moment) * 1000),
    'counts', to_jsonb(before),
    'ends', (SELECT jsonb_agg(floor(extract(epoch FROM e) * 1000) ORDER BY n) FROM unnest(ends) WITH ORDINALITY AS list(e, n)),
    'admitted', to_jsonb(admitted));
END $$;
`;
