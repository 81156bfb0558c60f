import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mails to people of partners. */
export class Mail1700000082000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE mail (
        id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        row_key    uuid NOT NULL,
        partner_id bigint NOT NULL REFERENCES partner,
        user_id    bigint REFERENCES app_user,
        recipient  varchar(254) NOT NULL,
        template   varchar(40) NOT NULL,
        language   varchar(35) NOT NULL,
        values     jsonb NOT NULL,
        link       bytea,
        status     varchar(6) NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'sent', 'failed')),
        reason     varchar(60),
        expires_at timestamptz NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL
      );
      CREATE INDEX mail_of_partner ON mail (partner_id, template, created_at);
      CREATE INDEX mail_of_user ON mail (user_id) WHERE user_id IS NOT NULL;
      CREATE INDEX mail_open ON mail (id) WHERE status = 'queued';
      CREATE INDEX mail_ended ON mail (updated_at) WHERE status <> 'queued'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE mail');
  }
}
