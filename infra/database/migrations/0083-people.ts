import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * People are invited to a team, join it and are removed from it. An address belongs to one person who has joined, over all
 * partners; an invitation does not show whether it does. Rows of people who have not joined, or were removed, are disabled, so
 * that nothing signs them in.
 */
export class People1700000083000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE app_user ADD COLUMN joined_at timestamptz DEFAULT now(), ADD COLUMN removed_at timestamptz;
      UPDATE app_user SET joined_at = created_at;
      CREATE UNIQUE INDEX app_user_email ON app_user (email) WHERE joined_at IS NOT NULL AND removed_at IS NULL;
      CREATE UNIQUE INDEX app_user_email_of_partner ON app_user (partner_id, email) WHERE removed_at IS NULL;
      CREATE INDEX app_user_invited ON app_user (email) WHERE joined_at IS NULL AND removed_at IS NULL;
      ALTER TABLE app_user DROP CONSTRAINT app_user_email_key;
      CREATE TABLE user_link (
        id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        user_id     bigint NOT NULL REFERENCES app_user,
        kind        varchar(14) NOT NULL CHECK (kind IN ('invitation', 'password_reset')),
        secret_hash bytea NOT NULL UNIQUE,
        expires_at  timestamptz NOT NULL,
        used_at     timestamptz,
        created_at  timestamptz NOT NULL
      );
      CREATE INDEX user_link_of_user ON user_link (user_id);
      CREATE UNIQUE INDEX user_link_open ON user_link (user_id, kind) WHERE used_at IS NULL;
      CREATE INDEX user_link_by_age ON user_link (expires_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE user_link');
    await runner.query('DROP INDEX app_user_email, app_user_email_of_partner, app_user_invited');
    await runner.query('ALTER TABLE app_user ADD CONSTRAINT app_user_email_key UNIQUE (email)');
    await runner.query('ALTER TABLE app_user DROP COLUMN joined_at, DROP COLUMN removed_at');
  }
}
