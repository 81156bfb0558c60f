-- Partitions of execution_event by month, 1 of 3. Locks the table for milliseconds; may be repeated.
-- The present table becomes the first partition. Its rows must be known to end before the month after next;
-- run 2 and 3 before then, or run this one again.
DO $$
DECLARE
  bound timestamptz := (date_trunc('month', now() AT TIME ZONE 'UTC') + interval '2 months') AT TIME ZONE 'UTC';
BEGIN
  SET LOCAL lock_timeout = '2s';
  ALTER TABLE execution_event DROP CONSTRAINT IF EXISTS execution_event_until;
  EXECUTE format('ALTER TABLE execution_event ADD CONSTRAINT execution_event_until CHECK (created_at < %L) NOT VALID', bound);
END $$;
