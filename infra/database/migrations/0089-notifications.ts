import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Notifications of people, their choices, and who started an execution. */
export class Notifications1700000089000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE notification (
        id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        partner_id  bigint NOT NULL REFERENCES partner,
        user_id     bigint NOT NULL REFERENCES app_user,
        kind        varchar(24) NOT NULL CHECK (kind IN
          ('execution_finished', 'execution_failed', 'credits_low', 'mention', 'webhook_disabled', 'invitation_accepted')),
        record_type varchar(40),
        record_id   varchar(255),
        title       varchar(300),
        in_page     boolean NOT NULL,
        by_mail     boolean NOT NULL,
        read_at     timestamptz,
        mailed_at   timestamptz,
        created_at  timestamptz NOT NULL
      );
      CREATE INDEX notification_newest ON notification (user_id, id DESC);
      CREATE INDEX notification_unread ON notification (user_id, id DESC) WHERE read_at IS NULL;
      CREATE INDEX notification_to_mail ON notification (user_id) WHERE by_mail AND mailed_at IS NULL;
      CREATE INDEX notification_mailed ON notification (user_id, mailed_at) WHERE mailed_at IS NOT NULL;
      CREATE INDEX notification_of_partner ON notification (partner_id);
      CREATE INDEX notification_by_age ON notification (created_at);
      CREATE TABLE notification_setting (
        user_id bigint NOT NULL REFERENCES app_user,
        kind    varchar(24) NOT NULL CHECK (kind IN
          ('execution_finished', 'execution_failed', 'credits_low', 'mention', 'webhook_disabled', 'invitation_accepted')),
        in_page boolean NOT NULL,
        by_mail boolean NOT NULL,
        PRIMARY KEY (user_id, kind)
      );
      ALTER TABLE execution ADD COLUMN started_by bigint`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE execution DROP COLUMN started_by; DROP TABLE notification_setting; DROP TABLE notification',
    );
  }
}
