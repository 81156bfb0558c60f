-- Partitions of execution_event by month, 3 of 3. Locks execution and execution_event for milliseconds, because the
-- constraint of steps 1 and 2 spares reading the rows. Gives up after waiting half a second for a lock: run it again.
DO $$
DECLARE
  month timestamptz;
  bound timestamptz;
BEGIN
  -- Below PostgreSQL's deadlock_timeout: in a deadlock this gives up, and no transaction of the product.
  SET LOCAL lock_timeout = '500ms';
  SET LOCAL timezone = 'UTC';
  -- In the order in which the product locks them; at once as strongly as foreign keys of partitions will need.
  LOCK TABLE execution IN ACCESS EXCLUSIVE MODE;
  LOCK TABLE execution_event IN ACCESS EXCLUSIVE MODE;
  SELECT substring(pg_get_constraintdef(oid) FROM '''([^'']+)''')::timestamptz INTO STRICT bound
  FROM pg_constraint
  WHERE conrelid = 'execution_event'::regclass AND conname = 'execution_event_until' AND convalidated;
  IF bound <= now() THEN
    RAISE EXCEPTION 'The bound of step 1 is past; run steps 1 and 2 again.';
  END IF;

  ALTER TABLE execution_event RENAME TO execution_event_first;
  ALTER INDEX execution_event_pkey RENAME TO execution_event_first_pkey;
  ALTER INDEX execution_event_by_execution RENAME TO execution_event_first_by_execution;
  ALTER INDEX execution_event_by_age RENAME TO execution_event_first_by_age;

  -- Before PostgreSQL 17 a partitioned table cannot have an identity column; a sequence gives the same numbers.
  CREATE SEQUENCE execution_event_number;
  PERFORM setval('execution_event_number', (SELECT coalesce(max(id), 0) + 1 FROM execution_event_first), false);
  ALTER TABLE execution_event_first ALTER COLUMN id DROP IDENTITY;

  CREATE TABLE execution_event (LIKE execution_event_first) PARTITION BY RANGE (created_at);
  ALTER TABLE execution_event ALTER COLUMN id SET DEFAULT nextval('execution_event_number');
  ALTER SEQUENCE execution_event_number OWNED BY execution_event.id;
  ALTER TABLE execution_event ADD CONSTRAINT execution_event_execution_id_fkey FOREIGN KEY (execution_id) REFERENCES execution;
  CREATE INDEX execution_event_by_execution ON execution_event (execution_id, id);
  CREATE INDEX execution_event_by_age ON execution_event (created_at);

  EXECUTE format('ALTER TABLE execution_event ATTACH PARTITION execution_event_first FOR VALUES FROM (MINVALUE) TO (%L)', bound);
  ALTER TABLE execution_event_first DROP CONSTRAINT execution_event_until;
  FOR ahead IN 0..1 LOOP
    month := bound + make_interval(months => ahead);
    EXECUTE format('CREATE TABLE %I PARTITION OF execution_event (PRIMARY KEY (id)) FOR VALUES FROM (%L) TO (%L)',
                   'execution_event_' || to_char(month, 'YYYY_MM'), month, month + interval '1 month');
  END LOOP;
  -- Takes what comes when nobody has run monthly.sql.
  CREATE TABLE execution_event_other PARTITION OF execution_event (PRIMARY KEY (id)) DEFAULT;
END $$;
