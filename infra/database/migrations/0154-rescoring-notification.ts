import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People are notified of a listing whose scoring is paused. */
export class RescoringNotification1700000154000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(kinds([...FORMER_KINDS, 'rescoring_paused']));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM notification WHERE kind = 'rescoring_paused'`);
    await runner.query(`DELETE FROM notification_setting WHERE kind = 'rescoring_paused'`);
    await runner.query(kinds(FORMER_KINDS));
  }
}

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
  'trigger_failed',
  'trigger_paused',
];

function kinds(chosen: readonly string[]): string {
  return [checkOf('notification', [...chosen, 'security']), checkOf('notification_setting', chosen)].join(';');
}

function checkOf(table: string, among: readonly string[]): string {
  return `
    ALTER TABLE ${table}
      DROP CONSTRAINT ${table}_kind_check,
      ADD CONSTRAINT ${table}_kind_check CHECK (kind IN (${among.map((value) => `'${value}'`).join(', ')}))`;
}
