import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the AI was asked and has answered at the steps of executions. */
export class ExecutionExchanges1700000141000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(EXCHANGES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE execution_exchange');
  }
}

/** Retention looks rows up by age, a reader by execution. */
const EXCHANGES = `
CREATE TABLE execution_exchange (
  execution_id bigint NOT NULL REFERENCES execution ON DELETE CASCADE,
  step varchar(64) NOT NULL,
  model varchar(120),
  input_tokens integer,
  output_tokens integer,
  prompt text,
  answer text NOT NULL,
  is_cut boolean NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (execution_id, step)
);
CREATE INDEX execution_exchange_by_age ON execution_exchange (created_at);
`;
