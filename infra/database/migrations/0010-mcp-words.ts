import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The words of two columns. Each rule is added without looking at the rows, which would keep others from writing meanwhile, and then
 * held against them while they go on.
 */
export class McpWords1700000010000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, column, words] of RULES) {
      const rule = `${table}_${column}_check`;
      await runner.query(`ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS ${rule}`);
      await runner.query(`ALTER TABLE ${table} ADD CONSTRAINT ${rule} CHECK (${column} IN (${words})) NOT VALID`);
      await runner.query(`ALTER TABLE ${table} VALIDATE CONSTRAINT ${rule}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, column] of RULES) {
      await runner.query(`ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS ${table}_${column}_check`);
    }
  }
}

const RULES = [
  ['mcp_session', 'log_level', "'debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'"],
  ['mcp_change', 'kind', "'tools', 'resources', 'prompts', 'resource'"],
] as const;
