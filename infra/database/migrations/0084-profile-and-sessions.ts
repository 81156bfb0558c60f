import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Language and time zone of people, the sessions in which they are signed in, and partners that require a second factor. */
export class ProfileAndSessions1700000084000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE app_user ADD COLUMN language varchar(10), ADD COLUMN time_zone varchar(64);
      ALTER TABLE partner ADD COLUMN require_second_factor boolean NOT NULL DEFAULT false;
      CREATE TABLE user_session (
        id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        user_id      bigint NOT NULL REFERENCES app_user,
        session_key  bytea NOT NULL UNIQUE,
        grant_key    bytea,
        device       varchar(100) NOT NULL,
        network      varchar(50) NOT NULL,
        created_at   timestamptz NOT NULL,
        last_used_at timestamptz NOT NULL
      );
      CREATE INDEX user_session_of_user ON user_session (user_id);
      CREATE INDEX user_session_of_grant ON user_session (grant_key) WHERE grant_key IS NOT NULL;
      CREATE INDEX user_session_by_age ON user_session (last_used_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE user_session');
    await runner.query('ALTER TABLE partner DROP COLUMN require_second_factor');
    await runner.query('ALTER TABLE app_user DROP COLUMN language, DROP COLUMN time_zone');
  }
}
