import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Second factors of people: one-time codes of an app, recovery codes, passkeys. */
export class SecondFactors1700000085000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE totp_factor (
        id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        user_id      bigint NOT NULL UNIQUE REFERENCES app_user,
        secret       bytea NOT NULL,
        confirmed_at timestamptz,
        last_step    bigint,
        created_at   timestamptz NOT NULL
      );
      CREATE TABLE recovery_code (
        id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        user_id    bigint NOT NULL REFERENCES app_user,
        code_hash  bytea NOT NULL,
        used_at    timestamptz,
        created_at timestamptz NOT NULL,
        UNIQUE (user_id, code_hash)
      );
      CREATE TABLE passkey (
        id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        user_id       bigint NOT NULL REFERENCES app_user,
        name          varchar(100) NOT NULL,
        credential_id bytea NOT NULL UNIQUE,
        public_key    bytea NOT NULL,
        counter       bigint NOT NULL,
        transports    text[] NOT NULL,
        created_at    timestamptz NOT NULL,
        last_used_at  timestamptz
      );
      CREATE INDEX passkey_of_user ON passkey (user_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE passkey');
    await runner.query('DROP TABLE recovery_code');
    await runner.query('DROP TABLE totp_factor');
  }
}
