import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Notifications of account changes, used-up credits and failed payments; an account knows whether people were notified that it is empty. */
export class SecurityAndCreditNotices1700000095000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE notification
        DROP CONSTRAINT notification_kind_check,
        ADD CONSTRAINT notification_kind_check CHECK (kind IN
          ('execution_finished', 'execution_failed', 'credits_low', 'credits_exhausted', 'payment_failed', 'mention',
           'webhook_disabled', 'invitation_accepted', 'security'));
      ALTER TABLE notification_setting
        DROP CONSTRAINT notification_setting_kind_check,
        ADD CONSTRAINT notification_setting_kind_check CHECK (kind IN
          ('execution_finished', 'execution_failed', 'credits_low', 'credits_exhausted', 'payment_failed', 'mention',
           'webhook_disabled', 'invitation_accepted'));
      ALTER TABLE credit_account ADD COLUMN is_exhausted boolean NOT NULL DEFAULT false`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM notification WHERE kind IN ('credits_exhausted', 'payment_failed', 'security');
      DELETE FROM notification_setting WHERE kind IN ('credits_exhausted', 'payment_failed');
      ALTER TABLE notification
        DROP CONSTRAINT notification_kind_check,
        ADD CONSTRAINT notification_kind_check CHECK (kind IN
          ('execution_finished', 'execution_failed', 'credits_low', 'mention', 'webhook_disabled', 'invitation_accepted'));
      ALTER TABLE notification_setting
        DROP CONSTRAINT notification_setting_kind_check,
        ADD CONSTRAINT notification_setting_kind_check CHECK (kind IN
          ('execution_finished', 'execution_failed', 'credits_low', 'mention', 'webhook_disabled', 'invitation_accepted'));
      ALTER TABLE credit_account DROP COLUMN is_exhausted`);
  }
}
