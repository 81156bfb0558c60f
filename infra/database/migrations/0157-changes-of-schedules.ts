import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Changes of events are counted, so that an unchanged feed is known by one sum instead of by its events. */
export class ChangesOfSchedules1700000157000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CHANGES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER gtm_event_change_insert ON gtm_event;
      DROP TRIGGER gtm_event_change_update ON gtm_event;
      DROP TRIGGER gtm_event_change_delete ON gtm_event;
      DROP FUNCTION gtm_event_change_insert(), gtm_event_change_update(), gtm_event_change_delete();
      DROP TABLE gtm_event_change`);
  }
}

/**
 * Appended by triggers and rolled up by the worker, as the counts of events are: writers never wait for each other, and the sum
 * over a range of days is greater after each transaction that changed an event in it, in whatever order they end.
 */
const CHANGES = `
CREATE TABLE gtm_event_change (
  partner_id bigint NOT NULL,
  day date NOT NULL,
  n integer NOT NULL,
  folded boolean NOT NULL DEFAULT false
);
CREATE INDEX gtm_event_change_by_partner ON gtm_event_change (partner_id, day) INCLUDE (n);
CREATE INDEX gtm_event_change_fresh ON gtm_event_change (partner_id, day) WHERE NOT folded;

CREATE FUNCTION gtm_event_change_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO gtm_event_change (partner_id, day, n)
  SELECT partner_id, (occupied_from AT TIME ZONE 'UTC')::date, count(*) FROM added GROUP BY 1, 2;
  RETURN NULL;
END $$;
CREATE TRIGGER gtm_event_change_insert AFTER INSERT ON gtm_event
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION gtm_event_change_insert();

CREATE FUNCTION gtm_event_change_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO gtm_event_change (partner_id, day, n)
  SELECT partner_id, (occupied_from AT TIME ZONE 'UTC')::date, count(*)
  FROM (SELECT partner_id, occupied_from FROM before UNION ALL SELECT partner_id, occupied_from FROM changed) AS touched
  GROUP BY 1, 2;
  RETURN NULL;
END $$;
CREATE TRIGGER gtm_event_change_update AFTER UPDATE ON gtm_event
  REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION gtm_event_change_update();

CREATE FUNCTION gtm_event_change_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO gtm_event_change (partner_id, day, n)
  SELECT partner_id, (occupied_from AT TIME ZONE 'UTC')::date, count(*) FROM gone GROUP BY 1, 2;
  RETURN NULL;
END $$;
CREATE TRIGGER gtm_event_change_delete AFTER DELETE ON gtm_event
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION gtm_event_change_delete();
`;
