import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a trigger takes from its event, what it may spend a day, and when failures pause it. */
export class TriggerMapping1700000140000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMNS);
    await runner.query(results([...FORMER_RESULTS, 'value_missing', 'over_budget']));
    await runner.query(kinds([...FORMER_KINDS, 'trigger_failed', 'trigger_paused']));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM notification WHERE kind IN ('trigger_failed', 'trigger_paused')`);
    await runner.query(`DELETE FROM notification_setting WHERE kind IN ('trigger_failed', 'trigger_paused')`);
    await runner.query(kinds(FORMER_KINDS));
    await runner.query(`DELETE FROM trigger_firing WHERE result IN ('value_missing', 'over_budget')`);
    await runner.query(
      `UPDATE workflow_trigger SET last_result = NULL WHERE last_result IN ('value_missing', 'over_budget')`,
    );
    await runner.query(`UPDATE workflow_trigger SET pause_reason = NULL WHERE pause_reason = 'failures'`);
    await runner.query(results(FORMER_RESULTS));
    await runner.query(BACK);
  }
}

const COLUMNS = `
ALTER TABLE workflow_trigger
  ADD mapping jsonb,
  ADD max_runs_per_day integer CHECK (max_runs_per_day > 0),
  ADD max_credits_per_day integer CHECK (max_credits_per_day > 0),
  ADD pause_after_failures smallint CHECK (pause_after_failures BETWEEN 1 AND 20),
  ADD failures_in_a_row integer NOT NULL DEFAULT 0,
  ADD failures_since timestamptz,
  ADD failure_noted_at timestamptz;
ALTER TABLE trigger_firing ADD credits integer, ADD setting varchar(64);
`;

const BACK = `
ALTER TABLE workflow_trigger
  DROP mapping, DROP max_runs_per_day, DROP max_credits_per_day, DROP pause_after_failures, DROP failures_in_a_row,
  DROP failures_since, DROP failure_noted_at;
ALTER TABLE trigger_firing DROP credits, DROP setting;
`;

/** Results of occurrences before this. */
const FORMER_RESULTS = [
  'fired',
  'storm',
  'loop',
  'missed',
  'paused',
  'credential_ended',
  'no_credits',
  'daily_credit_limit',
  'not_allowed',
  'invalid',
  'unavailable',
  'lost',
  'schedule_refused',
];
/** Kinds of notifications that people can choose before this. */
const FORMER_KINDS = [
  'execution_finished',
  'execution_failed',
  'credits_low',
  'credits_exhausted',
  'payment_failed',
  'mention',
  'webhook_disabled',
  'invitation_accepted',
  'case_study_returned',
  'content_assigned',
  'review_requested',
  'comment',
  'content_approved',
];

function results(among: readonly string[]): string {
  return [checkOf('workflow_trigger', 'last_result', among), checkOf('trigger_firing', 'result', among)].join(';');
}

function kinds(chosen: readonly string[]): string {
  return [
    checkOf('notification', 'kind', [...chosen, 'security']),
    checkOf('notification_setting', 'kind', chosen),
  ].join(';');
}

function checkOf(table: string, column: string, among: readonly string[]): string {
  return `
    ALTER TABLE ${table}
      DROP CONSTRAINT ${table}_${column}_check,
      ADD CONSTRAINT ${table}_${column}_check CHECK (${column} IN (${among.map((value) => `'${value}'`).join(', ')}))`;
}
