import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Triggers say which schedules are refused and how long they are silenced, and are run by hand. Every Schedule is
 * compared with its trigger soon, since it gets its times in another form.
 */
export class TriggerSchedules1700000041000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMNS);
    await runner.query(INDEXES);
    await runner.query(ZONES);
    await runner.query(`UPDATE workflow_trigger SET checked_at = '1970-01-01Z' WHERE type = 'schedule'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `DELETE FROM trigger_firing WHERE num_nonnulls(event_id, scheduled_for) = 0 OR result = 'schedule_refused'`,
    );
    await runner.query(`UPDATE workflow_trigger SET last_result = NULL WHERE last_result = 'schedule_refused'`);
    await runner.query('DROP INDEX trigger_firing_fired, trigger_firing_open, trigger_firing_storm');
    await runner.query(BACK);
  }
}

const FORMER_RESULTS = `'fired', 'storm', 'loop', 'missed', 'paused', 'credential_ended', 'no_credits', 'daily_credit_limit',
  'not_allowed', 'invalid', 'unavailable', 'lost'`;
const RESULTS = `${FORMER_RESULTS}, 'schedule_refused'`;

/** A firing with neither an event nor a time is one by hand. */
const COLUMNS = `
ALTER TABLE workflow_trigger
  ADD silenced_until timestamptz,
  DROP CONSTRAINT workflow_trigger_last_result_check,
  ADD CONSTRAINT workflow_trigger_last_result_check CHECK (last_result IN (${RESULTS}));
ALTER TABLE trigger_firing
  DROP CONSTRAINT trigger_firing_check,
  ADD CONSTRAINT trigger_firing_check CHECK (num_nonnulls(event_id, scheduled_for) <= 1),
  DROP CONSTRAINT trigger_firing_result_check,
  ADD CONSTRAINT trigger_firing_result_check CHECK (result IN (${RESULTS}));
-- Until now \`storm\` stayed until the next occurrence.
UPDATE workflow_trigger t SET last_result = (
  SELECT f.result FROM trigger_firing f WHERE f.trigger_id = t.id AND f.result <> 'storm' ORDER BY f.updated_at DESC, f.id DESC LIMIT 1
) WHERE last_result = 'storm';
`;

/** For the limit of an hour, which counts what fired, among however much that did not. */
const INDEXES = `
CREATE INDEX trigger_firing_fired ON trigger_firing (trigger_id, updated_at) WHERE status = 'fired';
CREATE INDEX trigger_firing_open ON trigger_firing (trigger_id) WHERE status = 'pending';
CREATE INDEX trigger_firing_storm ON trigger_firing (trigger_id, created_at) WHERE result = 'storm';
`;

/** The database's spelling is that of the IANA database. A zone that is in neither stays as it is. */
const ZONES = `
CREATE TEMPORARY TABLE zone_spelling ON COMMIT DROP AS SELECT name FROM pg_timezone_names;
UPDATE workflow_trigger r SET timezone = z.name FROM zone_spelling z WHERE lower(z.name) = lower(r.timezone) AND z.name <> r.timezone;
UPDATE gtm_event r SET timezone = z.name FROM zone_spelling z WHERE lower(z.name) = lower(r.timezone) AND z.name <> r.timezone;
`;

const BACK = `
ALTER TABLE workflow_trigger
  DROP silenced_until,
  DROP CONSTRAINT workflow_trigger_last_result_check,
  ADD CONSTRAINT workflow_trigger_last_result_check CHECK (last_result IN (${FORMER_RESULTS}));
ALTER TABLE trigger_firing
  DROP CONSTRAINT trigger_firing_check,
  ADD CONSTRAINT trigger_firing_check CHECK (num_nonnulls(event_id, scheduled_for) = 1),
  DROP CONSTRAINT trigger_firing_result_check,
  ADD CONSTRAINT trigger_firing_result_check CHECK (result IN (${FORMER_RESULTS}));
`;
