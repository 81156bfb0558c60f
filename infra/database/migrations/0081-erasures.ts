import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A row is deleted without reading all rows of the tables that may reference it. */
const INDEXES = [
  ['agent_batch_migration_of_partner', 'agent_batch_migration (partner_id)'],
  ['agent_batch_migration_item_of_agent', 'agent_batch_migration_item (agent_id)'],
  ['agent_challenge_of_agent', 'agent_challenge (agent_id)'],
  ['agent_dry_run_of_agent', 'agent_dry_run (agent_id)'],
  ['agent_dry_run_of_partner', 'agent_dry_run (partner_id)'],
  ['case_study_of_execution', 'case_study (execution_id) WHERE execution_id IS NOT NULL'],
  ['case_study_generation_of_partner', 'case_study_generation (partner_id)'],
  ['dry_run_session_of_agent', 'dry_run_session (agent_id)'],
  ['execution_of_retried', 'execution (retried_from) WHERE retried_from IS NOT NULL'],
  ['execution_step_of_reused', 'execution_step (reused_from) WHERE reused_from IS NOT NULL'],
  ['gtm_subscription_of_partner', 'gtm_subscription (partner_id)'],
] as const;

/** Erasures of partners and users, and indexes by which their rows, and rows that reference them, are found. */
export class Erasures1700000081000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE erasure (
        id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        subject      varchar(8) NOT NULL CHECK (subject IN ('partner', 'user')),
        partner_id   bigint NOT NULL REFERENCES partner,
        user_id      bigint,
        rows         jsonb NOT NULL,
        started_at   timestamptz NOT NULL,
        completed_at timestamptz
      );
      CREATE UNIQUE INDEX erasure_open ON erasure (partner_id, coalesce(user_id, 0)) WHERE completed_at IS NULL`);
    for (const [name, on] of INDEXES) await runner.query(`CREATE INDEX ${name} ON ${on}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name] of INDEXES) await runner.query(`DROP INDEX ${name}`);
    await runner.query('DROP TABLE erasure');
  }
}
