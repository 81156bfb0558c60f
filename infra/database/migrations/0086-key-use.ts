import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an admin's key may do, the use of keys and people by day, the last errors of keys, and credits by caller. */
export class KeyUse1700000086000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE partner_key
        ADD COLUMN role varchar(10) CHECK (role IN ('owner', 'admin', 'editor', 'analyst', 'viewer')),
        ADD COLUMN last_address varchar(45);

      ALTER TABLE credit_entry
        ADD COLUMN caller_kind varchar(12) CHECK (caller_kind IN ('partner_key', 'user', 'client')),
        ADD COLUMN caller_id bigint;

      CREATE TABLE caller_day (
        id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        partner_id  bigint NOT NULL,
        day         date NOT NULL,
        caller_kind varchar(12) NOT NULL CHECK (caller_kind IN ('partner_key', 'user', 'client')),
        caller_id   bigint NOT NULL,
        requests    bigint NOT NULL,
        errors      bigint NOT NULL,
        UNIQUE (partner_id, day, caller_kind, caller_id)
      );
      CREATE INDEX caller_day_by_age ON caller_day (day);

      CREATE TABLE key_error (
        id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        partner_id bigint NOT NULL,
        key_id     bigint NOT NULL REFERENCES partner_key,
        status     integer NOT NULL,
        code       varchar(64) NOT NULL,
        method     varchar(8) NOT NULL,
        route      varchar(200) NOT NULL,
        request_id varchar(64) NOT NULL,
        created_at timestamptz NOT NULL
      );
      CREATE INDEX key_error_of_key ON key_error (key_id, id DESC);
      CREATE INDEX key_error_of_partner ON key_error (partner_id);
      CREATE INDEX key_error_by_age ON key_error (created_at);

      CREATE TABLE credit_caller_day (
        partner_id  bigint NOT NULL,
        day         date NOT NULL,
        caller_kind varchar(12) NOT NULL CHECK (caller_kind IN ('partner_key', 'user', 'client')),
        caller_id   bigint NOT NULL,
        used        bigint NOT NULL CHECK (used >= 0),
        PRIMARY KEY (partner_id, day, caller_kind, caller_id)
      );

      -- Entries of a process of the release before name the key only.
      CREATE FUNCTION credit_caller_day_add() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO credit_caller_day AS known (partner_id, day, caller_kind, caller_id, used)
        VALUES (NEW.partner_id, NEW.day, coalesce(NEW.caller_kind, 'partner_key'),
                coalesce(NEW.caller_id, NEW.lineage_id), NEW.amount)
        ON CONFLICT (partner_id, day, caller_kind, caller_id) DO UPDATE SET used = known.used + excluded.used;
        RETURN NULL;
      END $$;
      CREATE TRIGGER credit_caller_day_add AFTER INSERT ON credit_entry
        FOR EACH ROW WHEN (NEW.kind = 'capture' AND coalesce(NEW.caller_id, NEW.lineage_id) IS NOT NULL)
        EXECUTE FUNCTION credit_caller_day_add();

      INSERT INTO credit_caller_day (partner_id, day, caller_kind, caller_id, used)
      SELECT partner_id, day, 'partner_key', lineage_id, sum(amount) FROM credit_entry
      WHERE kind = 'capture' AND lineage_id IS NOT NULL GROUP BY 1, 2, 4;

      CREATE INDEX audit_log_by_time ON audit_log (partner_id, created_at, id);
      CREATE INDEX audit_log_by_actor ON audit_log (partner_id, actor_kind, actor_id, created_at, id);
      CREATE INDEX audit_log_by_resource ON audit_log (partner_id, resource_type, resource_id, created_at, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX audit_log_by_resource;
      DROP INDEX audit_log_by_actor;
      DROP INDEX audit_log_by_time;
      DROP TRIGGER credit_caller_day_add ON credit_entry;
      DROP FUNCTION credit_caller_day_add;
      DROP TABLE credit_caller_day;
      DROP TABLE key_error;
      DROP TABLE caller_day;
      ALTER TABLE credit_entry DROP COLUMN caller_kind, DROP COLUMN caller_id;
      ALTER TABLE partner_key DROP COLUMN role, DROP COLUMN last_address;
    `);
  }
}
