import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Notifications of content: who works on an item, reviews it, commented on it or approved it. */
export class NotificationsOfContent1700000136000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(kinds([...CHOSEN_KINDS, ...CONTENT_KINDS]));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['notification', 'notification_setting']) {
      await runner.query(`DELETE FROM ${table} WHERE kind = ANY ($1)`, [CONTENT_KINDS]);
    }
    await runner.query(kinds(CHOSEN_KINDS));
  }
}

const CONTENT_KINDS = ['content_assigned', 'review_requested', 'comment', 'content_approved'];

/** Kinds of notifications that people can choose before this. */
const CHOSEN_KINDS = [
  'execution_finished',
  'execution_failed',
  'credits_low',
  'credits_exhausted',
  'payment_failed',
  'mention',
  'webhook_disabled',
  'invitation_accepted',
  'case_study_returned',
];

function kinds(chosen: readonly string[]): string {
  const check = (table: string, among: readonly string[]) => `
    ALTER TABLE ${table}
      DROP CONSTRAINT ${table}_kind_check,
      ADD CONSTRAINT ${table}_kind_check CHECK (kind IN (${among.map((kind) => `'${kind}'`).join(', ')}))`;
  return [check('notification', [...chosen, 'security']), check('notification_setting', chosen)].join(';');
}
