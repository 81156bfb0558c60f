-- Once a month: partitions for the next two months, and an end to those whose rows are all older than 30 days.
-- With RETENTION_EXECUTION_EVENT_DAYS=65 the product deletes no single rows any more: each is kept 30 to 61 days.
-- Each lock lasts milliseconds; gives up after waiting half a second for one. May be repeated.
DO $$
DECLARE
  month timestamptz;
  leaf record;
  present timestamptz;
BEGIN
  SET LOCAL lock_timeout = '500ms';
  SET LOCAL timezone = 'UTC';
  -- As in 3-swap.sql.
  LOCK TABLE execution IN ACCESS EXCLUSIVE MODE;
  LOCK TABLE execution_event IN ACCESS EXCLUSIVE MODE;
  FOR ahead IN 1..2 LOOP
    month := date_trunc('month', now()) + make_interval(months => ahead);
    IF NOT EXISTS (
      SELECT FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid,
                  LATERAL substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \(''([^'']+)''') AS upper
      WHERE i.inhparent = 'execution_event'::regclass AND upper::timestamptz > month
    ) THEN
      EXECUTE format('CREATE TABLE %I PARTITION OF execution_event (PRIMARY KEY (id)) FOR VALUES FROM (%L) TO (%L)',
                     'execution_event_' || to_char(month, 'YYYY_MM'), month, month + interval '1 month');
    END IF;
  END LOOP;
  -- The rows have the time of the processes: a clock of the database that is ahead of them drops nothing.
  SELECT least(now(), max(created_at)) INTO present FROM execution_event;
  FOR leaf IN
    SELECT c.oid::regclass AS name
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid,
         LATERAL substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \(''([^'']+)''') AS upper
    WHERE i.inhparent = 'execution_event'::regclass AND upper::timestamptz < present - interval '30 days'
  LOOP
    EXECUTE format('ALTER TABLE execution_event DETACH PARTITION %s', leaf.name);
    EXECUTE format('DROP TABLE %s', leaf.name);
  END LOOP;
END $$;
