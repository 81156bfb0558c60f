import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Commands and events name the span that left them, so that a trace goes on in other processes. */
export class Traces1700000079000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE outbox ADD COLUMN traceparent varchar(55)');
    await runner.query('ALTER TABLE platform_event ADD COLUMN traceparent varchar(55)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE platform_event DROP COLUMN traceparent');
    await runner.query('ALTER TABLE outbox DROP COLUMN traceparent');
  }
}
