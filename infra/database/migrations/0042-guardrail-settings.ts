import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What guardrails let pass for a partner. */
export class GuardrailSettings1700000042000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE guardrail_settings (
        partner_id    bigint PRIMARY KEY REFERENCES partner,
        allowed_terms text[] NOT NULL,
        created_at    timestamptz NOT NULL,
        updated_at    timestamptz NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE guardrail_settings');
  }
}
